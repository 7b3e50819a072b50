package brine.entity.boundary.internal

import brine.journal.Query
import java.util.concurrent.TimeUnit
import java.util.concurrent.locks.ReentrantLock

/** Where decisions that met a conflict queue up, so that those of one process do not meet the next one too: one lock
  * for the clauses of queries with some hash. First attempts take no turn, so a decision that others do not touch waits
  * for nobody. Thread-safe.
  *
  * A turn is a courtesy: whoever waits too long for it decides without one, and correctness does not depend on it.
  */
private[internal] final class Turns:
  import Turns.*
  // Fair, so that each comes to its turn.
  private val locks = Array.fill(Count)(ReentrantLock(true))

  /** Waits for the turn of a clause. Returns null if it takes too long. Whoever has it unlocks it. */
  def take(clause: Query.Clause, deadline: Deadline): ReentrantLock | Null =
    val lock = locks(Math.floorMod(clause.hashCode, Count))
    val most = math.max(0, math.min(LongestWait, deadline.left))
    try if lock.tryLock(most, TimeUnit.NANOSECONDS) then lock else null
    catch case _: InterruptedException => throw deadline.interrupted(Waiting)

private[internal] object Turns:
  private inline val Count       = 64
  private inline val LongestWait = 1_000_000_000L

  /** What a decision does meanwhile. */
  inline val Waiting = "waiting for others that decide on the same events"
