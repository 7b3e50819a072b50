package brine.journal

import brine.codec.{Codec, Schema}

/** The event that deletes a stream, see [[EventLog.delete]]. It has the tag [[StreamDeleted.Tag]]; without that, it is
  * an event as any other.
  *
  * A program that follows a log learns of deletions by a subscription of its own:
  *
  * {{{
  * log.subscribe[StreamDeleted](from, Filter.Tagged(StreamDeleted.Tag))(record => forget(record.stream))
  * }}}
  *
  * Readers of this type pass all that deletes nothing, whatever tags it has. Readers of other types pass deletions, so
  * these need no case in theirs. Readers of [[Stored]] see both.
  */
final case class StreamDeleted()

object StreamDeleted:
  // Neither `derives` nor a given: Scala 3.3 makes a lazy val of those, which warns of itself on JDK 25.
  implicit val codec: Codec[StreamDeleted] = Codec.derived

  /** The tag of the events that delete a stream. */
  final val Tag = "brine.deleted"

  /** The deletion of a stream as part of an append: together with events of other streams, under conditions, or of
    * several streams at once.
    *
    * @param expected
    *   the version that the stream must have before
    */
  def of(stream: String, expected: ExpectedVersion = ExpectedVersion.Any): StreamAppend[StreamDeleted] =
    StreamAppend(stream, expected, Seq(StreamDeleted()), Set(Tag))

  private[journal] val schema: Schema = codec.schema

  /** Whether the current event of a cursor deletes its stream. */
  private[journal] def isAt(cursor: EventCursor): Boolean = is(cursor.schema) && cursor.tags(Tag)

  /** Whether events with this schema may delete streams. */
  private[journal] def is(schema: Schema): Boolean =
    (schema eq this.schema) || schema.fingerprint == this.schema.fingerprint
