package brine.journal.appending

import brine.codec.Codec
import brine.journal.*
import brine.journal.precondition.{Lookups, Streams}
import java.nio.file.Path
import java.util.UUID

/** The part of an append that runs on the caller's thread: encodes events, looks up streams, and hands both to the
  * writer in a slot of the ring. There is a class for each form that an append has; [[Handover]] is what they share.
  * Thread-safe.
  *
  * @param closed
  *   the error of appends after closing
  */
private[journal] final class Appends(
    folder: Path,
    settings: JournalSettings,
    ring: PendingRing,
    large: LargeBuffers,
    lent: LentBuffers,
    streams: Streams,
    lookups: Lookups,
    closed: () => AppendError
):
  private val buffers  = Outs()
  private val names    = AppendNames(streams)
  private val handover = Handover(folder, settings, ring, large, lent, streams, lookups, closed)
  private val events   = EventAppends(names, buffers, handover)
  private val ofStream = StreamAppends(names, buffers, handover)
  private val encoded  = EncodedAppends(names, handover)
  private val batches  = BatchAppends(streams, handover)
  private val stored   = StoredAppends(streams, handover)

  /** Appends one event, with no allocation. */
  def append[A](
      stream: String,
      event: A,
      level: Level,
      listener: AppendListener,
      context: Long,
      waits: Boolean
  )(using Codec[A]): Unit = events.append(stream, event, level, listener, context, waits)

  /** Appends events to one stream. */
  def append[A](part: StreamAppend[A], key: Option[UUID], level: Level, waits: Boolean): Completion =
    ofStream.append(part, key, level, waits)

  /** Appends events to one stream or several. */
  def appendAll(parts: Seq[StreamAppend[?]], key: Option[UUID], level: Level): Completion =
    ofStream.appendAll(parts, key, level)

  /** Appends events that are encoded already. */
  def append(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
    encoded.append(append, listener, context, waits)

  /** See [[BatchAppends.append]]. */
  def append(batch: AppendBatch, listener: AppendListener, context: Long, waits: Boolean): Unit =
    batches.append(batch, listener, context, waits)

  /** See [[StoredAppends.append]]. */
  def appendStored(events: Vector[StoredEvent], time: Long, key: Option[UUID], after: Long): Completion =
    stored.append(events, time, key, after)

  /** See [[StoredAppends.skipTo]]. */
  def skipTo(stream: String, version: Long): Unit = stored.skipTo(stream, version)

private[journal] object Appends:
  private[appending] def version(expected: ExpectedVersion): Long = expected match
    case ExpectedVersion.Any              => -1
    case ExpectedVersion.Exactly(version) => version
