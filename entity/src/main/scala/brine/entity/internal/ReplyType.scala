package brine.entity.internal

import brine.codec.Schema
import brine.codec.Schema.{Definition, Type}

/** Whether a remembered reply is of the type that is asked for. The codec reads more than that: an `Int` as a `Long`,
  * say, as it must for fields that have changed. But a reply of another type is probably that of another decision,
  * whose key was used again. Classes may change, as their names tell what they are: they are left to the codec.
  */
private[entity] object ReplyType:
  /** What differs, or None. */
  def difference(written: Schema, read: Schema): Option[String] = difference(written, written.root, read, read.root)

  /** The same for a field of a record. */
  def difference(written: Schema, read: Schema, field: String): Option[String] =
    for
      one   <- fieldOf(written, field)
      two   <- fieldOf(read, field)
      found <- difference(written, one, read, two)
    yield found

  private def fieldOf(schema: Schema, name: String): Option[Type] = schema.root match
    case Type.Named(index) =>
      schema.definitions(index) match
        case Definition.Record(_, fields) => fields.find(_.name == name).map(_.of)
        case _                            => None
    case _ => None

  private def difference(written: Schema, one: Type, read: Schema, two: Type): Option[String] =
    if areSame(one, two) then None
    else Some(s"it was stored as ${text(written, one)}, and not as ${text(read, two)}")

  private def areSame(one: Type, two: Type): Boolean = (plain(one), plain(two)) match
    case (_: (Type.Named | Type.Wrapped), _: (Type.Named | Type.Wrapped)) => true
    case (Type.Primitive(a), Type.Primitive(b))                           => a == b
    case (Type.Custom(a), Type.Custom(b))                                 => a == b
    case (Type.Optional(a), Type.Optional(b))                             => areSame(a, b)
    case (Type.Sequence(a), Type.Sequence(b))                             => areSame(a, b)
    case (Type.Set(a), Type.Set(b))                                       => areSame(a, b)
    case (Type.Either(a, b), Type.Either(c, d))                           => areSame(a, c) && areSame(b, d)
    case (Type.Map(a, b), Type.Map(c, d))                                 => areSame(a, c) && areSame(b, d)
    case (Type.Tuple(all), Type.Tuple(others)) => all.size == others.size && all.lazyZip(others).forall(areSame)
    case _                                     => false

  // How a value is written, and not what it is.
  private def plain(of: Type): Type = of match
    case Type.Boxed(inner)    => plain(inner)
    case Type.Shared(inner)   => plain(inner)
    case Type.Repeated(inner) => plain(inner)
    case other                => other

  private def text(schema: Schema, of: Type): String = plain(of) match
    case Type.Primitive(kind)     => kind.toString
    case Type.Optional(inner)     => s"Option[${text(schema, inner)}]"
    case Type.Either(left, right) => s"Either[${text(schema, left)}, ${text(schema, right)}]"
    case Type.Sequence(inner)     => s"a sequence of ${text(schema, inner)}"
    case Type.Set(inner)          => s"Set[${text(schema, inner)}]"
    case Type.Map(key, value)     => s"Map[${text(schema, key)}, ${text(schema, value)}]"
    case Type.Tuple(elements)     => elements.map(text(schema, _)).mkString("(", ", ", ")")
    case Type.Named(index)        => schema.definitions(index).name
    case Type.Custom(name)        => name
    case Type.Wrapped(name, _, _) => name
    case Type.Boxed(inner)        => text(schema, inner)
    case Type.Shared(inner)       => text(schema, inner)
    case Type.Repeated(inner)     => text(schema, inner)
