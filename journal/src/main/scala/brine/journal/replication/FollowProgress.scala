package brine.journal.replication

import brine.journal.Offset
import java.time.Duration

/** What a follower tells of itself. Written by its thread, read by any.
  *
  * @param visible
  *   offset of the last record of the log, as far as is known without asking it; any thread may ask
  */
private[replication] final class FollowProgress(visible: () => Long):
  private val begun = System.nanoTime

  // Guarded by this
  private var step                    = FollowStep.Comparing
  private var records                 = 0L
  private var upTo                    = Offset.Begin
  private var end                     = 0L
  private var seen                    = 0L
  private var allAt                   = begun
  private var missed                  = 0L
  private var failure: Option[String] = None

  // For the rate: records in all, and how many there were at the beginning of the last two seconds or more
  private var passed  = 0L
  private var earlier = (begun, 0L)
  private var later   = (begun, 0L)

  /** A record was compared, or given to the replica. */
  def passedOne(): Unit = synchronized:
    failure = None
    passed += 1
    if passed % FollowProgress.Between == 0 then turn()

  /** The replica has these records.
    *
    * @param upTo
    *   offset in the log of the last one that was compared or is durable in the replica
    * @param end
    *   offset of the last record of the log
    */
  def has(step: FollowStep, records: Long, upTo: Offset, end: Long): Unit = synchronized:
    this.step = step
    this.records = records
    this.upTo = upTo
    this.end = end
    seen = end

  /** Records were deleted before they were copied. */
  def misses(offsets: Long): Unit = synchronized { missed += offsets }

  private def turn(): Unit =
    val now = System.nanoTime
    if now - later._1 > FollowProgress.WindowNanos then
      earlier = later
      later = (now, passed)

  /** The replica has all records of the log. */
  def caughtUp(records: Long, upTo: Offset, end: Long): Unit = synchronized:
    step = FollowStep.Following
    this.records = records
    this.upTo = upTo
    // Of records that the log deletes at its end, the replica lacks none.
    this.end = math.min(end, upTo.sequence)
    seen = end
    allAt = System.nanoTime
    failure = None
    turn()

  def waits(problem: String): Unit = synchronized:
    step = FollowStep.Waiting
    failure = Some(problem)

  def ended(): Unit = synchronized { step = FollowStep.Ended }

  def status: FollowStatus = synchronized:
    val now = System.nanoTime
    // While the replica takes nothing, the log may get more.
    val live  = visible()
    val last  = if live > seen then live else end
    val nanos = math.max(now - earlier._1, 1L)
    FollowStatus(
      step,
      records,
      upTo,
      math.max(last - upTo.sequence, 0),
      Duration.ofNanos(now - allAt),
      ((passed - earlier._2) * 1e9 / nanos).toLong,
      missed,
      failure
    )

private object FollowProgress:
  private final val WindowNanos = 2_000_000_000L
  // How many records between two looks at the clock.
  private final val Between = 256
