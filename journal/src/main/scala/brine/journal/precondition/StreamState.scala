package brine.journal.precondition

import brine.codec.Schema

/** A stream, as the writer sees it. The writer thread owns its mutable fields; other threads may read them.
  *
  * @param name
  *   name of the stream
  */
private[journal] final class StreamState(val name: String, version: Long) extends Placed:
  /** Version of its last accepted event, which may not be durable yet. It counts whole appends only. A thread that has
    * read the durable mark before sees at least what was durable then.
    */
  var lastVersion: Long = version

  /** Serial number of the unit that contains its last event. */
  var lastUnit = 0L

/** A schema that events are written with. */
private[journal] final class SchemaState(val schema: Schema) extends Placed:
  val canonical: Array[Byte] = schema.canonical

  /** The kinds of its events, by number, once [[RecentEvents]] needs them. Owned by the writer thread. */
  var kinds: Array[KindState] | Null = null

/** A tag of events. */
private[journal] final class TagState(val name: String) extends Placed:
  /** Sequence of its last accepted event since [[RecentEvents]] began; 0 for none. Owned by the writer thread; other
    * threads may read it.
    */
  var last = 0L

/** Something that segments define and number. */
private[journal] abstract class Placed:
  /** The segment that defined it last, in the upper half, and its number there. One field, so that no reader sees half
    * of it.
    */
  @volatile private var place = -1L

  final def isIn(segment: Long): Boolean = place >>> 32 == segment && place >= 0

  /** Its number in a segment; -1 if another segment has defined it since. */
  final def numberIn(segment: Long): Int =
    val now = place
    if now >= 0 && now >>> 32 == segment then now.toInt else -1

  final def define(segment: Long, number: Int): Unit = place = segment << 32 | number
