package brine.actor.testkit.internal

import brine.actor.{Cell, SystemSignal}
import brine.actor.internal.cell.cellExtension
import brine.actor.internal.mailbox.Node
import brine.actor.internal.timer.TimerEntry
import scala.collection.mutable

/** Something that can be the next step of a run.
  *
  * @param key
  *   path from the test: the key of its maker, and its number among what that has made. It does not depend on the order
  *   in which independent steps ran
  */
private[testkit] sealed abstract class Task(val key: String):
  def label: String

/** One actor. It is on the list of runnable tasks while its cell is scheduled. */
private[testkit] final class CellTask(val cell: Cell[?], key: String, val number: Int) extends Task(key):
  var label: String = ""

  /** Whether it runs at once and without a choice, because what it does affects no other step. */
  var immediate: Boolean = false

  /** Whether its cell is to run. The task is also on the list while it has something to send. */
  var scheduled: Boolean = false

  /** What its last handler did to other actors, and what has not arrived yet. */
  val outbox: mutable.Queue[Sending] = mutable.Queue()

  /** Whether a handler has spawned it, and its start has not arrived yet. */
  var launching: Boolean = false

  // Its mailbox, while the cell is made to look idle.
  private var hidden                      = false
  private var hiddenParked                = false
  private var hiddenTail: Node            = null
  private var hiddenHead: Node            = null
  private var hiddenSignals: SystemSignal = null

  def looksIdle: Boolean = hidden || launching

  def hide(): Unit =
    hidden = true
    hiddenTail = cell.mailboxTail
    hiddenHead = cell.mailboxHead
    hiddenSignals = cell.pendingSignals
    hiddenParked = cell.cellExtension != null && cell.cellExtension.unpark()
    cell.mailboxTail = null
    cell.mailboxHead = null
    cell.pendingSignals = null

  def show(): Unit =
    hidden = false
    cell.mailboxTail = hiddenTail
    cell.mailboxHead = hiddenHead
    cell.pendingSignals = hiddenSignals
    if hiddenParked then cell.cellExtension.park()
    hiddenTail = null
    hiddenHead = null
    hiddenSignals = null

  // The part of its mailbox that the observer has seen.
  var seenTail: Node           = null
  var seenSignal: SystemSignal = null

/** A timer. It is on the list of runnable tasks once it is due. */
private[testkit] final class TimerTask(
    val entry: TimerEntry,
    key: String,
    val dueNanos: Long,
    val number: Long,
    val madeAt: Long
) extends Task(key):
  def label: String = "the clock"

/** Code given to the system's execution context. */
private[testkit] final class CodeTask(val code: Runnable, key: String, by: String) extends Task(key):
  def label: String = s"a task of $by"
