package brine.entity.prevalence.internal

import brine.entity.prevalence.Root
import brine.journal.{AppendError, AppendListener, Appended, Completion, Level, Offset}
import java.time.Duration

/** A transaction that was executed and handed to the log.
  *
  * @param root
  *   the state after it, without its offset
  */
private[internal] final class Pending[S](engine: Engine[?, S], val root: Root[S]) extends AppendListener:
  private val completion = Completion(Level.Disk)
  private val caller     = Thread.currentThread

  /** Whether the log has it, and what the log refused it with before. Of the caller's thread. */
  var isHandedOver: Boolean       = false
  var refused: AppendError | Null = null

  def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit =
    // If not, another writer's append gave the version that it expected, after one before it was refused.
    if engine.becomeDurable(root.copy(offset = last)) then completion.appended(context, first, last, version, micros)
    else completion.rejected(context, AppendError.OutcomeUnknown(first, last))
    engine.end()

  def rejected(context: Long, error: AppendError): Unit =
    // The caller looks at it. Here the stack may end before all is done that follows.
    if !isHandedOver && (Thread.currentThread eq caller) then refused = error
    else
      engine.revoke(root.version, error)
      completion.rejected(context, error)
      engine.end()

  /** Waits until it is durable, at most until a time of `System.nanoTime`.
    *
    * @throws java.util.concurrent.TimeoutException
    *   if it is not in time
    */
  def await(until: Long): Either[AppendError, Appended] =
    completion.await(Duration.ofNanos(math.max(0, until - System.nanoTime)))
