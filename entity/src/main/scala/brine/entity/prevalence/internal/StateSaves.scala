package brine.entity.prevalence.internal

import brine.entity.internal.{EntityLog, FailureText, OwnThread, UserFailure}
import brine.entity.prevalence.Root
import brine.journal.EventLog
import brine.journal.snapshot.{SnapshotError, SnapshotInfo}
import java.util.concurrent.atomic.{AtomicBoolean, AtomicLong}

/** Saves the durable state of a system: when it is told to, and in the background after some transactions.
  * Thread-safe.
  *
  * @param name
  *   name of the system
  * @param every
  *   number of transactions after which it is saved in the background; 0 for never
  * @param savedUpTo
  *   number of transactions in the newest saved state
  * @param durable
  *   the durable state
  */
private[internal] final class StateSaves[S](
    name: String,
    log: EventLog,
    replay: Replay[?, S],
    every: Int,
    savedUpTo: Long,
    durable: () => Root[S]
):
  import replay.roots

  private val last     = AtomicLong(savedUpTo)
  private val isSaving = AtomicBoolean()

  /** Notes how many transactions are durable. Waits for nothing. */
  def reached(version: Long): Unit = if every > 0 && version - last.get >= every then saveInBackground(version)

  private def saveInBackground(version: Long): Unit = if isSaving.compareAndSet(false, true) then
    val saves: Runnable = () =>
      try save().left.foreach(error => warn(error.message, null))
      catch case cause: Throwable => warn(FailureText.of(cause), cause)
      finally
        last.accumulateAndGet(version, math.max): Unit
        isSaving.set(false)
    // Encoding a large state takes seconds, for which a virtual thread would keep others from running. A codec that
    // interrupts its thread would close the file.
    try OwnThread(saves, s"brine-prevalence-$name").start()
    catch
      case cause: Throwable =>
        isSaving.set(false)
        warn(FailureText.of(cause), cause)

  /** Saves the state in the calling thread. */
  def save(): Either[SnapshotError, SnapshotInfo] =
    try
      val root  = durable()
      val saved =
        try log.snapshots.save(name, root.offset, replay.toSave(root))
        catch
          case UserFailure(cause) => unencodable(cause)
      // After a failure, too: it is tried again after as many transactions.
      last.accumulateAndGet(root.version, math.max): Unit
      saved
    catch case failed: InPlace.Unsaveable => unencodable(failed.getCause)

  // A function of the codec failed, which belongs to the program.
  private def unencodable(cause: Throwable): Either[SnapshotError, SnapshotInfo] = cause match
    case interrupted: InterruptedException => throw interrupted
    case _                                 => Left(SnapshotError.Unencodable(0, FailureText.message(cause)))

  // Closing the log ends a save, which is no failure.
  private def warn(problem: String, cause: Throwable | Null): Unit =
    if !log.source.isClosed then
      EntityLog.warn(
        s"the state of ${replay.described} could not be saved, so opening it takes longer. It is tried again after " +
          s"$every transactions. $problem",
        cause
      )
