package brine.actor.internal

import brine.actor.Signal
import java.util.concurrent.locks.ReentrantLock

/** The parent of actors that were spawned outside of any actor. A system has several, so that threads that spawn do not
  * wait for each other. It is not an actor: a lock guards its list.
  */
private[brine] final class Root extends Cell[Any]:
  private val lock           = ReentrantLock()
  private val emptied        = lock.newCondition()
  private var first: Cell[?] = null
  private var count          = 0
  private var closed         = false

  /** False if the system takes no new actors. */
  def add(cell: Cell[?]): Boolean =
    lock.lock()
    try
      if !closed then
        cell.parentCell = this
        first = Siblings.add(first, cell)
        count += 1
      !closed
    finally lock.unlock()

  def remove(cell: Cell[?]): Unit =
    lock.lock()
    try
      first = Siblings.remove(first, cell)
      count -= 1
      if count == 0 then emptied.signalAll()
    finally lock.unlock()

  /** Removes an actor whose start failed, as far as it was added. */
  def withdraw(cell: Cell[?]): Unit =
    lock.lock()
    try if (first eq cell) || cell.previousSibling != null then remove(cell)
    finally lock.unlock()

  def close(): Unit =
    lock.lock()
    try closed = true
    finally lock.unlock()

  /** The actors that have not stopped, newest first. */
  def children: Array[Cell[?]] =
    lock.lock()
    try
      val cells = new Array[Cell[?]](count)
      var cell  = first
      var i     = 0
      while cell != null do
        cells(i) = cell
        i += 1
        cell = cell.nextSibling
      cells
    finally lock.unlock()

  /** Calls `action` for the newest actors that have not stopped, at most `most`.
    *
    * @return
    *   number of calls
    */
  def each(most: Int, action: Cell[?] => Unit): Int =
    StackProbe.require() // or the lock might stay locked, and nothing could be spawned any more
    lock.lock()
    try
      var cell = first
      var i    = 0
      while cell != null && i < most do
        action(cell)
        i += 1
        cell = cell.nextSibling
      i
    finally lock.unlock()

  /** Waits until all actors have stopped. False if the time ran out first. */
  def awaitEmpty(nanos: Long): Boolean =
    lock.lock()
    try
      var left = nanos
      while count > 0 && left > 0 do left = emptied.awaitNanos(left)
      count == 0
    finally lock.unlock()

  private[brine] def startBehavior(): Unit              = ()
  private[brine] def handleMessage(message: Any): Unit  = ()
  private[brine] def handleSignal(signal: Signal): Unit = ()
  private[brine] def restartBehavior(): Unit            = ()
  private[brine] def behaviorName: String               = "the system"
