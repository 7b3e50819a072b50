package brine.codec.derive

import scala.quoted.*

/** The shapes of the user's own types: records, sums of any nesting, wrappers. */
private[derive] trait Structures extends Shapes:
  import quotes.reflect.*

  protected def structural(tpe: TypeRepr, path: List[String]): Option[Shape] =
    val symbol = tpe.typeSymbol
    if isOpaque(tpe) then opaque(tpe, path)
    else if isSingleton(tpe) || isJavaEnumValue(tpe) then Some(number(tpe)(singletonSum(tpe)))
    else if symbol.flags.is(Flags.JavaDefined) && symbol.flags.is(Flags.Enum) then Some(number(tpe)(javaEnum(tpe)))
    else if !symbol.isClassDef || isLibrary(symbol) then None
    else if symbol.flags.is(Flags.Case) then Some(caseClass(tpe, path))
    else if symbol.flags.is(Flags.Sealed) then Some(number(tpe)(sum(tpe, path)))
    else if tpe <:< TypeRepr.of[AnyVal] then valueClass(tpe, path)
    else None

  // Sealed types of the standard library are collections and the like; their cases are implementation details.
  private def isLibrary(symbol: Symbol): Boolean = symbol.fullName.startsWith("scala.") && !symbol.flags.is(Flags.Case)

  // ---------------------------------------------------------------- access

  protected def isClosed(tpe: TypeRepr): Boolean =
    val symbol = tpe.typeSymbol
    val leaves =
      if !symbol.isClassDef || symbol.flags.is(Flags.JavaDefined) then Nil
      else if symbol.flags.is(Flags.Case) then List(symbol)
      else if symbol.flags.is(Flags.Sealed) then
        leavesOf(symbol).map(_._1).filter(leaf => leaf.isClassDef && !isModule(leaf))
      else Nil
    leaves.exists(closedPart(_).nonEmpty)

  private def isModule(symbol: Symbol): Boolean = symbol.flags.is(Flags.Module)

  // What of a case class is private, as seen from where the codec is derived.
  private def closedPart(of: Symbol): Option[String] =
    def isHidden(member: Symbol): Boolean =
      member.flags.is(Flags.Private) && !owners(Symbol.spliceOwner).exists(owner =>
        owner == of || (of.companionModule.exists && owner == of.companionModule.moduleClass)
      )
    if isHidden(of.primaryConstructor) then Some("constructor")
    else parameterNames(of).find(name => isHidden(of.declaredField(name))).map(name => s"field $name")

  private def owners(symbol: Symbol): List[Symbol] =
    List.unfold(symbol)(at => Option.when(!at.isNoSymbol)(at -> at.maybeOwner))

  private def requireOpen(tpe: TypeRepr, path: List[String]): Unit =
    closedPart(tpe.typeSymbol).foreach: part =>
      report.errorAndAbort(
        s"The $part of ${tpe.show} is private${neededFor(path)}. Write `derives Codec` on ${tpe.typeSymbol.name} " +
          "itself, or give it a codec in its companion, for example by `imap`"
      )

  // ---------------------------------------------------------------- wrappers

  private def isOpaque(tpe: TypeRepr): Boolean = tpe.typeSymbol.flags.is(Flags.Opaque) && !tpe.typeSymbol.isClassDef

  private def opaque(tpe: TypeRepr, path: List[String]): Option[Shape] = tpe match
    case reference: TypeRef                     => Some(wrapCast(tpe, reference.translucentSuperType, path))
    case AppliedType(tycon: TypeRef, arguments) =>
      Some(wrapCast(tpe, tycon.translucentSuperType.appliedTo(arguments).dealias.simplified, path))
    case _ => None

  private def wrapCast(tpe: TypeRepr, underlying: TypeRepr, path: List[String]): Shape =
    Wrapper(tpe, shapeOf(underlying, path), cast(_, underlying), cast(_, tpe))

  private def valueClass(tpe: TypeRepr, path: List[String]): Option[Shape] =
    constructorFields(tpe) match
      case List((field, _, actual)) if field.exists && !field.flags.is(Flags.Private) =>
        Some(wrapField(tpe, field, actual, actual, path))
      case _ => None

  private def wrapField(tpe: TypeRepr, field: Symbol, declared: TypeRepr, actual: TypeRepr, path: List[String]): Shape =
    Wrapper(
      tpe,
      fieldShape(declared, actual, field.name :: path),
      Select(_, field),
      value => construct(tpe, List(value))
    )

  // ---------------------------------------------------------------- records

  private def caseClass(tpe: TypeRepr, path: List[String]): Shape =
    if tpe.typeSymbol.primaryConstructor.paramSymss.flatten.exists(isRepeated) then
      report.errorAndAbort(s"${tpe.show} takes any number of arguments (`*`); give it a codec of its own by `imap`")
    requireOneList(tpe)
    requireOpen(tpe, path)
    requireArguments(tpe, path)
    constructorFields(tpe) match
      case List((field, declared, actual)) if !wrapsItself(tpe, actual) => wrapField(tpe, field, declared, actual, path)
      case _                                                            => number(tpe)(recordOf(tpe, path))

  private def requireArguments(tpe: TypeRepr, path: List[String]): Unit =
    if tpe.typeArgs.exists { case _: TypeBounds => true; case _ => false } then
      report.errorAndAbort(
        s"${tpe.show} has a type argument that may be several types${neededFor(path)}; name one type"
      )

  private def requireOneList(tpe: TypeRepr): Unit =
    val parameterLists = tpe.typeSymbol.primaryConstructor.paramSymss.filterNot(_.exists(_.isType))
    if parameterLists.sizeIs > 1 then
      report.errorAndAbort(s"${tpe.show} has more than one parameter list; give it a codec of its own by `imap`")

  protected def recordOf(tpe: TypeRepr, path: List[String]): RecordShape =
    requireOneList(tpe)
    requireOpen(tpe, path)
    val fields = constructorFields(tpe).map { (field, declared, actual) =>
      val shape = fieldShape(declared, actual, field.name :: path)
      FieldShape(field, actual, if isMarked(tpe, field) then mark(shape) else shape)
    }
    RecordShape(tpe, shortName(tpe.typeSymbol), fields)

  private def isMarked(tpe: TypeRepr, field: Symbol): Boolean =
    val parameters = tpe.typeSymbol.primaryConstructor.paramSymss.flatten
    field.hasAnnotation(dictAnnotation) || parameters.exists(p =>
      p.name == field.name && p.hasAnnotation(dictAnnotation)
    )

  private def isRepeated(parameter: Symbol): Boolean = parameter.tree match
    case ValDef(_, tpt, _) =>
      tpt.tpe match
        case AnnotatedType(_, annotation) => annotation.tpe.typeSymbol == defn.RepeatedAnnot
        case other                        => other.typeSymbol == defn.RepeatedParamClass
    case _ => false

  private def parameterNames(symbol: Symbol): List[String] =
    symbol.primaryConstructor.paramSymss.filterNot(_.exists(_.isType)).headOption.getOrElse(Nil).map(_.name)

  /** The fields of the primary constructor: accessor, type as declared, type with arguments filled in. */
  private def constructorFields(tpe: TypeRepr): List[(Symbol, TypeRepr, TypeRepr)] =
    val symbol = tpe.typeSymbol
    parameterNames(symbol).map { name =>
      // Not `fieldMember`, which looks through all members of the class each time.
      val field = symbol.declaredField(name)
      (field, symbol.typeRef.memberType(field), tpe.memberType(field))
    }

  /** The names of the fields of a case class or value class. */
  def fieldNamesOf(tpe: TypeRepr): List[String] = parameterNames(tpe.typeSymbol)

  /** The names and types of the fields of a case class; none of other types. */
  protected def fieldsOf(tpe: TypeRepr): List[(String, TypeRepr)] =
    val symbol = tpe.typeSymbol
    if !symbol.isClassDef || !symbol.flags.is(Flags.Case) then Nil
    else constructorFields(tpe).map((field, _, actual) => (field.name, actual))

  // A wrapper of itself, through anything without a number of its own, would be infinite: such a type is a record
  // instead.
  private def wrapsItself(tpe: TypeRepr, field: TypeRepr): Boolean =
    def reaches(at: TypeRepr, seen: List[TypeRepr]): Boolean =
      val plain = at.dealias
      def field = constructorFields(plain)
      if plain =:= tpe then true
      else if seen.exists(_ =:= plain) || isGrowing(plain, seen) then false
      else if isWrapperClass(plain) then field.exists((_, _, actual) => reaches(actual, plain :: seen))
      else if plain.typeSymbol.flags.is(Flags.Case) || plain.typeSymbol.flags.is(Flags.Sealed) && !isStandard(plain)
      then false
      else plain.typeArgs.exists(reaches(_, plain :: seen))
    reaches(field, Nil)

  private def isWrapperClass(tpe: TypeRepr): Boolean =
    val symbol = tpe.typeSymbol
    symbol.isClassDef && symbol.flags.is(Flags.Case) && !isSingleton(tpe) && !isStandard(tpe) &&
    constructorFields(tpe).sizeIs == 1

  private def isStandard(tpe: TypeRepr): Boolean = tpe.typeSymbol.fullName.startsWith("scala.")

  /** A new value of a case class from its fields. */
  def construct(tpe: TypeRepr, arguments: List[Term]): Term =
    val constructor = Select(New(Inferred(tpe)), tpe.typeSymbol.primaryConstructor)
    val typed = if tpe.typeArgs.isEmpty then constructor else TypeApply(constructor, tpe.typeArgs.map(Inferred(_)))
    Apply(typed, arguments)

  def cast(term: Term, to: TypeRepr): Term =
    TypeApply(Select.unique(term, "asInstanceOf"), List(Inferred(to)))

  // ---------------------------------------------------------------- sums

  private def isSingleton(tpe: TypeRepr): Boolean =
    val symbol = tpe.typeSymbol
    tpe.isSingleton || (symbol.isClassDef && symbol.flags.is(Flags.Module))

  private def isJavaEnumValue(tpe: TypeRepr): Boolean =
    tpe.termSymbol.flags.is(Flags.JavaDefined) && tpe.termSymbol.flags.is(Flags.Enum)

  // A singleton on its own is a record without fields.
  private def singletonSum(tpe: TypeRepr): NamedShape =
    val symbol = if tpe.termSymbol.exists then tpe.termSymbol else tpe.typeSymbol.companionModule
    SumShape(tpe, shortName(symbol), List(CaseShape(shortName(symbol), tpe, Some(Ref(symbol)), None)))

  private def javaEnum(tpe: TypeRepr): NamedShape =
    val symbol   = tpe.typeSymbol
    val children = symbol.children
    // The children come in no reliable order; the class declares them in the order of their ordinals.
    val values = symbol.companionModule.moduleClass.declarations.filter(children.contains)
    SumShape(tpe, symbol.name, values.map(v => CaseShape(v.name, tpe, Some(Ref(v)), None)))

  private def sum(tpe: TypeRepr, path: List[String]): NamedShape =
    val leaves = leavesOf(tpe.typeSymbol).distinctBy(_._1)
    if leaves.isEmpty then report.errorAndAbort(s"${tpe.show} has no cases to derive a codec for")
    val names = caseNames(tpe, leaves)
    SumShape(tpe, shortName(tpe.typeSymbol), leaves.map((symbol, _) => leaf(tpe, symbol, names(symbol), path)))

  // The short names of cases. Cases with the same one are named after what they are declared in as well, or after the
  // sealed type that they extend.
  private def caseNames(tpe: TypeRepr, leaves: List[(Symbol, Symbol)]): Map[Symbol, String] =
    leaves
      .groupBy((symbol, _) => shortName(symbol))
      .toList
      .flatMap {
        case (name, List((only, _))) => List(only -> name)
        case (name, several)         =>
          val owners =
            several.map((symbol, parent) => symbol -> s"${ownerName(symbol).getOrElse(shortName(parent))}.$name")
          val parents = several.map((symbol, parent) => symbol -> s"${shortName(parent)}.$name")
          List(owners, parents)
            .find(named => named.map(_._2).distinct.sizeIs == named.size)
            .getOrElse(report.errorAndAbort(s"${tpe.show} has several cases named $name; rename all but one of them"))
      }
      .toMap

  private def ownerName(leaf: Symbol): Option[String] =
    val owner = leaf.owner
    Option
      .when(owner.isClassDef && !owner.flags.is(Flags.Package) && !owner.name.endsWith("$package$"))(shortName(owner))

  // The leaves of nested sealed types, in declaration order, each with the sealed type it extends; one tag covers all.
  private def leavesOf(symbol: Symbol): List[(Symbol, Symbol)] =
    symbol.children.flatMap { child =>
      val isLeaf = child.isTerm || child.flags.is(Flags.Module) || child.flags.is(Flags.Case)
      if isLeaf then List(child -> symbol)
      else if child.flags.is(Flags.Sealed) then leavesOf(child)
      else
        report.errorAndAbort(
          s"${child.fullName}, a case of ${symbol.fullName}, is neither a case class, an object nor sealed: " +
            "make it one of these, so that its values can be identified"
        )
    }

  private def leaf(parent: TypeRepr, symbol: Symbol, name: String, path: List[String]): CaseShape =
    if symbol.isTerm then CaseShape(name, symbol.termRef, Some(Ref(symbol)), None)
    else if symbol.flags.is(Flags.Module) then
      CaseShape(name, symbol.companionModule.termRef, Some(Ref(symbol.companionModule)), None)
    else
      val tpe    = leafType(parent, symbol)
      val record = recordNumber(tpe, name :: path)
      CaseShape(name, tpe, None, Some(record))

  // A case of one field is a wrapper elsewhere, but a record within its sum, where it has a name.
  private val leafRecords = scala.collection.mutable.ArrayBuffer.empty[(TypeRepr, Int)]

  private def recordNumber(tpe: TypeRepr, path: List[String]): Int =
    leafRecords.collectFirst { case (t, index) if t =:= tpe => index }.getOrElse {
      val index = named.size
      named += None
      leafRecords += tpe -> index
      named(index) = Some(recordOf(tpe, path))
      index
    }

  // The type of a leaf with the parent's type arguments applied.
  private def leafType(parent: TypeRepr, leaf: Symbol): TypeRepr =
    val parameters = leaf.primaryConstructor.paramSymss.find(_.exists(_.isType)).getOrElse(Nil).map(_.name)
    val ownTypes   = parameters.map(name => leaf.typeMember(name))
    if ownTypes.isEmpty then leaf.typeRef
    else
      val pattern = leaf.typeRef.baseType(parent.typeSymbol).typeArgs
      val found   = ownTypes.map { own =>
        pattern
          .zip(parent.baseType(parent.typeSymbol).typeArgs)
          .collectFirst {
            case (argument, actual) if argument.typeSymbol == own => actual
          }
          .getOrElse {
            report.errorAndAbort(
              s"The type argument ${own.name} of ${leaf.fullName} does not follow from ${parent.show}"
            )
          }
      }
      leaf.typeRef.appliedTo(found)

  protected def shortName(symbol: Symbol): String = symbol.name.stripSuffix("$")
