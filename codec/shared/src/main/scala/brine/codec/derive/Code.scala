package brine.codec.derive

import scala.collection.mutable
import scala.quoted.*

/** Generates methods: one per shape that needs one, in the order in which they are first requested. */
private[derive] trait Code extends Shapes:
  import quotes.reflect.*

  /** The methods of one direction, writing or reading; they become members of the codec. */
  final class Methods(owner: Symbol, prefix: String):
    private val symbols = mutable.ArrayBuffer.empty[(Key, Symbol)]
    private val pending = mutable.Queue.empty[() => DefDef]

    /** The method for `key`. Its body is generated later by `body`, from references to its parameters. */
    def apply(key: Key, name: String, parameters: List[(String, TypeRepr)], result: TypeRepr)(
        body: List[Term] => Term
    ): Symbol =
      symbols.collectFirst { case (k, symbol) if k.same(key) => symbol }.getOrElse {
        val tpe    = MethodType(parameters.map(_._1))(_ => parameters.map(_._2), _ => result)
        val symbol = Symbol.newMethod(owner, s"$prefix$name${symbols.size}", tpe)
        symbols += key -> symbol
        pending += (() =>
          DefDef(
            symbol,
            { arguments => Some(body(arguments.flatten.collect { case term: Term => term }).changeOwner(symbol)) }
          )
        )
        symbol
      }

    /** The definitions of all requested methods, including those requested while bodies are generated. */
    def definitions(): List[DefDef] =
      val done = mutable.ListBuffer.empty[DefDef]
      while pending.nonEmpty do done += pending.dequeue()()
      done.toList

  /** What a method does and for which type; `detail` distinguishes variants for one type. */
  final case class Key(action: String, tpe: TypeRepr, detail: Int = 0):
    def same(that: Key): Boolean = action == that.action && detail == that.detail && tpe =:= that.tpe

  def call(receiver: Term, method: String, arguments: Term*): Term =
    Apply(Select.unique(receiver, method), arguments.toList)

  def int(value: Int): Term       = Literal(IntConstant(value))
  def string(value: String): Term = Literal(StringConstant(value))
  def unit: Term                  = Literal(UnitConstant())
  val intType: TypeRepr           = TypeRepr.of[Int]
  val unitType: TypeRepr          = TypeRepr.of[Unit]

  /** A local value and a reference to it. */
  def local(name: String, tpe: TypeRepr, value: Term): (ValDef, Term) =
    val symbol = Symbol.newVal(Symbol.spliceOwner, name, tpe, Flags.EmptyFlags, Symbol.noSymbol)
    (ValDef(symbol, Some(value.changeOwner(symbol))), Ref(symbol))

  /** A local variable and a reference to it. */
  def variable(name: String, tpe: TypeRepr, value: Term): (ValDef, Term) =
    val symbol = Symbol.newVal(Symbol.spliceOwner, name, tpe, Flags.Mutable, Symbol.noSymbol)
    (ValDef(symbol, Some(value)), Ref(symbol))

  def block(statements: List[Statement]): Term = statements match
    case Nil                => unit
    case List(single: Term) => single
    case _                  =>
      statements.last match
        case last: Term => Block(statements.init, last)
        case _          => Block(statements, unit)

  private def asInt(term: Term): Expr[Int] = term.asExprOf[Int]

  def or(bits: List[Term]): Term =
    bits.reduceOption((a, b) => '{ ${ asInt(a) } | ${ asInt(b) } }.asTerm).getOrElse(int(0))
  def and(a: Term, b: Term): Term            = '{ ${ asInt(a) } & ${ asInt(b) } }.asTerm
  def shiftLeft(value: Term, by: Int): Term  = if by == 0 then value else '{ ${ asInt(value) } << ${ Expr(by) } }.asTerm
  def shiftRight(value: Term, by: Int): Term =
    if by == 0 then value else '{ ${ asInt(value) } >>> ${ Expr(by) } }.asTerm
  def isNotZero(value: Term): Term         = '{ ${ asInt(value) } != 0 }.asTerm
  def either(conditions: List[Term]): Term =
    conditions.reduce((a, b) => '{ ${ a.asExprOf[Boolean] } || ${ b.asExprOf[Boolean] } }.asTerm)

  /** `value match { case 0 => …; case 1 => …; case _ => otherwise }`, which compiles to a table. */
  def switch(value: Term, cases: List[Term], otherwise: Term): Term =
    val numbered = cases.zipWithIndex.map((body, i) => CaseDef(int(i), None, body))
    Match(value, numbered :+ CaseDef(Wildcard(), None, otherwise))

  /** A type's name with only the characters allowed in a method name. */
  def readable(tpe: TypeRepr): String = tpe.typeSymbol.name.filter(_.isLetterOrDigit)
