package brine.entity.internal

import brine.codec.Codec
import brine.entity.{Entity, EntityError}
import brine.journal.{EventLogReader, ReadError, Record}
import java.time.Instant
import scala.annotation.tailrec

/** Folds the events of an entity into its state. Blocks while it reads. Thread-safe.
  *
  * @param ownsThread
  *   whether nobody but functions of the entity interrupts the thread: then the log does not get to see that
  */
private[internal] final class EventFold[E, S](
    entity: Entity[?, E, S],
    log: EventLogReader,
    ownsThread: Boolean = false
):
  import EventFold.*
  private implicit val events: Codec[E] = entity.eventCodec

  /** The state without events, at a version that the stream has because of a deletion. */
  def initial(version: Long): LoadedState[S] =
    val state =
      try nonNull(entity.initial)
      catch case UserFailure(failed) => throw Problem(EntityError.Unloadable(_, 0, failed))
      finally forgetInterrupt()
    LoadedState(state, version, 0, 0, 0)

  /** Clears what a function of the entity may have set. */
  def forgetInterrupt(): Unit = if ownsThread then Thread.interrupted(): Unit

  /** The state after all events.
    *
    * @param start
    *   a state of the entity
    * @param see
    *   is told of each event, with the states before and after it. An exception of it ends the fold
    * @throws Problem
    *   if the events cannot be read or folded
    */
  @tailrec def apply(stream: String, start: LoadedState[S])(see: See[E, S]): LoadedState[S] =
    val read: Either[ReadError, LoadedState[S]] | Gap =
      try
        log
          .read[E](stream, start.version + 1)
          .foldLeft(start): (before, record) =>
            see.comes(record)
            val next = after(before, record)
            see.seen(before, record, next)
            next
      catch case gap: Gap => gap
    read match
      case Right(end) if end.version == 0 => initial(log.source.deletedUpTo(stream))
      case Right(end)                     => end
      // The events after a deletion are those of a new entity: the saved state is that of the one before.
      case Left(ReadError.Deleted(_, version, _)) => apply(stream, initial(version))(see)
      case Left(error)                            => throw Problem(EntityError.Unavailable(_, error))
      case gap: Gap                               =>
        // From version 1 on, the first events are those after the last deletion.
        val deleted = if gap.version == 1 then log.source.deletedUpTo(stream) else 0
        if deleted > 0 then apply(stream, initial(deleted))(see)
        else throw Problem(EntityError.Missing(_, gap.version, gap.next))

  private def after(before: LoadedState[S], record: Record[E]): LoadedState[S] =
    if record.version != before.version + 1 then throw Gap(before.version + 1, record.version)
    val next =
      try nonNull(entity.evolve(before.state, record.value))
      catch case UserFailure(failed) => throw Problem(EntityError.Unloadable(_, record.version, failed))
      finally forgetInterrupt()
    LoadedState(next, record.version, record.offset.sequence, microsOf(record.at), before.saved)

private[entity] object EventFold:
  /** Why there is no state; it needs the name of the entity. */
  final class Problem(val error: String => EntityError) extends RuntimeException(null, null, false, false)

  /** Hears of each event: before it is folded, and with the states before and after it. */
  trait See[E, S]:
    def comes(record: Record[E]): Unit                                               = ()
    def seen(before: LoadedState[S], record: Record[E], after: LoadedState[S]): Unit = ()

  /** Hears of nothing. */
  def unseen[E, S]: See[E, S] = new See[E, S] {}

  /** A version without an event, before one that is there. */
  private final class Gap(val version: Long, val next: Long) extends RuntimeException(null, null, false, false)

  /** A state that is no null, which could neither be used nor saved. */
  def nonNull[S](state: S): S = if state == null then throw NullPointerException("the state is null") else state

  /** A time in microseconds since 1970. */
  def microsOf(at: Instant): Long = at.getEpochSecond * 1_000_000 + at.getNano / 1000

  /** The time of some microseconds since 1970. */
  def instantOf(micros: Long): Instant =
    Instant.ofEpochSecond(Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1000)
