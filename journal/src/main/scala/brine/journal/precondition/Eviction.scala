package brine.journal.precondition

import brine.journal.support.StackProbe
import java.util.concurrent.locks.ReentrantLock

/** Forgets states that were not used for long, in rounds of two steps. A round begins with the choice of states, which
  * are marked as leaving. It ends when the writer has handled all slots that were claimed until then.
  *
  * An append that holds a slot has either claimed it before: then the writer has used the append's states when the
  * round ends, and those that are needed from now on stay. Or it finds a later [[round]] than before it looked up its
  * states: then it asks each whether it is kept. Thread-safe.
  *
  * @param claimed
  *   number of slots of the ring ever claimed
  * @param handled
  *   number of slots that the writer has handled
  */
private[precondition] final class Eviction(claimed: () => Long, handled: () => Long):
  private val lock             = ReentrantLock()
  @volatile private var number = 0L

  // The table of the round that is under way, and the slot after the last one that the round waits for
  private var current: StateTable[?] | Null = null
  private var until                         = 0L

  /** Number of the steps so far: odd while a round is under way. */
  def round: Long = number

  /** Forgets states of a table, unless another thread does it just now. Returns whether there is no more to do for now:
    * false if the writer has slots to handle before.
    *
    * @param coming
    *   for how many further states to make room; if for none, it looks at all states, which takes time
    */
  def run(table: StateTable[?], coming: Int): Boolean =
    StackProbe.require()
    lock.tryLock() && {
      try
        end()
        var goesOn = true
        while goesOn && current == null && table.lacks(coming) && begin(table, coming) do
          end()
          goesOn = coming == 0
        current == null
      finally lock.unlock()
    }

  private def begin(table: StateTable[?], coming: Int): Boolean =
    val begins = table.choose(coming)
    if begins then
      number += 1
      current = table
      // After that: who claims a slot from now on sees that a round is under way.
      until = claimed()
    begins

  private def end(): Unit =
    val table = current
    if table != null && handled() >= until then
      table.forget()
      current = null
      number += 1
