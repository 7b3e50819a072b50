package brine.actor.model

/** A thread of a model. It is a state machine whose whole state is in words of the memory, so a state is the memory
  * alone.
  */
trait Process:
  def name: String

  /** Whether it has ended, or may stay in this state forever, like a worker with nothing to do. */
  def mayRest(memory: Memory): Boolean

  /** Whether it can take a step now. A spin loop is a process that cannot take a step until its condition holds. */
  def canStep(memory: Memory): Boolean

  /** Takes its next atomic step in this memory and says what it did; fails by [[Process.fail]]. */
  def step(memory: Memory): String

object Process:
  /** A step that broke a rule. */
  final class Broken(val rule: String) extends Exception(rule, null, false, false)

  def fail(rule: String): Nothing = throw Broken(rule)

  def require(holds: Boolean, rule: String): Unit = if !holds then fail(rule)
