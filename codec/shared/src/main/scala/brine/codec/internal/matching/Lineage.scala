package brine.codec.internal.matching

import brine.codec.Schema.{Definition, Type}
import brine.codec.internal.errors.SchemaText
import brine.codec.{Codec, Schema, Schemas}

/** Whether data of a schema are of the type of a codec at all. Fields of other types may well fit: without this check,
  * a withdrawal would be read as a deposit.
  *
  * Data are of the same type if
  *
  *   - a history of the given [[Schemas]] has both schemas, or
  *   - no history separates them, and the outermost records and sums have the same names. A former name from `@was`, or
  *     the name of a migration's older type, counts as well.
  */
private[codec] object Lineage:

  /** Why data of this schema are of another type; null if they are not. */
  def problem(written: Schema, codec: Codec[?], schemas: Schemas): Incompatible | Null =
    val here  = schemas.typesWith(codec.fingerprint)
    val there = schemas.typesWith(written.fingerprint)
    if here.exists(there.contains) then null
    else if here.nonEmpty && there.nonEmpty then
      Incompatible(
        "",
        s"it belongs to ${names(there)}, and this type to ${names(here)}",
        "if they are versions of one type, list them under one name in the Schemas"
      )
    else if !isSame(written, codec) then
      Incompatible(
        "",
        s"it is of the type ${SchemaText.render(written, written.root)}, not ${SchemaText.render(codec.schema, codec.schema.root)}",
        s"if ${former(written)} is a former name of the type, add it by @was(...) to the class; " +
          "or list both schemas as versions of one type in the Schemas"
      )
    else if there.nonEmpty then ambiguous(there, codec, schemas)
    else null

  // The program's version is in no history, and several are of types with its name.
  private def ambiguous(there: Vector[String], codec: Codec[?], schemas: Schemas): Incompatible | Null =
    val alike = schemas.types.filter(_.versions.exists(version => isSame(version.schema, codec))).map(_.name)
    if alike.forall(there.contains) then null
    else
      Incompatible(
        "",
        s"it belongs to ${names(there)}, but this type may also be ${names(alike.filterNot(there.contains))}",
        "add the present version of this type to its history in the Schemas"
      )

  private def names(of: Vector[String]): String = of.map(SchemaText.cut).mkString("`", "` and `", "`")

  private def former(schema: Schema): String = outermost(schema.root) match
    case Type.Named(index)        => SchemaText.cut(schema.definitions(index).name)
    case Type.Wrapped(name, _, _) => SchemaText.cut(name)
    case other                    => SchemaText.render(schema, other)

  /** Whether schema and codec have the same name. */
  private def isSame(written: Schema, codec: Codec[?]): Boolean =
    val here = codec.schema

    def same(a: Type, b: Type): Boolean = (outermost(a), outermost(b)) match
      case (Type.Named(i), Type.Named(j)) => named(written.definitions(i), here.definitions(j))
      // Classes of one field: the same class, also if it has got or lost fields, or one around the other. A value that
      // was wrapped or unwrapped is of the same type, but two classes around one type are two.
      case (a: Type.Wrapped, b: Type.Wrapped)     => isNamed(a.name, b.name) || around(a.of, b) || around(a, b.of)
      case (a: Type.Wrapped, b @ Type.Named(j))   => named(record(a), here.definitions(j)) || same(a.of, b)
      case (a @ Type.Named(i), b: Type.Wrapped)   => named(written.definitions(i), record(b)) || same(a, b.of)
      case (a: Type.Wrapped, b)                   => same(a.of, b)
      case (a, b: Type.Wrapped)                   => same(a, b.of)
      case (Elements(a), Elements(b))             => same(a, b)
      case (Type.Map(k, v), Type.Map(l, w))       => same(k, l) && same(v, w)
      case (Type.Either(k, v), Type.Either(l, w)) => same(k, l) && same(v, w)
      case (Type.Tuple(as), Type.Tuple(bs))       => as.size == bs.size && as.lazyZip(bs).forall(same)
      case (Type.Primitive(_), Type.Primitive(_)) => true
      case (Type.Custom(a), Type.Custom(b))       => a == b
      case _                                      => false

    def around(a: Type, b: Type): Boolean = (outermost(a), outermost(b)) match
      case (_: (Type.Wrapped | Type.Named), _: (Type.Wrapped | Type.Named)) => same(a, b)
      case _                                                                => false

    def record(wrapped: Type.Wrapped): Definition = Definition.Record(wrapped.name, Vector.empty)

    def isNamed(a: String, b: String): Boolean =
      a == b || codec.formerNames.exists((now, before) => now == b && before == a)

    def named(a: Definition, b: Definition): Boolean = isNamed(a.name, b.name) || isCase(a, b)

    same(written.root, here.root)

  // What a sequence or set consists of: either may become the other.
  private object Elements:
    def unapply(tpe: Type): Option[Type] = tpe match
      case Type.Sequence(of) => Some(of)
      case Type.Set(of)      => Some(of)
      case _                 => None

  // A record that has become a case of a sum.
  private def isCase(a: Definition, b: Definition): Boolean = (a, b) match
    case (Definition.Record(name, _), Definition.Sum(_, cases)) => cases.exists(_.name == name)
    case _                                                      => false

  // What may surround a type in another version, without making it another type.
  private def outermost(tpe: Type): Type = tpe match
    case Type.Optional(of) => outermost(of)
    case Type.Boxed(of)    => outermost(of)
    case Type.Shared(of)   => outermost(of)
    case Type.Repeated(of) => outermost(of)
    case other             => other

  /** The names of a migration's older type, as former names of the present one. */
  def ofMigration(now: String, old: Codec[?]): Vector[(String, String)] =
    val schema = old.schema
    val name   = outermost(schema.root) match
      case Type.Named(index)        => Some(schema.definitions(index).name)
      case Type.Wrapped(name, _, _) => Some(name)
      case _                        => None
    name.toVector.flatMap { older =>
      (now -> older) +: old.formerNames.collect { case (`older`, before) => now -> before }
    }
