package brine.entity.boundary.internal

import brine.actor.internal.support.StackProbe
import brine.journal.Query
import java.util.concurrent.TimeUnit
import java.util.concurrent.locks.ReentrantLock

/** Where decisions that append queue up once some of them have met a conflict: one lock for the clauses of queries with
  * some hash. Without it, the thread whose append has won would win again, because it is the first to hear that its
  * events are durable, and the others would lose until they give up.
  *
  * Decisions that depend on nothing contended wait for nobody, and neither do those without events. A turn is a
  * courtesy: whoever waits too long for it decides without one, and correctness does not depend on it. Thread-safe.
  *
  * @param log
  *   name of the log, whose boundaries in this process share the queues
  */
private[internal] final class Turns(log: String):
  import Turns.*

  /** Waits for the turn of a clause. Returns null if it takes too long. Whoever has it unlocks it. */
  def take(clause: Query.Clause, deadline: Deadline): ReentrantLock | Null = take(lockOf(clause), deadline)

  /** The same for the first clause of a query that others have the turn of. Returns null at once if there is none. */
  def takeIfContended(query: Query, deadline: Deadline): ReentrantLock | Null =
    val busy =
      query.clauses.iterator.take(MostLookedAt).map(lockOf).find(lock => lock.isLocked || lock.hasQueuedThreads)
    busy.fold(null)(take(_, deadline))

  private def lockOf(clause: Query.Clause) = locks(Math.floorMod(log.hashCode * 31 + clause.hashCode, Count))

  private def take(lock: ReentrantLock, deadline: Deadline): ReentrantLock | Null =
    // So that time is left to go without: decisions within decisions may wait for each other.
    val most = math.max(0, deadline.left / 2)
    StackProbe.require() // or it might stay locked
    try if lock.tryLock(most, TimeUnit.NANOSECONDS) then lock else null
    catch case _: InterruptedException => throw deadline.interrupted(Waiting)

private[internal] object Turns:
  private inline val Count        = 256
  private inline val MostLookedAt = 16

  // Of all boundaries: those of one log are contenders. Fair, so that each comes to its turn.
  private val locks = Array.fill(Count)(ReentrantLock(true))

  /** What a decision does meanwhile. */
  inline val Waiting = "waiting for others that decide on the same events"
