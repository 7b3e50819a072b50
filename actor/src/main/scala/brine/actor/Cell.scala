package brine.actor

import brine.actor.internal.mailbox.{BatchNode, Node, OwnerNode, StartNode, WakeNode}
import brine.actor.internal.support.StackProbe
import java.lang.invoke.{MethodHandles, VarHandle}

/** One actor: its mailbox, its scheduling state and its place in the supervision tree, in 44 bytes.
  *
  * The tail of the mailbox *is* the scheduling state. Null means idle, [[Node.Closed]] means stopped, and any other
  * node means scheduled, running or suspended. Whoever changes the tail from null owns the cell until the tail is null
  * again. The owner also owns every plain field here and in the extension, which holds what not every actor needs.
  *
  * Users' classes extend this one, so its members have names that users are unlikely to choose.
  */
private[brine] abstract class Cell[M] extends ActorRef[M] with Watcher:
  private[brine] var mailboxTail: Node              = null
  private[brine] var mailboxHead: Node              = null // first node of the current batch, or the next to run
  private[brine] var pendingSignals: SystemSignal   = null
  private[brine] var cellDispatcher: CellDispatcher = null
  private[brine] var parentCell: Cell[?]            = null
  private[actor] var nextSibling: Cell[?]           = null
  private[actor] var previousSibling: Cell[?]       = null
  @volatile private[brine] var cellExtensionBase: ExtensionBase = null

  // -------------------------------------------------------------------------------------------
  // Differs between kinds of actors
  // -------------------------------------------------------------------------------------------
  private[brine] def startBehavior(): Unit
  private[brine] def handleMessage(message: Any): Unit
  private[brine] def handleSignal(signal: brine.actor.Signal): Unit
  private[brine] def restartBehavior(): Unit
  private[brine] def behaviorName: String

  /** Called when the receive timeout in the extension has changed. */
  private[brine] def receiveTimeoutChanged(): Unit = ()

  // -------------------------------------------------------------------------------------------
  // Sending
  // -------------------------------------------------------------------------------------------
  final def tell(message: M): Unit =
    Thread.currentThread match
      case thread: ActorThread => thread.activation.send(this, message)
      case _                   => deliver(Node(message))

  final def tryTell(message: M): Boolean =
    val isOpen = !cellClosed
    if isOpen then tell(message) else cellDispatcher.system.refused(this)
    isOpen

  private[brine] final def sendRequest(message: M, reply: PendingReply[?]): Unit = post(AskNode(message, reply))

  /** Links a node in behind everything that this thread has sent before. */
  private[brine] final def post(node: Node): Unit =
    Thread.currentThread match
      case thread: ActorThread => thread.activation.flush()
      case _                   =>
    deliver(node)

  /** Puts a node into the mailbox. If it throws, for lack of memory or stack, the node is not in the mailbox.
    *
    * A sender whose stack ended behind the first exchange would leave a mailbox that no node can be linked to, or an
    * actor that nobody runs. So it first checks the stack.
    */
  private[brine] final def deliver(node: Node): Unit =
    StackProbe.require()
    val previous = exchangeTail(node)
    if previous == null then
      mailboxHead = node
      dispatch(node)
    else if previous eq Node.Closed then
      // The exchange that found it closed has opened it, so this thread closes it again.
      buryFrom(node, exchangeTail(Node.Closed))
    else if previous eq Node.Start then
      try Cell.Head.setRelease(this, node)
      catch
        // The stack has ended after all. The owner waits for this node, so it must be there: a write takes no stack.
        case _: StackOverflowError => mailboxHead = node
    else previous.linkNext(node)

  private def dispatch(node: Node): Unit =
    try
      if cellDispatcher == null then
        throw IllegalStateException(
          s"$behaviorName was not spawned: an actor takes messages once spawn returns its reference"
        )
      cellDispatcher.schedule(this)
    catch case failure: Throwable => takeBack(node, failure)

  /** Undoes a send whose cell could not be scheduled. If others have sent behind it, they rely on this thread: then the
    * system schedules the cell later, and the message is sent.
    */
  private def takeBack(node: Node, failure: Throwable): Unit =
    mailboxHead = null
    if Cell.Tail.compareAndSet(this, node, null.asInstanceOf[Node]) || cellDispatcher == null then throw failure
    mailboxHead = node
    cellDispatcher.system.rescue(this)

  /** Schedules the cell for its owner. If that fails, the system does it later. */
  private[brine] final def scheduleOwned(): Unit =
    try cellDispatcher.schedule(this)
    catch case _: Throwable => cellDispatcher.system.rescue(this)

  /** Buries messages that reached a closed mailbox, up to the last one. */
  private def buryFrom(first: Node, last: Node): Unit =
    var node = first
    RuntimeLink.LIVE.bury(this, node)
    while node ne last do
      node = node.awaitNext()
      RuntimeLink.LIVE.bury(this, node)

  private[brine] final def cellBusy: Boolean =
    val tail = latestNode
    tail != null && (tail ne Node.Closed)

  private[brine] final def cellClosed: Boolean = latestNode eq Node.Closed

  // -------------------------------------------------------------------------------------------
  // Running
  // -------------------------------------------------------------------------------------------

  /** Prepares a new cell. No other thread knows it yet, and the caller schedules it. */
  private[brine] final def prepare(dispatcher: CellDispatcher): Unit =
    if cellDispatcher != null then
      throw IllegalStateException(s"$behaviorName was spawned before: give spawn a new actor each time")
    val first = if dispatcher.starting == null then StartNode() else Node.Start
    cellDispatcher = if dispatcher.starting == null then dispatcher else dispatcher.starting
    mailboxTail = first
    // The JVM links this call at its first use, which takes stack. So not first in `deliver`, behind the exchange.
    Cell.Head.setRelease(this, first)

  /** Handles messages until there are none, the batch is used up, or the actor must wait. Called by the owner.
    * Afterwards the cell is idle, queued again, suspended or stopped, and the caller no longer owns it.
    */
  private[brine] final def runMessages(activation: Activation): Unit =
    activation.begin(this)
    var node    = mailboxHead
    var handled = false
    var budget  = activation.limit(cellDispatcher.batch)
    val started = cellDispatcher.started
    if started == null then handled = takeHeadHandled()
    else
      node = CellStart.begin(this, started, activation)
      handled = node.isInstanceOf[WakeNode]
    var first   = node
    var running = node != null
    while running do
      if attentionNeeded then
        val at = RuntimeLink.LIVE.proceed(this, node, handled, activation)
        if at == null then running = false
        else if at ne node then
          Cell.unlink(first, node)
          mailboxHead = at
          first = at
          node = at
          handled = false
      if running then
        if !handled then
          activation.enter()
          handled = handleNode(node, activation)
          activation.leaveGuard()
          budget -= 1
        if handled && !attentionNeeded then
          var next = node.next
          if next == null then
            activation.flush()
            mailboxHead = null
            Cell.unlink(first, node)
            if Cell.Tail.compareAndSet(this, node, null.asInstanceOf[Node]) then running = false
            else
              next = node.awaitNext()
              mailboxHead = next
              first = next
          if running then
            node = next
            handled = false
        if running && !handled && (budget <= 0 || activation.overdue) then
          running = false
          giveWay(first, node, activation)
        if running then activation.clearInterrupt()
    activation.end()

  /** Whether the head was handled before the actor was suspended there. */
  private def takeHeadHandled(): Boolean =
    val extension = cellExtensionBase
    val handled   = extension != null && extension.headHandled
    if handled then extension.headHandled = false
    handled

  /** Queues the cell behind the others, to continue at `node`. */
  private def giveWay(first: Node, node: Node, activation: Activation): Unit =
    activation.flush()
    Cell.unlink(first, node)
    mailboxHead = node
    requeue()

  private[actor] def requeue(): Unit =
    try cellDispatcher.reschedule(this)
    catch case _: Throwable => cellDispatcher.system.rescue(this)

  // A VarHandle call is exact, and so fast, only if its types are those of the field: so each call declares its result.
  private def exchangeTail(node: Node): Node                      = Cell.Tail.getAndSet(this, node).asInstanceOf[Node]
  private def exchangeSignals(signal: SystemSignal): SystemSignal =
    Cell.Signals.getAndSet(this, signal).asInstanceOf[SystemSignal]
  private def latestNode: Node           = Cell.Tail.getAcquire(this).asInstanceOf[Node]
  private def latestSignal: SystemSignal = Cell.Signals.getVolatile(this).asInstanceOf[SystemSignal]

  private[actor] def attentionNeeded: Boolean =
    latestSignal != null || {
      val extension = cellExtensionBase
      extension != null && extension.mode != Mode.Running
    }

  /** Handles one message. False if the node holds more. */
  private def handleNode(node: Node, activation: Activation): Boolean =
    activation.handled += 1
    if node.getClass eq classOf[Node] then
      invoke(node.message, null)
      true
    else
      node match
        case batch: BatchNode =>
          val message = batch.messages(batch.from)
          batch.messages(batch.from) = null
          batch.from += 1
          invoke(message, null)
          batch.from == batch.until
        case other =>
          RuntimeLink.LIVE.handleRare(this, other, activation)
          true

  private[actor] final def invoke(message: Any, reply: PendingReply[?]): Unit =
    try handleMessage(message)
    catch case failure: Throwable => RuntimeLink.LIVE.failed(this, message, reply, failure)

  /** Gives the cell up without making it idle: senders only link their nodes. Afterwards the caller does not own it. */
  private[actor] final def suspend(node: Node, handled: Boolean): Unit =
    val extension = cellExtensionBase
    mailboxHead = node
    extension.headHandled = handled
    extension.park()
    // A signal pushed before the line above was visible finds nobody to wake. Even if the caller takes the cell back,
    // it must not continue itself: others may have run it and parked it elsewhere since.
    if latestSignal != null && extension.unpark() then scheduleOwned()

  /** Inserts `inserted` directly behind the node that the owner has just handled. */
  private[actor] final def insertAfter(node: Node, inserted: Node): Unit =
    var next = node.next
    if next == null && Cell.Tail.compareAndSet(this, node, inserted) then node.linkNext(inserted)
    else
      if next == null then next = node.awaitNext()
      inserted.linkNext(next)
      node.linkNext(inserted)

  /** The node at which to continue after [[suspend]]. */
  private[actor] final def suspendedAt: Node = mailboxHead

  // -------------------------------------------------------------------------------------------
  // Signals
  // -------------------------------------------------------------------------------------------

  /** Sends the actor a signal. False if it has stopped. */
  private[brine] final def signal(signal: SystemSignal): Boolean =
    StackProbe.require()
    var previous = latestSignal
    var pushed   = false
    // Before the push, because memory may run out: a signal that nobody sees must not be in the list.
    var waking = if previous == null then WakeNode() else null
    while !pushed && (previous ne SystemSignal.Closed) do
      signal.next = previous
      if Cell.Signals.compareAndSet(this, previous, signal) then pushed = true
      else previous = latestSignal
    if pushed && previous == null then
      try
        if waking == null then waking = WakeNode()
        wake(waking)
      catch case _: Throwable => cellDispatcher.system.rescueSignal(this)
    pushed

  private def wake(node: WakeNode): Unit =
    deliver(node)
    val extension = cellExtensionBase
    if extension != null && extension.unpark() then scheduleOwned()

  /** Wakes the cell for a signal that it has, or for messages of a bounded mailbox, after the first attempt failed. */
  private[actor] final def wakeAgain(): Unit =
    val extension = cellExtensionBase
    if extension != null then extension.deliverOwed()
    if latestSignal != null then wake(WakeNode())

  /** Takes all signals so far, oldest first. */
  private[actor] final def takeSignals(replacement: SystemSignal): SystemSignal =
    var newest: SystemSignal = exchangeSignals(replacement)
    var oldest: SystemSignal = null
    while newest != null do
      val next = newest.next
      newest.next = oldest
      oldest = newest
      newest = next
    oldest

  private[brine] final def watchedEnded(ref: ActorRef[?], cause: Throwable): Unit =
    val _ = signal(SystemSignal.Ended(ref, cause))

  // -------------------------------------------------------------------------------------------
  // Ending
  // -------------------------------------------------------------------------------------------

  /** Takes ownership of an idle cell, as if it had been scheduled. */
  private[actor] final def own(): Boolean = own(OwnerNode())

  /** Takes ownership of an idle cell with this node, which is in no mailbox. */
  private[actor] final def own(node: Node): Boolean =
    val taken = Cell.Tail.compareAndSet(this, null.asInstanceOf[Node], node)
    if taken then mailboxHead = node
    taken

  /** Closes the mailbox, buries the messages not handled, and returns the last signals. */
  private[actor] final def close(node: Node, handled: Boolean): SystemSignal =
    val last = exchangeTail(Node.Closed)
    mailboxHead = null
    if !handled then RuntimeLink.LIVE.bury(this, node)
    var current = node
    while current ne last do
      current = current.awaitNext()
      RuntimeLink.LIVE.bury(this, current)
    takeSignals(SystemSignal.Closed)

  /** About how many messages wait. Threads that do not own the cell read it, so the result may be up to one batch too
    * high. Counts up to 100,000.
    */
  private[brine] final def queueLength: Int =
    var count = 0
    var node  = mailboxHead
    while node != null && count < 100000 do
      count += node.count
      node = node.next
    count

  /** The class of the message that is being handled, as seen by a thread that does not own the cell. None if it is part
    * of a batch.
    *
    * @param position
    *   number of messages handled before it in this batch
    */
  private[brine] final def messageClassAt(position: Long): Option[Class[?]] =
    var node = mailboxHead
    var left = position
    while node != null && (left > 0 || node.count == 0) do
      left -= node.count
      node = node.next
    if node == null then None
    else
      node match
        case ask: AskNode                             => Option(ask.message).map(_.getClass)
        case plain if plain.getClass eq classOf[Node] => Option(plain.message).map(_.getClass)
        case _                                        => None

  /** Whether the actor waits for a future or a backoff, as far as another thread can see. */
  private[brine] final def cellWaiting: Boolean =
    val extension = cellExtensionBase
    extension != null && extension.mode == Mode.Waiting

  private[brine] final def targetCell: Cell[?] = this

  private[brine] def publicRef: ActorRef[M] =
    val extension = cellExtensionBase
    val other     = if extension == null then null else extension.publicRef
    if other == null then this else other.asInstanceOf[ActorRef[M]]

  private[actor] final def isItsPublicRef: Boolean = publicRef eq this

  private[brine] final def refText: String = RuntimeLink.LIVE.identity(this)

private[brine] object Cell:
  private val lookup = MethodHandles.privateLookupIn(classOf[Cell[?]], MethodHandles.lookup())

  private[actor] val Tail: VarHandle =
    lookup.findVarHandle(classOf[Cell[?]], "mailboxTail", classOf[Node]).withInvokeExactBehavior()
  private[actor] val Head: VarHandle =
    lookup.findVarHandle(classOf[Cell[?]], "mailboxHead", classOf[Node]).withInvokeExactBehavior()
  private val Signals: VarHandle =
    lookup.findVarHandle(classOf[Cell[?]], "pendingSignals", classOf[SystemSignal]).withInvokeExactBehavior()

  private def unlink(first: Node, until: Node): Unit =
    var node = first
    while node ne until do
      val next = node.next
      node.unlink()
      node = next
