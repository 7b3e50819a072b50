package brine.actor.model

/** What the explorer explores: a memory, the processes that share it, and what must hold when none can take a step. */
trait Model:
  val layout: Layout

  def processes: IndexedSeq[Process]

  /** Checks a state in which no process can take a step; fails by [[Process.fail]]. */
  def checkEnd(memory: Memory): Unit
