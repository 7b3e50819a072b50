package brine.actor.model

/** A run queue for tests that own every thread: the runtime's, or a small twin with a mistake in it.
  *
  * Entries are numbers from 0 to 9. What is taken is told as decimal digits, so that nothing that is taken twice goes
  * unseen: entry `n` is 1 at digit `n`.
  */
abstract class QueueSubject:
  /** By the owner. */
  def push(entry: Int): Unit

  /** By the owner: at most one entry. */
  def pop(): Int

  /** By thief 0 or 1: as many entries as it gets at once. */
  def steal(thief: Int): Int

  /** By the owner: all that is left. */
  final def popAll(): Int =
    var all   = 0
    var taken = pop()
    while taken > 0 do
      all += taken
      taken = pop()
    all

object QueueSubject:
  private val digits = Array(1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000)

  def digit(entry: Int): Int = digits(entry)
