package brine.entity.boundary.internal

import brine.entity.EntityError.Executed
import brine.entity.boundary.{BoundaryError, BoundaryException}
import java.time.Duration
import java.util.concurrent.locks.LockSupport

/** Until when a decision may take, and what ends it before: an interrupt. For the thread that decides.
  *
  * @param described
  *   the boundary, for messages
  */
private[internal] final class Deadline(described: String, timeout: Duration):
  private val until = System.nanoTime + timeout.toNanos

  /** Nanoseconds that are left; none or fewer if it has passed. */
  def left: Long = until - System.nanoTime

  /** Throws if it has passed, or the thread is interrupted.
    *
    * @param during
    *   what the decision is doing, for the message
    */
  def require(during: String): Unit =
    if Thread.interrupted() then throw interrupted(during)
    if left <= 0 then throw BoundaryException(timedOut(during, Executed.No))

  /** Pauses, until it passes at most. */
  def pause(nanos: Long, during: String): Unit =
    val end   = math.min(nanos, left) + System.nanoTime
    var pause = end - System.nanoTime
    while pause > 0 do
      LockSupport.parkNanos(this, pause)
      if Thread.interrupted() then throw interrupted(during)
      pause = end - System.nanoTime
    require(during)

  def timedOut(during: String, executed: Executed): BoundaryError =
    BoundaryError.TimedOut(described, timeout, during, executed)

  def interrupted(during: String): InterruptedException =
    InterruptedException(s"interrupted while $described was $during; nothing was written")
