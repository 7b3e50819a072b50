package brine.actor.testkit.internal

import brine.actor.internal.{Cell, Node, SystemSignal, TimerEntry}

/** Something that can be the next step of a run.
  *
  * @param key
  *   the way to it from the test: who made it, and as the how manieth. Does not depend on the order in which independent steps ran.
  */
private[testkit] sealed abstract class Task(val key: String):
  def label: String

/** One actor; on the list of what can run while its cell is scheduled. */
private[testkit] final class CellTask(val cell: Cell[?], key: String, val number: Int) extends Task(key):
  var label: String = ""

  /** Run at once and without a choice: what it does gets in the way of nothing. */
  var immediate: Boolean = false

  // What of its mailbox the observer has seen.
  var seenTail: Node           = null
  var seenSignal: SystemSignal = null

/** A timer; on the list of what can run once it is due. */
private[testkit] final class TimerTask(val entry: TimerEntry, key: String, val dueNanos: Long, val number: Long) extends Task(key):
  def label: String = "the clock"

/** Code given to the system's execution context. */
private[testkit] final class CodeTask(val code: Runnable, key: String, by: String) extends Task(key):
  def label: String = s"a task of $by"
