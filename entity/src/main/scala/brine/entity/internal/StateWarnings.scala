package brine.entity.internal

import brine.journal.snapshot.SnapshotError
import brine.journal.state.SaveListener
import brine.journal.{AppendError, EventLog}
import java.util.concurrent.atomic.AtomicLong

/** Says which states of entities cannot be saved or loaded. That fails no command, but loading takes longer. A log that
  * fails does so for all entities: so there is one line in a minute at most. Thread-safe.
  */
private[internal] final class StateWarnings(log: EventLog, host: EntityHost):
  import StateWarnings.*

  private val next = AtomicLong(host.nanoTime)

  /** Hears whether a state is saved, on a thread of the log. */
  def ofSave(described: String, after: Int): SaveListener = new SaveListener:
    def saved(context: Long): Unit                        = ()
    def failed(context: Long, error: SnapshotError): Unit = if mayTell(error) then
      val retry = s"It is tried again after $after events"
      host.warnOfState(s"the state of $described could not be saved: ${error.message}. $retry")

  /** A saved state cannot be used, so all events are folded. */
  def notLoaded(described: String, error: SnapshotError): Unit = if mayTell(error) then
    host.warnOfState(s"the saved state of $described is not used, which costs time alone: ${error.message}")

  private def mayTell(error: SnapshotError): Boolean = !isExpected(error) && isTime

  private def isExpected(error: SnapshotError): Boolean = error match
    // The log is busy: the next save may be in time.
    case SnapshotError.NotSaved(AppendError.Full) => true
    // The type has changed.
    case _: SnapshotError.Undecodable => true
    case _                            => log.source.isClosed

  private def isTime: Boolean =
    val due = next.get
    val now = host.nanoTime
    now - due >= 0 && next.compareAndSet(due, now + Pause)

private[internal] object StateWarnings:
  private inline val Pause = 60_000_000_000L
