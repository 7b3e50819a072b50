package brine.journal.file

import brine.codec.Schema

/** What the writer knows of a stream. Its mutable fields belong to the writer thread, others may look at them.
  *
  * @param name
  *   as given by those who append
  */
private[journal] final class StreamState(val name: String, version: Long) extends Placed:
  /** Of its last event, accepted if not yet safe. Who has looked at the durable mark before sees at least what was safe then. */
  var lastVersion: Long = version

  /** Count of the unit that its last event is in. */
  var lastUnit = 0L

/** A schema that events are written with. */
private[journal] final class SchemaState(val schema: Schema) extends Placed:
  val canonical: Array[Byte] = schema.canonical

/** A tag of events. */
private[journal] final class TagState(val name: String) extends Placed

/** Something that segments define and number. */
private[journal] abstract class Placed:
  /** The segment that it was last defined in, in the upper half, and its number there. One field, so that no reader sees half of it. */
  @volatile private var place = -1L

  final def isIn(segment: Long): Boolean = place >>> 32 == segment && place >= 0

  /** Its number in a segment that it [[isIn]]; -1 if it was defined in another one since. */
  final def numberIn(segment: Long): Int =
    val now = place
    if now >= 0 && now >>> 32 == segment then now.toInt else -1

  final def define(segment: Long, number: Int): Unit = place = segment << 32 | number
