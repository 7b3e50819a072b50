package brine.entity.effect.internal

import brine.actor.internal.support.Described
import brine.entity.effect.{EffectsError, EffectsException, EffectsStatus}
import brine.entity.internal.EntityLog
import brine.journal.Offset
import java.time.Instant
import java.util.concurrent.atomic.AtomicReference

/** What has failed last, why effects have ended, and what the program's log is told of both. Thread-safe.
  *
  * @param name
  *   the effects, for messages
  * @param stopping
  *   begins with the end
  */
private[internal] final class Condition(name: String, stopping: Stopping):
  import Condition.*

  private val ending = AtomicReference[EffectsError | Null](null)

  @volatile private var noted: EffectsStatus.Failure | Null = null

  def failure: Option[EffectsStatus.Failure] = Option(noted)

  /** Why they have ended, once they have. */
  def end: Option[EffectsError] = Option(ending.get)

  /** Why a call is refused once the end has begun. */
  def closed: EffectsError = end.getOrElse(EffectsError.Closed(name))

  /** Notes a failure.
    *
    * @param number
    *   how often in a row that has failed
    */
  def note(message: String, number: Int): Unit =
    noted = EffectsStatus.Failure(clipped(message), number, Instant.now)

  /** Ends all because of an error. The first one counts. Any thread may call it. */
  def endWith(error: EffectsError): Unit =
    if ending.compareAndSet(null, error) then
      error match
        case EffectsError.Closed(_) => ()
        case _                      => EntityLog.warn(error.message, EffectsException(error).getCause)
    stopping.begin()

  /** Notes that they have ended because they were closed, if there is no error. */
  def hasClosed(): Unit = ending.compareAndSet(null, EffectsError.Closed(name)): Unit

  def warnOfAside(key: String, offset: Offset, reason: String, cause: Throwable): Unit =
    EntityLog.warn(
      s"$name set the effect of the record at ${offset.sequence} aside, and all later ones of the key " +
        s"'${Described.inLine(key)}': $reason. Correct it, then replay or discard that key",
      cause
    )

  def warnOfMissing(offset: Offset): Unit = EntityLog.warn(
    s"$name have not executed the effect of the record at ${offset.sequence}: a compaction has removed it, or the " +
      "query does not select it any more"
  )

private[internal] object Condition:
  private inline val LongestReason = 300

  /** A reason that is short enough to be kept. */
  def clipped(reason: String): String = reason.take(LongestReason)
