package brine.entity.internal

import brine.entity.At
import java.time.Instant
import java.util.concurrent.ThreadLocalRandom
import java.util.concurrent.locks.LockSupport

/** The clocks, random numbers and threads that running entities use: those of the process, or those of a simulation,
  * which decides about each of them. Thread-safe.
  */
private[entity] abstract class EntityHost:
  /** A time in nanoseconds, from any beginning. */
  def nanoTime: Long

  /** The time now. */
  def now: Instant

  /** What a decision at a time may use. */
  def at(time: Instant): At

  /** A random number from 0 to 1. */
  def random(): Double

  /** Runs a task that may block, later and on another thread. */
  def start(task: Runnable): Unit

  /** The same for a task that ends a request. If it fails, or cannot be started, for lack of memory for instance, the
    * request ends all the same.
    */
  final def startFor(request: EntityRequest)(task: => Unit): Unit =
    def body(): Unit =
      try task
      catch case failed: Throwable => request.lose(failed)
    try start(() => body())
    catch case failed: Throwable => request.lose(failed)

  /** Lets this thread wait for a time at least, and then for another one, unless it is unparked.
    *
    * @param least
    *   in nanoseconds
    * @param more
    *   in nanoseconds
    */
  def pause(least: Long, more: Long): Unit =
    Thread.sleep(least / 1_000_000)
    LockSupport.parkNanos(this, more)

  /** Has another thread write a line about a state that cannot be saved or loaded. */
  def warnOfState(line: String): Unit = start(() => EntityLog.warn(line))

  /** Whether tasks run on threads that are theirs alone, so that an interrupt comes from a function of an entity. */
  def ownsThreads: Boolean = false

private[entity] object EntityHost:
  /** Those of the process: tasks run on virtual threads. */
  object Process extends EntityHost:
    def nanoTime: Long              = System.nanoTime()
    def now: Instant                = Instant.now
    def at(time: Instant): At       = At.now(time)
    def random(): Double            = ThreadLocalRandom.current.nextDouble()
    def start(task: Runnable): Unit = Thread.ofVirtual.start(task): Unit

    override def ownsThreads: Boolean = true
