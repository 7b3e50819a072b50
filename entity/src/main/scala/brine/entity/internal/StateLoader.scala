package brine.entity.internal

import brine.codec.Codec
import brine.entity.{Entity, EntityError}
import brine.journal.snapshot.SnapshotError
import brine.journal.{EventLog, ReadError, Record}
import java.time.Instant
import java.util.concurrent.atomic.AtomicInteger
import scala.annotation.tailrec

/** Folds the state of an entity from its saved state and the events after it. Blocks while it reads. Thread-safe. */
private[internal] final class StateLoader[C[+_], E, S](entity: Entity[C, E, S], log: EventLog, auditOneIn: Int):
  import StateLoader.*
  private implicit val events: Codec[E]              = entity.eventCodec
  private implicit val states: Codec[StateRecord[S]] = StateRecord.codec(using entity.stateCodec)

  private val fingerprint = entity.eventCodec.fingerprint
  private val readsSaved  = entity.saves.events > 0
  private val loads       = AtomicInteger()

  /** The state, or why there is none.
    *
    * @param described
    *   the entity, for messages
    */
  def load(id: String, described: String): Either[EntityError, LoadedState[S]] =
    try
      val stream = entity.stream(id)
      val saved  = savedState(stream)
      val state  = fold(stream, saved)
      Right(if saved.version > 0 && isAudited then audit(stream, state, described) else state)
    catch
      case problem: Problem  => Left(problem.error(described))
      case failed: Throwable => Left(EntityError.Unavailable(described, LogFailure.of(log, failed)))

  private def isAudited = auditOneIn > 0 && Math.floorMod(loads.getAndIncrement(), auditOneIn) == 0

  /** The state without events, at a version that the stream has because of a deletion. */
  private def initial(version: Long): LoadedState[S] =
    val state =
      try nonNull(entity.initial)
      catch case UserFailure(failed) => throw Problem(EntityError.Unloadable(_, 0, failed))
    LoadedState(state, version, 0, 0, 0)

  // ---- Saved states -------------------------------------------------------------------------------------------------

  /** The saved state, if entity and types are those that it was saved with. */
  private def savedState(stream: String): LoadedState[S] =
    if !readsSaved then initial(0)
    else
      log.states.load[StateRecord[S]](stream) match
        case Right(Some(saved)) if saved.hasSameSchema && isCurrent(saved.state) =>
          val record = saved.state
          LoadedState(record.state, record.version, saved.offset.sequence, record.micros, record.version)
        case Left(error: SnapshotError.Failed) if !log.source.isClosed =>
          throw Problem(EntityError.Unavailable(_, error))
        // A state that cannot be used costs a longer replay, and the next save replaces it.
        case _ => initial(0)

  private def isCurrent(record: StateRecord[S]) = record.fold == entity.fold && record.events == fingerprint

  /** Compares the state with that of all events, which counts. */
  private def audit(stream: String, state: LoadedState[S], described: String): LoadedState[S] =
    val whole =
      try Some(fold(stream, initial(0)))
      catch case _: Problem => None // retention has deleted the first events, for instance
    whole match
      case Some(found) if found.version == state.version && found.state != state.state =>
        EntityLog.warn(
          s"the saved state of $described is not the fold of its events, at version ${state.version}: raise " +
            "Entity.fold when evolve changes"
        )
        found
      case _ => state

  // ---- Events -------------------------------------------------------------------------------------------------------

  @tailrec private def fold(stream: String, start: LoadedState[S]): LoadedState[S] =
    val read: Either[ReadError, LoadedState[S]] | Gap =
      try log.read[E](stream, start.version + 1).foldLeft(start)(after)
      catch case gap: Gap => gap
    read match
      case Right(end) if end.version == 0 => initial(log.source.deletedUpTo(stream))
      case Right(end)                     => end
      // The events after a deletion are those of a new entity: the saved state is that of the one before.
      case Left(ReadError.Deleted(_, version, _)) => fold(stream, initial(version))
      case Left(error)                            => throw Problem(EntityError.Unavailable(_, error))
      case gap: Gap                               =>
        // From version 1 on, the first events are those after the last deletion.
        val deleted = if gap.version == 1 then log.source.deletedUpTo(stream) else 0
        if deleted > 0 then fold(stream, initial(deleted))
        else throw Problem(EntityError.Missing(_, gap.version, gap.next))

  private def after(before: LoadedState[S], record: Record[E]): LoadedState[S] =
    if record.version != before.version + 1 then throw Gap(before.version + 1, record.version)
    val next =
      try nonNull(entity.evolve(before.state, record.value))
      catch case UserFailure(failed) => throw Problem(EntityError.Unloadable(_, record.version, failed))
    LoadedState(next, record.version, record.offset.sequence, microsOf(record.at), before.saved)

private[internal] object StateLoader:
  private final class Problem(val error: String => EntityError) extends RuntimeException(null, null, false, false)

  /** A version without an event, before one that is there. */
  private final class Gap(val version: Long, val next: Long) extends RuntimeException(null, null, false, false)

  /** A state that is no null, which could neither be used nor saved. */
  def nonNull[S](state: S): S = if state == null then throw NullPointerException("the state is null") else state

  def microsOf(at: Instant): Long = at.getEpochSecond * 1_000_000 + at.getNano / 1000

  def instantOf(micros: Long): Instant =
    Instant.ofEpochSecond(Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1000)

  /** Whether loading again cannot help. */
  def isLasting(error: EntityError): Boolean = error match
    case EntityError.Unavailable(_, _: (ReadError.Failed | ReadError.Unavailable | SnapshotError)) => false
    case _                                                                                         => true
