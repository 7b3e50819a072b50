package brine.entity.internal

import brine.codec.Codec
import brine.entity.{Entity, EntityError}
import brine.journal.snapshot.SnapshotError
import brine.journal.{EventLog, ReadError}
import java.util.concurrent.atomic.AtomicInteger

/** Folds the state of an entity from its saved state and the events after it. Blocks while it reads. Thread-safe.
  *
  * @param ownsThreads
  *   see [[EntityHost.ownsThreads]]
  */
private[internal] final class StateLoader[C[+_], E, S](
    entity: Entity[C, E, S],
    log: EventLog,
    auditOneIn: Int,
    warnings: StateWarnings,
    ownsThreads: Boolean
):
  private implicit val states: Codec[StateRecord[S]] = StateRecord.codec(using entity.stateCodec)

  private val fold        = EventFold(entity, log, ownsThreads)
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
      val saved  = savedState(stream, described)
      val state  = fold(stream, saved)(EventFold.unseen)
      Right(if saved.version > 0 && isAudited then audit(stream, state, described) else state)
    catch
      case problem: EventFold.Problem => Left(problem.error(described))
      case failed: Throwable          => Left(EntityError.Unavailable(described, LogFailure.of(log, failed)))

  /** The version whose state is saved and can be used, 0 for none. */
  def savedVersion(id: String, described: String): Long =
    try savedState(entity.stream(id), described).version
    catch
      case _: EventFold.Problem => 0
      case UserFailure(_)       => 0

  private def isAudited = auditOneIn > 0 && Math.floorMod(loads.getAndIncrement(), auditOneIn) == 0

  // ---- Saved states -------------------------------------------------------------------------------------------------

  /** The saved state, if entity and types are those that it was saved with. */
  private def savedState(stream: String, described: String): LoadedState[S] =
    if !readsSaved then fold.initial(0)
    else
      val found =
        try log.states.load[StateRecord[S]](stream)
        finally fold.forgetInterrupt() // of its codec
      found match
        case Right(Some(saved)) if saved.hasSameSchema && isCurrent(saved.state) =>
          val record = saved.state
          LoadedState(record.state, record.version, saved.offset.sequence, record.micros, record.version)
        case Left(error: SnapshotError.Failed) if !log.source.isClosed =>
          throw EventFold.Problem(EntityError.Unavailable(_, error))
        // A state that cannot be used costs a longer replay, and the next save replaces it.
        case Left(error) =>
          warnings.notLoaded(described, error)
          fold.initial(0)
        case Right(_) => fold.initial(0)

  private def isCurrent(record: StateRecord[S]) = record.fold == entity.fold && record.events == fingerprint

  /** Compares the state with that of all events, which counts. */
  private def audit(stream: String, state: LoadedState[S], described: String): LoadedState[S] =
    val whole =
      try Some(fold(stream, fold.initial(0))(EventFold.unseen))
      catch case _: EventFold.Problem => None // retention has deleted the first events, for instance
    whole match
      case Some(found) if found.version == state.version =>
        // The places are not in the warning: states may hold what a log of the program must not.
        if ValueDifference.between(state.state, found.state)(using entity.stateCodec).isEmpty then state
        else
          EntityLog.warn(
            s"the saved state of $described is not the fold of its events, at version ${state.version}: raise " +
              "Entity.fold when evolve changes"
          )
          found
      case _ => state

private[internal] object StateLoader:
  /** Whether loading again cannot help. */
  def isLasting(error: EntityError): Boolean = error match
    case EntityError.Unavailable(_, _: (ReadError.Failed | ReadError.Unavailable | SnapshotError)) => false
    case _                                                                                         => true
