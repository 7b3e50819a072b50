package brine.journal.state

import brine.codec.Schema
import brine.journal.{JournalException, ReadError}
import scala.annotation.tailrec

/** Finds the last durable event of a key in a log of states. */
private[state] object StateLookup:
  /** The last durable event of a key, if it has a state. */
  final class Found(val schema: Schema, val payload: Array[Byte])

  /** @throws JournalException
    *   if it cannot be read
    */
  @tailrec def newest(log: StateLog, key: String): Option[Found] =
    val oldest = log.oldest
    val found  = look(log, key)
    // Its segment may have been emptied and deleted while it was looked for.
    if found.isEmpty && log.oldest != oldest then newest(log, key) else found

  private def look(log: StateLog, key: String): Option[Found] =
    val last = log.lastVersion(key)
    if last == 0 then None else back(log, key, last, 1)

  /** Reads from a version on, and from earlier ones if that is not durable yet. */
  @tailrec private def back(log: StateLog, key: String, version: Long, step: Long): Option[Found] =
    lastFrom(log, key, version) match
      case Some(found)         => found
      case None if version > 0 => back(log, key, math.max(version - step, 0), step * 2)
      case None                => None

  /** The last durable event from a version on; None if there is none, and Some of None if that is a deletion. */
  private def lastFrom(log: StateLog, key: String, version: Long): Option[Option[Found]] =
    val cursor = log.source.stream(key, version)
    try
      var found: Option[Option[Found]] = None
      while cursor.next() do
        found = Some(Option.when(!StateEvent.deletes(cursor))(Found(cursor.schema, cursor.payload)))
      found
    catch case error: JournalException if version > 0 && isGone(error) => lastFrom(log, key, 0)
    finally cursor.close()

  private def isGone(error: JournalException): Boolean = error.error match
    case _: ReadError.Gone => true
    case _                 => false
