package brine.codec.internal.schema

import brine.codec.Schema
import brine.codec.Schema.{Case, Definition, Field, Kind, Type}

import scala.collection.mutable

/** Combines schemas and puts them in canonical order: each definition once, numbered as a walk from the root first
  * meets it.
  */
private[codec] object SchemaLinker:

  /** The schema whose root is built from the roots of `parts`. */
  def combine(parts: Seq[Schema])(root: Seq[Type] => Type): Schema =
    val starts = parts.scanLeft(0)((start, part) => start + part.definitions.size)
    val moved  = parts.zip(starts).map((part, start) => part.definitions.map(shiftDefinition(_, start)))
    val roots  = parts.zip(starts).map((part, start) => shift(part.root, start))
    canonical(root(roots), moved.flatten.toVector)

  /** A placeholder in a derived schema for the external codec of this number; [[fill]] replaces it. */
  def hole(number: Int): Type = Type.Custom(s"$Hole$number")

  /** The placeholder for an element of a sequence that is not packed, whatever the external codec writes. */
  def aloneHole(number: Int): Type = hole(-1 - number)

  private inline val Hole = "\u0000"

  /** Replaces the placeholders of a schema by the schemas of external codecs.
    *
    * @param arePacked
    *   whether sequences of what the external codec of a number writes are packed
    */
  def fill(schema: Schema, externals: Vector[Schema])(arePacked: Int => Boolean): Schema =
    if externals.isEmpty then schema
    else
      val starts = externals.scanLeft(schema.definitions.size)((start, part) => start + part.definitions.size)
      val moved  = externals.zip(starts).flatMap((part, start) => part.definitions.map(shiftDefinition(_, start)))
      def filled(tpe: Type): Type = tpe match
        case Type.Custom(name) if name.startsWith(Hole) =>
          val number = math.max(numberOf(name), -1 - numberOf(name))
          shift(externals(number).root, starts(number))
        case Type.Sequence(of) => Type.Sequence(element(of))
        case Type.Set(of)      => Type.Set(element(of))
        case other             => mapType(other)(filled)
      def numberOf(hole: String): Int = hole.drop(Hole.length).toInt
      // A placeholder may turn out to be a number that is not packed: that of a class, or of Java's boxes.
      def element(of: Type): Type = of match
        case _: Type.Primitive                                                     => of
        case Type.Custom(name) if numberOf(name) >= 0 && arePacked(numberOf(name)) => filled(of)
        case other                                                                 => alone(filled(other))
      canonical(filled(schema.root), schema.definitions.map(each(_)(filled)) ++ moved)

  /** The canonical schema of a root over definitions in any order, some of which may be equal or unused. */
  def canonical(root: Type, definitions: Vector[Definition]): Schema =
    val unique = merge(definitions)
    numbered(root, definitions, unique)

  private def numbered(root: Type, definitions: Vector[Definition], unique: Int => Int): Schema =
    val numbers                = mutable.LinkedHashMap.empty[Int, Int]
    val done                   = mutable.ArrayBuffer.empty[Definition]
    def visit(tpe: Type): Type = tpe match
      case Type.Named(index) =>
        val first = unique(index)
        numbers.get(first) match
          case Some(number) => Type.Named(number)
          case None         =>
            val number = numbers.size
            numbers(first) = number
            done += definitions(first)
            done(number) = each(definitions(first))(visit)
            Type.Named(number)
      case other => mapType(other)(visit)
    val newRoot = visit(root)
    Schema(newRoot, done.toVector)

  /** The schema of a sum with one case, taken from a sum of another schema whose definitions are distinct. Takes time
    * in proportion to what the case refers to, because the schema may be hostile.
    */
  def reachable(schema: Schema, sum: String, of: Case): Schema =
    val alone = Definition.Sum(sum, Vector(of))
    val same  = schema.definitions.indexOf(alone)
    if same >= 0 then numbered(Type.Named(same), schema.definitions, identity)
    else numbered(Type.Named(schema.definitions.size), schema.definitions :+ alone, identity)

  /** The schema of a type within another schema, whose definitions are distinct. */
  def within(schema: Schema, tpe: Type): Schema = numbered(tpe, schema.definitions, identity)

  /** For each definition, the first equal one. Definitions are compared structurally, including recursive ones: they
    * are split into classes until no two of a class refer to different classes (partition refinement).
    */
  private def merge(definitions: Vector[Definition]): Vector[Int] =
    var classes = Vector.fill(definitions.size)(0)
    var changed = true
    while changed do
      val seen = mutable.HashMap.empty[Definition, Int]
      val next = definitions.indices.toVector.map { i =>
        val seenAs = each(definitions(i))(relabel(classes))
        seen.getOrElseUpdate(seenAs, i)
      }
      changed = next != classes
      classes = next
    classes

  private def relabel(classes: Vector[Int])(tpe: Type): Type = tpe match
    case Type.Named(index) => Type.Named(classes(index))
    case other             => mapType(other)(relabel(classes))

  private def shiftDefinition(definition: Definition, by: Int): Definition = each(definition)(shift(_, by))

  private def shift(tpe: Type, by: Int): Type = tpe match
    case Type.Named(index) => Type.Named(index + by)
    case other             => mapType(other)(shift(_, by))

  private def each(definition: Definition)(f: Type => Type): Definition =
    def fields(of: Vector[Field]): Vector[Field] = of.map(field => Field(field.name, f(field.of)))
    definition match
      case Definition.Record(name, of) => Definition.Record(name, fields(of))
      case Definition.Sum(name, cases) => Definition.Sum(name, cases.map(c => Case(c.name, fields(c.fields))))

  /** Applies `f` to the parts of a type. */
  private def mapType(tpe: Type)(f: Type => Type): Type = tpe match
    case Type.Optional(of)          => Type.Optional(f(of))
    case Type.Either(left, right)   => Type.Either(f(left), f(right))
    case Type.Sequence(of)          => Type.Sequence(f(of))
    case Type.Set(of)               => Type.Set(f(of))
    case Type.Map(key, value)       => Type.Map(f(key), f(value))
    case Type.Tuple(elements)       => Type.Tuple(elements.map(f))
    case Type.Boxed(of)             => box(f(of))
    case Type.Shared(of)            => Type.Shared(f(of))
    case Type.Repeated(of)          => mark(f(of))
    case Type.Wrapped(n, field, of) => Type.Wrapped(n, field, f(of))
    case other                      => other

  /** The type of a sequence's elements that are written one by one even if integers would be packed: those of a
    * wrapper.
    */
  def alone(element: Type): Type = SchemaLayout.content(element) match
    case Type.Primitive(kind) if packs(kind) => Type.Boxed(element)
    case _                                   => element

  /** Adds a box only to types that would move bits into a header or be packed in sequences. What replaces a placeholder
    * may be one.
    */
  private def box(tpe: Type): Type = SchemaLayout.content(tpe) match
    case Type.Custom(name) if name.startsWith(Hole)                 => Type.Boxed(tpe)
    case Type.Primitive(kind) if packs(kind)                        => Type.Boxed(tpe)
    case _: (Type.Optional | Type.Either | Type.Tuple | Type.Named) => Type.Boxed(tpe)
    case _                                                          => tpe

  /** There is no dictionary inside a marked value, so a second mark would have no effect. */
  private def mark(tpe: Type): Type = SchemaLayout.content(tpe) match
    case _: Type.Repeated => tpe
    case _                => Type.Repeated(tpe)

  private def packs(kind: Kind): Boolean = kind match
    case Kind.Boolean | Kind.Short | Kind.Int | Kind.Long | Kind.Char | Kind.Float | Kind.Double => true
    case _                                                                                       => false
