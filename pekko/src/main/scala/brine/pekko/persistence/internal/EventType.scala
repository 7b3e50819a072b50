package brine.pekko.persistence.internal

import brine.codec.{Codec, DecodeError, Schema, Schemas}
import brine.pekko.MessageType
import java.util.Objects
import scala.annotation.tailrec

/** A type whose events are records of their own in the log, as Brine's entities write them. */
private[persistence] final class EventType[E](val runtimeClass: Class[?], val codec: Codec[E], schemas: Schemas):
  val schema: Schema = codec.schema

  /** The name that records have of the type. */
  val name: String = EventType.nameOf(schema)

  def encode(event: Any): Array[Byte] = Codec.encodeBare(event.asInstanceOf[E])(using codec)

  def decode(bytes: Array[Byte], schema: Schema): Either[DecodeError, Any] =
    given Codec[E] = codec
    Codec.decodeBare[E](bytes, schema, schemas)

private[persistence] object EventType:
  /** A type of a program's own.
    *
    * @throws IllegalArgumentException
    *   if the class does not tell the type of an event: it has type parameters, or is one of Java or Scala
    */
  def apply[E](runtimeClass: Class[?], codec: Codec[E], schemas: Schemas): EventType[E] =
    Objects.requireNonNull(runtimeClass, "class of events"): Unit
    Objects.requireNonNull(codec, "codec"): Unit
    Objects.requireNonNull(schemas, "schemas"): Unit
    MessageType.requireOwnClass(
      runtimeClass,
      "a type of events",
      "the type of an event is found by its class alone"
    )
    new EventType(runtimeClass, codec, schemas)

  /** Adds a type to others.
    *
    * @throws IllegalArgumentException
    *   if the new type and one of the others have the same class or name, or if the class of one extends that of the
    *   other
    */
  def add(types: Vector[EventType[?]], more: EventType[?]): Vector[EventType[?]] =
    types.foreach(requireApart(_, more))
    types :+ more

  private def requireApart(one: EventType[?], more: EventType[?]): Unit =
    val (first, second)     = (one.runtimeClass, more.runtimeClass)
    def refuse(why: String) = throw IllegalArgumentException(s"the types of events are ambiguous: $why")
    if first == second then refuse(s"${first.getName} is registered twice. Call withEvents once for each type")
    if first.isAssignableFrom(second) || second.isAssignableFrom(first) then
      refuse(
        s"one of ${first.getName} and ${second.getName} extends the other. Register only the one that the actors persist"
      )
    if one.name == more.name then
      refuse(
        s"the schemas of ${first.getName} and ${second.getName} both have the name ${more.name}, because a schema has no " +
          "packages. Rename one of the classes, and give it its former name by @was if the log has events of it; or " +
          "register one of the two, and let a serializer of Pekko write the other"
      )

  /** The name of a schema; if its root has none, the form of the root. */
  def nameOf(schema: Schema): String = rootName(schema, schema.root).getOrElse(schema.root.toString)

  /** Whether the root of a schema has a name. */
  def isNamed(schema: Schema): Boolean = rootName(schema, schema.root).isDefined

  @tailrec private def rootName(schema: Schema, root: Schema.Type): Option[String] = root match
    case Schema.Type.Named(index)        => Some(schema.definitions(index).name)
    case Schema.Type.Wrapped(name, _, _) => Some(name)
    case Schema.Type.Custom(name)        => Some(name)
    case Schema.Type.Boxed(of)           => rootName(schema, of)
    case Schema.Type.Shared(of)          => rootName(schema, of)
    case Schema.Type.Repeated(of)        => rootName(schema, of)
    case _                               => None
