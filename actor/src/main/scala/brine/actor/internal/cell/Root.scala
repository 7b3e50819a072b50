package brine.actor.internal.cell

import brine.actor.{Cell, Signal}
import brine.actor.internal.support.StackProbe
import java.lang.invoke.{MethodHandles, VarHandle}
import java.util.concurrent.locks.ReentrantLock

/** The parent of actors that were spawned outside of any actor. A system has several, so that threads that spawn do not
  * wait for each other. It is not an actor.
  *
  * A lock guards its list. To add an actor takes no lock, only one exchange: new actors are in a list of their own,
  * until a thread with the lock links them in.
  */
private[brine] final class Root extends Cell[Any]:
  private val lock                      = ReentrantLock()
  private val emptied                   = lock.newCondition()
  private var first: Cell[?]            = null
  private var count                     = 0
  private var cursor: Cell[?]           = null // the next to be stopped
  private[internal] var newest: Cell[?] = null // of those not linked in; this root once it is closed

  /** False if the system takes no new actors. */
  def add(cell: Cell[?]): Boolean =
    cell.parentCell = this
    var added  = false
    var isOpen = true
    while isOpen && !added do
      val before = latest
      isOpen = before ne this
      if isOpen then
        cell.nextSibling = before
        added = Root.Newest.compareAndSet(this, before, cell)
    if !added then
      cell.nextSibling = null
      cell.parentCell = null
    added

  private def latest: Cell[?]                        = Root.Newest.getVolatile(this).asInstanceOf[Cell[?]]
  private def exchangeNewest(cell: Cell[?]): Cell[?] = Root.Newest.getAndSet(this, cell).asInstanceOf[Cell[?]]

  private inline def locked[A](inline body: A): A =
    lock.lock()
    try
      linkAdded(null)
      body
    finally lock.unlock()

  /** Links in actors that were added, newest first, before the others. Nothing is called behind the exchange, so a lack
    * of stack cannot lose them.
    *
    * @param replacement
    *   this root to close it
    */
  private def linkAdded(replacement: Cell[?]): Unit =
    val seen = latest
    if (seen ne this) && (seen ne replacement) then
      val added         = exchangeNewest(replacement)
      var last: Cell[?] = null
      var cell          = added
      while cell != null do
        cell.previousSibling = last
        last = cell
        count += 1
        cell = cell.nextSibling
      if last != null then
        last.nextSibling = first
        if first != null then first.previousSibling = last
        first = added

  def remove(cell: Cell[?]): Unit = locked(unlink(cell))

  /** Lets [[exchange]] begin with the newest actor. */
  def beginStop(): Unit = locked:
    cursor = first

  /** Removes the first `stopped` of these cells, and fills the array with the next ones to be stopped, newest first.
    *
    * @return
    *   number of those; less than the length of the array if there are no more
    */
  def exchange(cells: Array[Cell[?]], stopped: Int): Int =
    locked:
      var i = 0
      while i < stopped do
        unlink(cells(i))
        i += 1
      var taken = 0
      while taken < cells.length && cursor != null do
        cells(taken) = cursor
        cursor = cursor.nextSibling
        taken += 1
      taken

  private def unlink(cell: Cell[?]): Unit =
    if cursor eq cell then cursor = cell.nextSibling
    first = Siblings.remove(first, cell)
    count -= 1
    if count == 0 then emptied.signalAll()

  /** Removes an actor whose start failed, as far as it was added. */
  def withdraw(cell: Cell[?]): Unit = locked(if (first eq cell) || cell.previousSibling != null then unlink(cell))

  def close(): Unit = locked(linkAdded(this))

  /** The actors that have not stopped, newest first. */
  def children: Array[Cell[?]] =
    locked:
      val cells = new Array[Cell[?]](count)
      var cell  = first
      var i     = 0
      while cell != null do
        cells(i) = cell
        i += 1
        cell = cell.nextSibling
      cells

  /** Calls `action` for the newest actors that have not stopped, at most `most`.
    *
    * @return
    *   number of calls
    */
  def each(most: Int, action: Cell[?] => Unit): Int =
    StackProbe.require() // or the lock might stay locked, and nothing could be spawned any more
    locked:
      var cell = first
      var i    = 0
      while cell != null && i < most do
        action(cell)
        i += 1
        cell = cell.nextSibling
      i

  /** Waits until all actors have stopped. False if the time ran out first. */
  def awaitEmpty(nanos: Long): Boolean =
    locked:
      var left = nanos
      while count > 0 && left > 0 do left = emptied.awaitNanos(left)
      count == 0

  private[brine] def startBehavior(): Unit              = ()
  private[brine] def handleMessage(message: Any): Unit  = ()
  private[brine] def handleSignal(signal: Signal): Unit = ()
  private[brine] def restartBehavior(): Unit            = ()
  private[brine] def behaviorName: String               = "the system"

private[brine] object Root:
  private val Newest: VarHandle =
    MethodHandles
      .privateLookupIn(classOf[Root], MethodHandles.lookup())
      .findVarHandle(classOf[Root], "newest", classOf[Cell[?]])
      .withInvokeExactBehavior()
