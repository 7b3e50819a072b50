package brine.entity.effect.internal

import brine.actor.Backoff
import java.util.concurrent.{ConcurrentHashMap, CountDownLatch, ThreadLocalRandom, TimeUnit}

/** The end of effects: threads ask for it, and are interrupted when it comes, so that they look again. Thread-safe.
  *
  * @param graceNanos
  *   how long an attempt may take from then on until it is interrupted
  */
private[internal] final class Stopping(graceNanos: Long):
  import Stopping.*

  private val latch             = CountDownLatch(1)
  private val threads           = ConcurrentHashMap.newKeySet[Thread]()
  @volatile private var beganAt = 0L

  def isBegun: Boolean = latch.getCount == 0

  /** When attempts are interrupted, as of `System.nanoTime`, once it has begun. */
  def interruptsAt: Long = beganAt + graceNanos

  def begin(): Unit = synchronized:
    if !isBegun then
      beganAt = System.nanoTime
      latch.countDown()
      threads.forEach(_.interrupt())

  /** Runs a body in this thread, which is interrupted meanwhile if the end comes. */
  def noticing(body: => Unit): Unit =
    val thread = Thread.currentThread
    threads.add(thread): Unit
    try body
    finally threads.remove(thread): Unit

  /** Waits in such a thread before something is tried again, as long as settings say.
    *
    * @param number
    *   how often in a row it has failed
    */
  def pause(backoff: Backoff, number: Int): Unit =
    pause(math.max(ShortestNanos, backoff.delayNanos(number, ThreadLocalRandom.current.nextDouble())))

  /** Waits in such a thread, at most a time. An interrupt that is not the end does not end the wait. */
  def pause(nanos: Long): Unit =
    val until = System.nanoTime + nanos
    var left  = nanos
    while left > 0 && !isBegun do
      try latch.await(left, TimeUnit.NANOSECONDS): Unit
      catch case _: InterruptedException => ()
      left = until - System.nanoTime

private[internal] object Stopping:
  private inline val ShortestNanos = 1_000_000L
