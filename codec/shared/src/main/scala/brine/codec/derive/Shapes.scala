package brine.codec.derive

import brine.codec.{dict, Codec}
import brine.codec.Schema.Kind

import scala.collection.mutable
import scala.quoted.*

/** What the macro knows about a type's bytes: a shape per type, resolved once and memoized.
  *
  * Records and sums are kept in [[named]], so that a recursive type refers to itself by number. Each has one set of
  * methods however often it occurs: generated code grows with the number of types, not with the number of paths to
  * them.
  */
private[derive] trait Shapes:
  val quotes: Quotes
  given quotes.type = quotes
  import quotes.reflect.*

  /** How the values of a type are written. */
  sealed trait Shape:
    def tpe: TypeRepr

  /** A value with its own method on `Out` and `In`. */
  final case class Primitive(tpe: TypeRepr, kind: Kind) extends Shape

  /** A value that a codec found in scope writes; `builtIn` if it is one of Brine's, whose layout is known. */
  final case class External(tpe: TypeRepr, codec: Term, builtIn: Boolean) extends Shape

  /** An `Option`; `of` is treated as if it were a field itself. */
  final case class Optional(tpe: TypeRepr, of: Shape)                    extends Shape
  final case class Alternative(tpe: TypeRepr, left: Shape, right: Shape) extends Shape
  final case class Tuples(tpe: TypeRepr, elements: List[Shape])          extends Shape

  /** Any collection; `codec` is the codec in scope, if there is one. */
  final case class Sequence(tpe: TypeRepr, collection: Collection, of: Shape, codec: Option[Term]) extends Shape
  final case class Mapping(tpe: TypeRepr, key: Shape, value: Shape, codec: Option[Term])           extends Shape

  /** A value that keeps its bits, because its type is a type parameter of the enclosing class. */
  final case class Boxed(of: Shape) extends Shape:
    def tpe = of.tpe

  /** A case class of one field, a value class or an opaque type: written as the value it wraps. */
  final case class Wrapper(tpe: TypeRepr, of: Shape, unwrap: Term => Term, wrap: Term => Term) extends Shape

  /** A `Shared`, whose occurrences refer to each other. */
  final case class Identity(tpe: TypeRepr, of: Shape) extends Shape

  /** A value marked by `@dict`. */
  final case class Repeated(of: Shape) extends Shape:
    def tpe = of.tpe

  /** A record or a sum, by number. */
  final case class Named(tpe: TypeRepr, index: Int) extends Shape

  /** The collections the macro writes loops for; others go through their codec. */
  enum Collection:
    case List, Vector, Array, Other

  sealed trait NamedShape:
    def tpe: TypeRepr
    def name: String

  final case class RecordShape(tpe: TypeRepr, name: String, fields: List[FieldShape]) extends NamedShape
  final case class SumShape(tpe: TypeRepr, name: String, cases: List[CaseShape])      extends NamedShape

  /** A field of a record; `accessor` is its own symbol, because methods may have its name too. */
  final case class FieldShape(accessor: Symbol, tpe: TypeRepr, shape: Shape):
    def name: String              = accessor.name
    def select(value: Term): Term = Select(value, accessor)

  /** One leaf of a sum: a singleton, or a record by number. */
  final case class CaseShape(name: String, tpe: TypeRepr, singleton: Option[Term], record: Option[Int])

  /** The records and sums found so far; `None` while one is being resolved. */
  val named: mutable.ArrayBuffer[Option[NamedShape]] = mutable.ArrayBuffer.empty

  private val known: mutable.ArrayBuffer[(TypeRepr, Shape)] = mutable.ArrayBuffer.empty

  /** Assigns a number to a type before its parts are resolved, so that recursion ends. */
  protected def number(tpe: TypeRepr)(resolve: => NamedShape): Named =
    val shape = Named(tpe, named.size)
    named += None
    known += tpe -> marked(tpe, shape)
    named(shape.index) = Some(resolve)
    shape

  /** The record or sum with a number; all are resolved by the time code is generated. */
  def definition(index: Int): NamedShape = named(index).get

  /** The fields of the record of this number. */
  def record(index: Int): RecordShape = definition(index) match
    case record: RecordShape => record
    case sum: SumShape       => report.errorAndAbort(s"${sum.name} is not a record")

  // The types being resolved, innermost first.
  private var open: List[TypeRepr] = Nil

  /** The shape of a type; `path` is where it was found, for error messages. */
  def shapeOf(tpe: TypeRepr, path: List[String]): Shape =
    val plain = tpe.dealias
    known.collectFirst { case (t, shape) if t =:= plain => shape }.getOrElse {
      if isGrowing(plain, open) then
        report.errorAndAbort(
          s"${plain.typeSymbol.name} contains itself with ever larger type arguments${neededFor(path)}: it would need " +
            "a codec for each of infinitely many types. Give it a codec by hand with Codec.of, or change the type"
        )
      val before = open
      open = plain :: before
      val shape =
        try marked(plain, resolve(plain, path))
        finally open = before
      if !known.exists(_._1 =:= plain) then known += plain -> shape
      shape
    }

  /** Whether a class contains itself with larger and larger type arguments; `around` are the types around it, innermost
    * first.
    */
  protected def isGrowing(tpe: TypeRepr, around: List[TypeRepr]): Boolean =
    def size(of: TypeRepr): Int = 1 + of.dealias.typeArgs.map(size).sum
    val symbol                  = tpe.typeSymbol
    tpe.typeArgs.nonEmpty && symbol.isClassDef && !symbol.fullName.startsWith("scala.") && {
      val sizes = size(tpe) :: around.filter(_.typeSymbol == symbol).map(size)
      sizes.sizeIs > Shapes.MostGrowth && sizes.zip(sizes.tail).take(Shapes.MostGrowth).forall(_ > _)
    }

  /** The shape with its type's mark, if the type has one. */
  protected def marked(tpe: TypeRepr, shape: Shape): Shape = shape match
    case _: External                                       => shape
    case _ if tpe.typeSymbol.hasAnnotation(dictAnnotation) => mark(shape)
    case _                                                 => shape

  /** Marks a shape. There is no dictionary inside a marked value, so a second mark would have no effect. */
  protected def mark(shape: Shape): Shape = if isMarked(shape) then shape else Repeated(shape)

  private def isMarked(shape: Shape): Boolean = shape match
    case _: Repeated          => true
    case Boxed(of)            => isMarked(of)
    case Wrapper(_, of, _, _) => isMarked(of)
    case _                    => false

  protected lazy val dictAnnotation: Symbol = TypeRepr.of[dict].typeSymbol

  /** The name that identifies a type in references to its values. */
  def identityOf(tpe: TypeRepr): String =
    def isOpen(part: TypeRepr): Boolean = part.dealias match
      case AppliedType(_, arguments) => arguments.exists(isOpen)
      case other                     => other.typeSymbol.isTypeParam
    if isOpen(tpe) then
      report.errorAndAbort(
        s"${tpe.show} has a type parameter: what is Shared or marked by @dict must have a type known where its codec " +
          "is derived"
      )
    tpe.dealias.show

  /** The shape of a field. `declared` is its type as written in the class, `actual` has type arguments filled in. */
  def fieldShape(declared: TypeRepr, actual: TypeRepr, path: List[String]): Shape =
    (declared.dealias, actual.dealias) match
      case (d, a) if d.typeSymbol.isTypeParam => Boxed(shapeOf(a, path))
      case (AppliedType(d, List(dArg)), AppliedType(a, List(aArg)))
          if isOption(d) && isOption(a) && !overridden(actual) =>
        // Where an opaque type is transparent, only what it stands for has type arguments.
        Optional(actual.dealias, fieldShape(dArg, aArg, path))
      case _ => shapeOf(actual, path)

  private def isOption(tycon: TypeRepr): Boolean = tycon.typeSymbol == Symbol.requiredClass("scala.Option")

  private def overridden(tpe: TypeRepr): Boolean = codecInScope(tpe) match
    case Some(found) => !isOurs(found)
    case None        => false

  private def resolve(tpe: TypeRepr, path: List[String]): Shape =
    codecInScope(tpe) match
      case Some(found) if isOurs(found) =>
        builtIn(tpe, Some(found), path).getOrElse(External(tpe, found, builtIn = true))
      case Some(found) if !isDerived(found) || isClosed(tpe) => External(tpe, found, builtIn = false)
      case _                                                 =>
        builtIn(tpe, None, path).orElse(structural(tpe, path)).getOrElse(missing(tpe, path))

  /** Shapes of primitives and of the collections the macro knows. */
  protected def builtIn(tpe: TypeRepr, codec: Option[Term], path: List[String]): Option[Shape]

  /** Whether code here may not build values of a case class, or of a case of a sum, or may not read their fields. */
  protected def isClosed(tpe: TypeRepr): Boolean

  /** Shapes of case classes, sums, wrappers and tuples. */
  protected def structural(tpe: TypeRepr, path: List[String]): Option[Shape]

  protected def missing(tpe: TypeRepr, path: List[String]): Nothing =
    report.errorAndAbort(
      s"""No codec for ${tpe.show}${neededFor(path)}.
         |It is neither a case class, an enum, a sealed trait of such, nor a type Brine has a codec for.
         |${remedy(tpe)}""".stripMargin
    )

  private def remedy(tpe: TypeRepr): String =
    def isJava(name: String) = tpe.baseClasses.exists(_.fullName == name)
    val collections          =
      List("List", "Set", "Map", "Optional").map(name => s"java.util.$name").find(isJava)
    collections match
      case Some(name) if tpe.typeSymbol.fullName == name =>
        "On the JVM, `import brine.codec.javaapi.JavaTypes.given` provides codecs of Java's collections."
      case Some(name) =>
        s"Declare it as a $name; on the JVM, `import brine.codec.javaapi.JavaTypes.given` provides its codec."
      case None if isJava("java.util.Collection") =>
        "Declare it as a java.util.List or java.util.Set; on the JVM, `import brine.codec.javaapi.JavaTypes.given` " +
          "provides its codec."
      case None if isJava("java.lang.Record") =>
        s"For a Java record, put `given Codec[${tpe.show}]` into scope: derive a case class with the same fields and " +
          "convert it by `imap`."
      case None => s"Put a `given Codec[${tpe.show}]` into scope, for example by `Codec[Other].imap(...)(...)`."

  /** Where a type was found, for error messages. */
  protected def neededFor(path: List[String]): String =
    if path.isEmpty then "" else s" (needed for ${path.reverse.mkString(".").replace(".[", "[")})"

  // Searched before the type's structure is examined: a type with a codec of the user's is written by that codec.
  private def codecInScope(tpe: TypeRepr): Option[Term] =
    Implicits.search(TypeRepr.of[Codec].appliedTo(tpe)) match
      case found: ImplicitSearchSuccess => Some(found.tree)
      case _                            => None

  private def symbolOf(term: Term): Symbol = term match
    case Inlined(_, _, inner)   => symbolOf(inner)
    case Typed(inner, _)        => symbolOf(inner)
    case Apply(function, _)     => symbolOf(function)
    case TypeApply(function, _) => symbolOf(function)
    case Block(_, inner)        => symbolOf(inner)
    case other                  => other.symbol

  private lazy val ownGivens: List[Symbol] = Symbol.requiredModule("brine.codec.Codec").moduleClass.typeRef.baseClasses

  private def isOurs(term: Term): Boolean = ownGivens.contains(symbolOf(term).owner)

  // The compiler's name for the given that a `derives Codec` clause creates.
  private def isDerived(term: Term): Boolean = symbolOf(term).name == "derived$Codec"

private[derive] object Shapes:
  /** How many times in a row a class may contain itself with larger type arguments than before. */
  private val MostGrowth = 4
