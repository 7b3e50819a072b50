package brine.entity.internal.derive

import brine.codec.Codec
import brine.entity.Commands
import scala.quoted.*

/** `Commands.derived`: finds the cases of a type of commands, the type of each case's replies, and the codecs.
  *
  * Public only because `Commands.derived` is inline.
  */
object CommandsDerivation:
  def derive[C[+_]: Type](using Quotes): Expr[Commands[C]] =
    import quotes.reflect.*
    val commands = TypeRepr.of[C]
    val symbol   = commands.typeSymbol
    val name     = symbol.name
    val cases    = casesOf(symbol)
    if cases.isEmpty then
      report.errorAndAbort(s"$name is no type of commands: its cases are those of an enum or of a sealed trait")

    val problems = List.newBuilder[String]
    val replies  = cases.map: one =>
      replyOf(symbol, one) match
        case Left(problem) =>
          problems += problem
          None
        case Right(reply) =>
          reply.asType match
            case '[r] =>
              Expr.summon[Codec[r]] match
                case Some(codec) => Some(codec.asExprOf[Codec[?]])
                case None        =>
                  val shown = reply.show(using Printer.TypeReprShortCode)
                  problems += s"the reply of ${nameOf(one)}, $shown, has no codec: derive one with `derives Codec` " +
                    "on the class, or put a given into scope"
                  None
    val found = problems.result()
    if found.nonEmpty then report.errorAndAbort(found.mkString(s"$name is no type of commands: ", "; ", ""))

    val codecs = Expr.ofList(replies.flatten)
    val names  = Expr(cases.map(nameOf(_)))
    '{
      Commands.of[C](
        Codec.derived[C[Any]],
        $names.toVector,
        (command: C[Any]) => ${ numbering[C]('command) },
        () => $codecs.toArray
      )
    }

  // The class of an object has a name of its own.
  private def nameOf(using quotes: Quotes)(one: quotes.reflect.Symbol): String = one.name.stripSuffix("$")

  /** The cases that have no cases themselves. */
  private def casesOf(using quotes: Quotes)(symbol: quotes.reflect.Symbol): List[quotes.reflect.Symbol] =
    import quotes.reflect.*
    symbol.children.flatMap: child =>
      if child.children.isEmpty then
        if child.flags.is(Flags.Abstract) || child.flags.is(Flags.Trait) then Nil else List(child)
      else casesOf(child)

  /** The type that a case has as the parameter of its type of commands. */
  private def replyOf(using
      quotes: Quotes
  )(commands: quotes.reflect.Symbol, one: quotes.reflect.Symbol): Either[String, quotes.reflect.TypeRepr] =
    import quotes.reflect.*
    val declared = if one.isType then one.typeRef else one.termRef.widen
    declared.baseType(commands) match
      case AppliedType(_, List(reply)) =>
        if reply =:= TypeRepr.of[Nothing] then
          Left(s"${nameOf(one)} says no type of its reply: write `extends ${commands.name}[…]` behind it")
        else if one.isType && one.declaredTypes.exists(_.isTypeParam) then
          // A case of an enum that extends nothing gets the parameter of the enum.
          Left(
            s"${nameOf(one)} has a type parameter, so its reply has no codec: write `extends ${commands.name}[…]` " +
              "behind it, with one type of reply for each case"
          )
        else Right(reply)
      case _ => Left(s"${nameOf(one)} says no type of its reply: write `extends ${commands.name}[…]` behind it")

  /** The number of a command's case. */
  private def numbering[C[+_]: Type](command: Expr[C[Any]])(using Quotes): Expr[Int] =
    import quotes.reflect.*
    val symbol = TypeRepr.of[C].typeSymbol
    // The cases of an enum are numbered in their order, and refer to nothing that surrounds it.
    if symbol.flags.is(Flags.Enum) then '{ $command.asInstanceOf[scala.reflect.Enum].ordinal }
    else
      casesOf(symbol).zipWithIndex.foldRight('{ throw MatchError($command) }: Expr[Int]):
        case ((one, number), others) =>
          val is =
            if one.isType && !one.flags.is(Flags.Module) then
              one.typeRef.asType match
                case '[t] => '{ $command.isInstanceOf[t] }
            else
              val value = if one.isType then Ref(one.companionModule) else Ref(one)
              '{ $command.asInstanceOf[AnyRef] eq ${ value.asExpr }.asInstanceOf[AnyRef] }
          '{ if $is then ${ Expr(number) } else $others }
