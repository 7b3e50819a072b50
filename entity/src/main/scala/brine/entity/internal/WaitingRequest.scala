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

  protected def ended(): Unit = LockSupport.unpark(caller)

  /** What an interrupt means, for the message. */
  protected def ifInterrupted: String =
    s"interrupted while ${runtime.described(id)} executes a command; it may still do so"

  /** Waits for the outcome, at most until a time of `System.nanoTime`. */
  final def await(until: Long): Answer[Any] =
    var wasInterrupted = false
    while !hasEnded do
      val left = until - System.nanoTime()
      if left <= 0 then giveUp()
      else
        LockSupport.parkNanos(this, left)
        if Thread.interrupted() then
          wasInterrupted = true
          giveUp()
    // The outcome may have come together with the interrupt.
    if wasInterrupted && isGivenUp then throw InterruptedException(ifInterrupted)
    if wasInterrupted then Thread.currentThread.interrupt()
    result
