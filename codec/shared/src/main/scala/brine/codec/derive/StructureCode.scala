package brine.codec.derive

import brine.codec.internal.schema.Structure.{Collection as Gathered, Part, PartCase, PartField, Shape as Described}
import brine.codec.internal.schema.{Structure, StructureBytes}
import brine.codec.{added, fallback, was, UnknownCase}

import scala.collection.mutable
import scala.quoted.*

/** Describes a shape as data ([[Structure]]), and generates the method that builds values from parts by number. Reading
  * data of other versions needs both.
  */
private[derive] trait StructureCode extends Externals with Code with Migrations:
  import quotes.reflect.*

  // The bodies that build a value from an array of parts, by number.
  private val makes = mutable.ArrayBuffer.empty[Make]

  /** Builds a value from the array of its parts; `size` estimates the bytes of code this takes. */
  private final case class Make(size: Int, body: Term => Term)

  private def makeOf(parts: Int)(body: Term => Term): Int =
    makes += Make(16 + 12 * parts, body)
    makes.size - 1

  /** The structure of the whole value; computed once. */
  def structureOf(shape: Shape): Structure =
    // While a part is described, further ones appear by number only, since all were resolved before.
    Structure(describe(shape), named.indices.toVector.map(part))

  /** The structure as a string with one character per byte. */
  def structureLiteral(structure: Structure): Expr[String] =
    val bytes = StructureBytes.encode(structure)
    // A string constant has at most 65,535 bytes in its class file; bytes from 0x80 up, and 0, take two.
    val parts = bytes.map(b => (b & 0xff).toChar).grouped(20000).map(String(_)).map(Expr(_)).toList
    if parts.sizeIs == 1 then parts.head else '{ List(${ Varargs(parts) }*).mkString }

  /** The body of [[brine.codec.internal.codecs.Derived.make]]: a single switch, as long as it stays far below the size
    * that HotSpot compiles.
    */
  def makeBody(number: Term, parts: Term, owner: Symbol): Term =
    val methods  = Methods(owner, "make")
    val any      = TypeRepr.of[Any]
    val wrong    = '{ throw IllegalArgumentException("no such part") }.asTerm
    val numbered = makes.toList.zipWithIndex
    // Each switch handles the numbers up to its last and delegates the others to the next.
    def switchOf(groups: List[List[(Make, Int)]], number: Term, parts: Term): Term = groups match
      case Nil           => wrong
      case group :: rest =>
        val cases = group.map { case (make, i) => CaseDef(int(i), None, make.body(parts)) }
        val next  =
          if rest.isEmpty then wrong
          else
            val parameters = List("number" -> intType, "parts" -> TypeRepr.of[Array[AnyRef]])
            val symbol     = methods(Key("make", any, rest.head.head._2), "More", parameters, any) {
              case List(number, parts) => switchOf(rest, number, parts)
              case _                   => wrong
            }
            Apply(Ref(symbol), List(number, parts))
        Match(number, cases :+ CaseDef(Wildcard(), None, next))
    val root = switchOf(grouped(numbered), number, parts)
    Block(methods.definitions(), root.changeOwner(owner))

  private def grouped(makes: List[(Make, Int)]): List[List[(Make, Int)]] =
    makes
      .foldLeft(List.empty[(List[(Make, Int)], Int)]) {
        case ((group, size) :: rest, next) if size + next._1.size <= MostSize =>
          (next :: group, size + next._1.size) :: rest
        case (groups, next) => (List(next), next._1.size) :: groups
      }
      .map(_._1.reverse)
      .reverse

  // Target size of one method, in bytes of code.
  private final val MostSize = 4000

  // ---------------------------------------------------------------- shapes

  private def describe(shape: Shape): Described = shape match
    case Primitive(_, kind)          => Described.Primitive(kind)
    case External(_, _, builtIn)     => Described.External(indexOf(shape), builtIn)
    case Optional(_, of)             => Described.Optional(describe(of))
    case Alternative(_, left, right) => Described.Alternative(describe(left), describe(right))
    case Tuples(_, elements)         => Described.Tuple(elements.map(describe).toVector)
    case sequence: Sequence          => describeSequence(sequence)
    case Mapping(_, key, value, _)   => Described.Mapping(indexOf(shape), describe(key), describe(value))
    case Boxed(of)                   => Described.Boxed(describe(of))
    case Wrapper(tpe, of, _, wrap)   =>
      val make = makeOf(1)(parts => wrap(element(parts, 0, of.tpe)))
      Described.Wrapper(wrapperName(tpe), make, migrationOf(tpe), wrappedField(tpe, of))
    case Identity(_, of) => Described.Identity(identityOf(of.tpe), describe(of))
    case Repeated(of)    => Described.Repeated(identityOf(of.tpe), describe(of))
    case Named(_, index) => Described.Named(index)

  private def describeSequence(shape: Sequence): Described =
    if isExternal(shape) then
      Described.Sequence(
        if isSet(shape.tpe) then Gathered.Set else Gathered.External,
        indexOf(shape),
        describe(shape.of)
      )
    else
      shape.collection match
        case Collection.List   => Described.Sequence(Gathered.List, -1, describe(shape.of))
        case Collection.Vector => Described.Sequence(Gathered.Vector, -1, describe(shape.of))
        case _                 =>
          val make = shape.of.tpe.asType match
            case '[e] =>
              val tag = Expr
                .summon[scala.reflect.ClassTag[e]]
                .getOrElse(report.errorAndAbort(s"No ClassTag for the elements of ${shape.tpe.show}"))
              makeOf(2) { parts =>
                val elements = element(parts, 0, TypeRepr.of[Iterable[e]]).asExprOf[Iterable[e]]
                '{ $elements.toArray[e](using $tag) }.asTerm
              }
          Described.Sequence(Gathered.Array, make, describe(shape.of))

  // An opaque type has neither a name nor a field in the schema, nor have Java's boxes.
  private def isNamedWrapper(tpe: TypeRepr): Boolean =
    tpe.typeSymbol.isClassDef && !tpe.typeSymbol.flags.is(Flags.JavaDefined) && fieldNamesOf(tpe).nonEmpty

  private def wrapperName(tpe: TypeRepr): String = if isNamedWrapper(tpe) then shortName(tpe.typeSymbol) else ""

  private def wrappedField(tpe: TypeRepr, of: Shape): PartField =
    if !isNamedWrapper(tpe) then PartField("", Vector.empty, -1, describe(of))
    else fieldOf(tpe, FieldShape(tpe.typeSymbol.declaredField(fieldNamesOf(tpe).head), of.tpe, of))

  private def fieldOf(tpe: TypeRepr, field: FieldShape): PartField =
    PartField(field.name, wasOf(parameter(tpe, field.name)), defaultOf(tpe, field), describe(field.shape))

  private def element(parts: Term, index: Int, tpe: TypeRepr): Term =
    val array = parts.asExprOf[Array[AnyRef]]
    tpe.asType match
      case '[t] => '{ $array(${ Expr(index) }).asInstanceOf[t] }.asTerm

  // ---------------------------------------------------------------- records and sums

  private def part(index: Int): Part = definition(index) match
    case record: RecordShape =>
      val fields = record.fields.toVector.map(fieldOf(record.tpe, _))
      val make   = makeOf(record.fields.size) { parts =>
        construct(record.tpe, record.fields.zipWithIndex.map((field, i) => element(parts, i, field.tpe)))
      }
      checkFormerNames(record.tpe, fields.map(field => field.name -> field.was))
      Part.Record(record.name, make, migrationOf(record.tpe), fields)
    case sum: SumShape =>
      val cases = sum.cases.toVector.map {
        case CaseShape(name, tpe, Some(singleton), _) =>
          PartCase(name, wasOf(caseSymbols(tpe, singleton)), makeOf(0)(_ => singleton), -1)
        case CaseShape(name, tpe, _, record) => PartCase(name, wasOf(List(tpe.typeSymbol)), -1, record.get)
      }
      checkFormerNames(sum.tpe, cases.map(c => c.name -> c.was))
      Part.Sum(sum.name, migrationOf(sum.tpe), fallbackOf(sum), cases)

  private def checkFormerNames(tpe: TypeRepr, names: Vector[(String, Vector[String])]): Unit =
    FormerNames.problem(names).foreach(problem => report.errorAndAbort(s"${tpe.show}: $problem"))

  private def caseSymbols(tpe: TypeRepr, singleton: Term): List[Symbol] =
    List(singleton.symbol, tpe.termSymbol, tpe.typeSymbol).filter(_.exists)

  // A field's annotations are those of the constructor parameter and of the accessor.
  private def parameter(tpe: TypeRepr, name: String): List[Symbol] =
    tpe.typeSymbol.declaredField(name) :: tpe.typeSymbol.primaryConstructor.paramSymss.flatten.filter(_.name == name)

  private def annotation(symbols: List[Symbol], of: Symbol): Option[Term] =
    symbols.filter(_.exists).flatMap(_.getAnnotation(of)).headOption

  private def argumentsOf(annotation: Term): List[Term] = annotation match
    case Apply(_, arguments) => arguments
    case _                   => Nil

  private def wasOf(symbols: List[Symbol]): Vector[String] =
    annotation(symbols, TypeRepr.of[was].typeSymbol).toVector.flatMap(argumentsOf).flatMap(strings)

  private def strings(term: Term): List[String] = term match
    case Literal(StringConstant(name))        => List(name)
    case Typed(inner, _)                      => strings(inner)
    case quotes.reflect.Repeated(elements, _) => elements.flatMap(strings)
    case Inlined(_, _, inner)                 => strings(inner)
    case other                                => report.errorAndAbort(s"@was takes literal names, not ${other.show}")

  /** A line for each former name of an outermost record or sum: the present name, a tab, the former name. */
  def formerNamesOf(root: Shape): String =
    def names(shape: Shape): List[String] = shape match
      case Named(_, index) =>
        val now = definition(index)
        wasOf(List(now.tpe.typeSymbol)).map(before => s"${now.name}\t$before").toList
      case Optional(_, of)             => names(of)
      case Alternative(_, left, right) => names(left) ++ names(right)
      case Tuples(_, elements)         => elements.flatMap(names)
      case Sequence(_, _, of, _)       => names(of)
      case Mapping(_, key, value, _)   => names(key) ++ names(value)
      case Boxed(of)                   => names(of)
      case Wrapper(tpe, of, _, _)      =>
        val own = if isNamedWrapper(tpe) then wasOf(List(tpe.typeSymbol)) else Nil
        own.map(before => s"${shortName(tpe.typeSymbol)}\t$before").toList ++ names(of)
      case Identity(_, of)           => names(of)
      case Repeated(of)              => names(of)
      case _: (Primitive | External) => Nil
    names(root).distinct.mkString("\n")

  // The number of the value that a field takes where old data lacks it; -1 if there is none.
  private def defaultOf(tpe: TypeRepr, field: FieldShape): Int =
    annotation(parameter(tpe, field.name), TypeRepr.of[added].typeSymbol)
      .flatMap(argumentsOf(_).headOption) match
      case Some(value) => makeOf(4)(_ => addedValue(value, field, tpe))
      case None        =>
        val number = fieldNamesOf(tpe).indexOf(field.name) + 1
        val getter = tpe.typeSymbol.companionModule.methodMember(s"$$lessinit$$greater$$default$$$number")
        getter.headOption.fold(-1)(method => makeOf(1)(_ => defaultValue(tpe, method)))

  private def addedValue(value: Term, field: FieldShape, tpe: TypeRepr): Term =
    val plain = value match
      case Literal(IntConstant(n)) if field.tpe =:= TypeRepr.of[Long]   => Literal(LongConstant(n))
      case Literal(IntConstant(n)) if field.tpe =:= TypeRepr.of[Double] => Literal(DoubleConstant(n))
      case Literal(IntConstant(n)) if field.tpe =:= TypeRepr.of[Float]  => Literal(FloatConstant(n.toFloat))
      case Literal(IntConstant(n)) if field.tpe =:= TypeRepr.of[Short]  => Literal(ShortConstant(n.toShort))
      case Literal(IntConstant(n)) if field.tpe =:= TypeRepr.of[Byte]   => Literal(ByteConstant(n.toByte))
      case other                                                        => other
    if !(plain.tpe <:< field.tpe) then
      report.errorAndAbort(
        s"@added gives ${plain.tpe.widen.show} for the field ${field.name} of ${tpe.show}, " +
          s"which is a ${field.tpe.show}"
      )
    plain

  private def defaultValue(tpe: TypeRepr, getter: Symbol): Term =
    val method = Select(Ref(tpe.typeSymbol.companionModule), getter)
    if getter.paramSymss.exists(_.exists(_.isType)) then TypeApply(method, tpe.typeArgs.map(Inferred(_))) else method

  // The index of the case for unknown cases.
  private def fallbackOf(sum: SumShape): Int =
    val marked = sum.cases.zipWithIndex.filter((c, _) =>
      annotation(List(c.tpe.typeSymbol, c.tpe.termSymbol), TypeRepr.of[fallback].typeSymbol).isDefined
    )
    marked match
      case Nil              => -1
      case List((c, index)) =>
        c.record.map(record(_).fields.map(_.tpe)) match
          case Some(List(field)) if field =:= TypeRepr.of[UnknownCase] => index
          case _                                                       =>
            report.errorAndAbort(s"${c.name}, marked by @fallback, must have one field, an UnknownCase")
      case several =>
        report.errorAndAbort(s"${sum.name} has several cases marked by @fallback: ${several.map(_._1.name)}")

  // The number of the given `Migration` to this type, or -1.
  private def migrationOf(tpe: TypeRepr): Int = migrationTo(tpe).fold(-1)(migration => makeOf(1)(_ => migration))
