package brine.lab.sample

import scala.deriving.Mirror
import scala.quoted.*

/** Macros that look at types: how they stand in JSON, and which types of the user's own they need. */
private[sample] object Derivation:

  def form[A: Type](mirror: Expr[Mirror.Of[A]])(using Quotes): Expr[JsonForm[A]] =
    import quotes.reflect.*
    val tpe    = TypeRepr.of[A]
    val symbol = tpe.typeSymbol
    mirror match
      case '{ $sum: Mirror.SumOf[A] } =>
        val cases = children(tpe)
        val texts = Expr(cases.map((symbol, _) => label(symbol)))
        if cases.forall((symbol, _) => isSingleton(symbol)) then
          val values = Expr.ofList(cases.map((symbol, _) => Ref(singleton(symbol)).asExprOf[A]))
          '{ ChoiceForm[A]($texts, $values) }
        else
          val field = text(symbol, TypeRepr.of[discriminator]).getOrElse("type")
          val forms = Expr.ofList(cases.map: (_, tpe) =>
            tpe.asType match
              case '[type c <: A; c] => summoned[c])
          '{ UnionForm[A](${ Expr(field) }, $texts, $forms, $sum) }
      case '{ $product: Mirror.ProductOf[A] } =>
        val fields   = symbol.primaryConstructor.paramSymss.filterNot(_.exists(_.isType)).headOption.getOrElse(Nil)
        val types    = symbol.caseFields.map(tpe.memberType)
        val labels   = Expr(fields.map(label))
        val isBare   = Expr(symbol.annotations.exists(_.tpe =:= TypeRepr.of[bare]))
        val optional = Expr(types.map(_.dealias.typeSymbol == TypeRepr.of[Option[Any]].typeSymbol))
        val forms    = Expr.ofList(types.map(_.asType match
          case '[t] => summoned[t]))
        '{ RecordForm[A]($labels, $isBare, $forms, $optional, $product) }

  private def summoned[A: Type](using Quotes): Expr[JsonForm[A]] =
    import quotes.reflect.*
    Implicits.search(TypeRepr.of[JsonForm[A]]) match
      case found: ImplicitSearchSuccess   => found.tree.asExprOf[JsonForm[A]]
      case failure: ImplicitSearchFailure => report.errorAndAbort(failure.explanation)

  private def label(using Quotes)(symbol: quotes.reflect.Symbol): String =
    text(symbol, quotes.reflect.TypeRepr.of[name]).getOrElse(symbol.name.stripSuffix("$"))

  /** The argument of an annotation. */
  private def text(using Quotes)(symbol: quotes.reflect.Symbol, annotation: quotes.reflect.TypeRepr): Option[String] =
    import quotes.reflect.*
    symbol.annotations.collectFirst:
      case Apply(made, List(argument)) if made.symbol.owner == annotation.typeSymbol =>
        argument match
          case NamedArg(_, Literal(StringConstant(text))) => text
          case Literal(StringConstant(text))              => text
          case _                                          => report.errorAndAbort("expected a string", argument.pos)

  private def isSingleton(using Quotes)(symbol: quotes.reflect.Symbol): Boolean =
    symbol.isTerm || symbol.flags.is(quotes.reflect.Flags.Module)

  private def singleton(using Quotes)(symbol: quotes.reflect.Symbol): quotes.reflect.Symbol =
    if symbol.isTerm then symbol else symbol.companionModule

  /** The cases of a sealed type, with their types under the type's own arguments. */
  private def children(using
      Quotes
  )(tpe: quotes.reflect.TypeRepr): List[(quotes.reflect.Symbol, quotes.reflect.TypeRepr)] =
    import quotes.reflect.*
    tpe.typeSymbol.children.map: child =>
      if child.isTerm then child -> child.termRef
      else if child.flags.is(Flags.Module) then child -> child.companionModule.termRef
      else
        val parameters = child.primaryConstructor.paramSymss.flatten.filter(_.isType)
        if parameters.isEmpty then child -> child.typeRef
        else child                       -> child.typeRef.appliedTo(tpe.typeArgs.take(parameters.size))

  // ------------------------------------------------------------------------------------------- types of the user's own

  def userTypes[A: Type](using Quotes): Expr[List[UserType]] =
    import quotes.reflect.*
    val found   = scala.collection.mutable.LinkedHashMap[String, Expr[UserType]]()
    val visited = scala.collection.mutable.HashSet[String]()

    def isOwn(symbol: Symbol): Boolean =
      val name = symbol.fullName
      !name.startsWith("scala.") && !name.startsWith("java.") && !name.startsWith("brine.lab.sample.")

    def visit(given_ : TypeRepr): Unit =
      val tpe    = given_.dealias.widenTermRefByName
      val symbol = tpe.typeSymbol
      tpe.typeArgs.foreach(visit)
      val shown = tpe.show(using Printer.TypeReprCode)
      if isOwn(symbol) && symbol.isClassDef && visited.add(shown) then
        val flags = symbol.flags
        val isSum = flags.is(Flags.Sealed) && (flags.is(Flags.Trait) || flags.is(Flags.Abstract)) ||
          flags.is(Flags.Enum) && !flags.is(Flags.Case)
        val cases    = if isSum then children(tpe) else Nil
        val isChoice = isSum && cases.nonEmpty && cases.forall((child, _) => child.isTerm)
        cases.foreach((child, one) => if !isSingleton(child) then visit(one))
        val isProduct = !isSum && flags.is(Flags.Case)
        if isProduct then symbol.caseFields.foreach(field => visit(tpe.memberType(field)))
        val kind =
          if isChoice then "choice"
          else if isSum then "sum"
          else if flags.is(Flags.Module) then "object"
          else if isProduct then "record"
          else "other"
        val singletons = cases.collect {
          case (child, one) if isSingleton(child) && !isChoice => one.show(using Printer.TypeReprCode)
        }
        found(shown) = '{
          UserType(
            ${ Expr(shown) },
            ${ Expr(kind) },
            ${ Expr(tpe.typeArgs.nonEmpty) },
            ${ Expr(cases.map(_._2.show(using Printer.TypeReprCode))) },
            ${ Expr(singletons) }
          )
        }

    visit(TypeRepr.of[A])
    val all = Expr.ofList(found.values.toList)
    '{ UserType(${ Expr(TypeRepr.of[A].dealias.show(using Printer.TypeReprCode)) }, "root", false, Nil, Nil) :: $all }
