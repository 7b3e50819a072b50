package brine.pekko.persistence.internal

import brine.codec.Schema
import brine.journal.{EncodedAppend, EncodedEvents, ExpectedVersion}
import java.util.UUID

/** Events of one persistent actor that are appended together. Immutable.
  *
  * @param first
  *   sequence number of the first event
  * @param key
  *   idempotency key of events that do not say who wrote them
  */
private[persistence] final case class PreparedWrite(
    persistenceId: String,
    first: Long,
    schema: Schema,
    payloads: Vector[Array[Byte]],
    tags: Set[String],
    key: Option[UUID]
):
  /** Number of bytes of the events. */
  val bytes: Long = payloads.iterator.map(_.length.toLong).sum

  /** Sequence number of the last event. */
  def last: Long = first + payloads.size - 1

  /** The append: it is refused if the stream has another version than the number before the first event. */
  def append: EncodedAppend =
    val events = EncodedEvents(persistenceId, ExpectedVersion(first - 1), schema, payloads, tags)
    EncodedAppend.of(Vector(events), key)

  /** Both writes as one, if they may be. */
  def merged(next: PreparedWrite): Option[PreparedWrite] =
    Option.when(
      next.persistenceId == persistenceId && next.first == last + 1 && next.tags == tags &&
        (next.schema eq schema) && payloads.size + next.payloads.size <= PreparedWrite.MostEvents &&
        bytes + next.bytes <= PreparedWrite.MostBytes
    )(copy(payloads = payloads ++ next.payloads))

private[persistence] object PreparedWrite:
  // Of writes that are merged; a write by itself may be larger.
  private final val MostEvents = 1000
  private final val MostBytes  = 256L << 10

  /** The same writes in as few appends as may be, in order. */
  def merge(writes: Vector[PreparedWrite]): Vector[PreparedWrite] =
    writes.foldLeft(Vector.empty[PreparedWrite]): (done, next) =>
      done.lastOption.flatMap(_.merged(next)) match
        case Some(both) => done.init :+ both
        case None       => done :+ next
