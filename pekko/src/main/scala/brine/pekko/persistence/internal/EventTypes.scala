package brine.pekko.persistence.internal

import brine.codec.{DecodeError, Schema}

/** The types whose events are records of their own. Immutable. */
private[persistence] final class EventTypes(all: Vector[EventType[?]]):
  import EventTypes.*

  /** The type of an event: no two share a class. */
  def of(event: Any): Option[EventType[?]] = all.find(_.runtimeClass.isInstance(event))

  /** Decodes an event of one of the types: of the one with this very schema, or else of the one with the schema's name.
    * If there is neither, of the one whose codec knows the schema as an earlier one of its own.
    *
    * @return
    *   why it is no event of these types, each with its class; several types may claim it
    */
  def decode(bytes: Array[Byte], schema: Schema): Decoded =
    all.find(_.schema.fingerprint == schema.fingerprint) match
      case Some(known) => tried(known, bytes, schema)
      case None        =>
        val name            = EventType.nameOf(schema)
        val (named, others) = all.partition(_.name == name)
        named.headOption.fold(Left(Vector.empty))(tried(_, bytes, schema)) match
          case Left(errors) => decodeRenamed(others, bytes, schema).left.map(errors ++ _)
          case found        => found

  private def tried(one: EventType[?], bytes: Array[Byte], schema: Schema): Decoded =
    one.decode(bytes, schema).left.map(error => Vector(one.runtimeClass -> error))

  // The codec of a type reads schemas of other names if `@was` or a lock file says that they are its own.
  private def decodeRenamed(types: Vector[EventType[?]], bytes: Array[Byte], schema: Schema): Decoded =
    val isNamed = EventType.isNamed(schema)
    val results =
      types.filter(one => EventType.isNamed(one.schema) == isNamed).map(one => one -> tried(one, bytes, schema))
    results.collect { case (one, Right(event)) => one -> event } match
      case Vector((_, event)) => Right(event)
      case Vector()           => Left(results.flatMap(_._2.left.getOrElse(Vector.empty)))
      case several            => throw ambiguous(EventType.nameOf(schema), several.map(_._1))

private[persistence] object EventTypes:
  /** An event, or why it is none of some types, each with its class. */
  type Decoded = Either[Vector[(Class[?], DecodeError)], Any]

  private def ambiguous(name: String, types: Vector[EventType[?]]) =
    val classes = types.map(_.runtimeClass.getName).mkString(", ")
    IllegalStateException(
      s"an event of the type $name is one of each of these types, as an earlier version of it: $classes. Take the " +
        "former name out of @was and the lock file of all but one"
    )
