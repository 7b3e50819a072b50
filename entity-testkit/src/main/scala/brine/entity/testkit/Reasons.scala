package brine.entity.testkit

import scala.collection.mutable

/** How long entities may pause after a fault. A command that is sent meanwhile may time out, although nothing goes
  * wrong from then on. For the thread of the simulation.
  */
private[testkit] final class Reasons(settings: SimulationSettings):
  import Reasons.*
  private val timeout = settings.entities.timeout.toNanos

  // In a row up to all faults of the run.
  private val longestBackoff = settings.entities.backoff.delayNanos(math.max(1, settings.faults), 1)

  // Until when, by stream.
  private val loads   = mutable.HashMap[String, Long]()
  private var appends = 0L

  /** A process begins: its entities do not pause. */
  def begin(): Unit =
    loads.clear()
    appends = 0

  /** The entity of a stream could not be loaded. */
  def loadFailed(stream: String, now: Long): Unit = loads(stream) = later(now, longestBackoff)

  /** The log has refused an append of any entity. */
  def appendRefused(now: Long): Unit = appends = later(now, LongestAfterAppend)

  /** Whether a command that was sent at a time may have waited for the end of a pause until its timeout. */
  def outlasts(stream: String, sentAt: Long): Boolean = until(stream) - sentAt >= timeout

  /** How long an entity may pause from now on. */
  def pauseAt(stream: String, now: Long): Long = math.max(0, until(stream) - now)

  private def until(stream: String): Long = math.max(appends, loads.getOrElse(stream, 0L))

private[testkit] object Reasons:
  // Those of the runtime are shorter: a power of two in ms.
  private inline val LongestAfterAppend = 100_000_000L

  // Timers are due at whole milliseconds.
  private inline val Tick = 1_000_000L

  private def later(now: Long, by: Long): Long =
    val sum = now + by + 2 * Tick
    if sum < 0 then Long.MaxValue else sum
