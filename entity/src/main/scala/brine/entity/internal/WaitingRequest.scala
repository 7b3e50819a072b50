package brine.entity.internal

import brine.entity.Answer
import java.time.Duration
import java.util.UUID
import java.util.concurrent.locks.LockSupport

/** A request whose caller waits. */
private[entity] class WaitingRequest(
    runtime: EntityRuntime[?, ?, ?],
    id: String,
    command: Any,
    key: UUID | Null,
    timeout: Duration
) extends EntityRequest(runtime, id, command, key, timeout):
  private val caller = Thread.currentThread

  private[internal] override def isWaitedFor: Boolean = true

  protected def ended(): Unit = LockSupport.unpark(caller)

  /** What an interrupt means, for the message. */
  protected def ifInterrupted: String =
    s"interrupted while ${runtime.described(id)} executes a command; it may still do so"

  private def parkUntil(until: Long): Unit =
    val left = until - System.nanoTime()
    if left <= 0 then giveUp() else LockSupport.parkNanos(this, left)

  /** Waits for the outcome, at most until a time of `System.nanoTime`. */
  final def await(until: Long): Answer[Any] =
    var wasInterrupted = false
    // Each timed wait of a virtual thread wakes the thread that keeps the time for all of them. The system's timers
    // need that for few requests only, and end the wait also if the system ends.
    if system.hasTimers && !hasEnded then endAt(system.nanoTime + (until - System.nanoTime()))
    val isTimed = !(caller.isVirtual && system.hasTimers)
    while !hasEnded do
      if isTimed then parkUntil(until) else LockSupport.park(this)
      if Thread.interrupted() then
        wasInterrupted = true
        giveUp()
    // The outcome may have come together with the interrupt.
    if wasInterrupted && isGivenUp then throw InterruptedException(ifInterrupted)
    if wasInterrupted then Thread.currentThread.interrupt()
    result
