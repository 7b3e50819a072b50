package brine.actor

import brine.actor.internal.mailbox.{Node, StartNode}

/** The start of an actor that needs no node: the tail and the head of its mailbox are [[Node.Start]], and its
  * dispatcher is the one that stands for its own until it has started. The first message takes the place of the start
  * at the head. Whoever runs the actor first owns it, as always.
  */
private[actor] object CellStart:
  /** Starts the actor, unless signals come first.
    *
    * @param started
    *   its dispatcher from then on
    * @return
    *   the node at which to continue: a `StartNode` if signals come before the start, a `WakeNode` if something
    *   comes between the start and the first message; null if the cell was given up
    */
  def begin(cell: Cell[?], started: CellDispatcher, activation: Activation): Node =
    val early       = cell.attentionNeeded
    val place: Node =
      try if early then StartNode() else activation.spareNode // first: memory may run out
      catch case _: Throwable => null
    if place == null then
      cell.cellDispatcher.system.rescue(cell)
      null
    else if early then putFirst(cell, place, started)
    else
      activation.enter()
      RuntimeLink.LIVE.begin(cell)
      activation.leaveGuard()
      if cell.attentionNeeded then
        activation.clearInterrupt()
        activation.takeSpareNode()
        putFirst(cell, place, started)
      else goOn(cell, started, activation)

  /** Makes the cell idle, or continues with its first message. */
  private def goOn(cell: Cell[?], started: CellDispatcher, activation: Activation): Node =
    activation.flush()
    cell.cellDispatcher = started
    // An idle cell has the start at its head: to clear it could overwrite the first message.
    if (first(cell) eq Node.Start) && Cell.Tail.compareAndSet(cell, Node.Start, null.asInstanceOf[Node]) then null
    else
      val message = awaitFirst(cell)
      if activation.overdue then
        cell.requeue()
        null
      else
        activation.clearInterrupt()
        message

  private def putFirst(cell: Cell[?], node: Node, started: CellDispatcher): Node =
    if !Cell.Tail.compareAndSet(cell, Node.Start, node) then node.linkNext(awaitFirst(cell))
    cell.mailboxHead = node
    cell.cellDispatcher = started
    node

  private def first(cell: Cell[?]): Node = Cell.Head.getAcquire(cell).asInstanceOf[Node]

  /** Waits for the first message, which another thread is about to put where the start is. */
  private def awaitFirst(cell: Cell[?]): Node =
    var node  = first(cell)
    var spins = 0
    while node eq Node.Start do
      spins += 1
      if (spins & 1023) == 0 then Thread.`yield`() else Thread.onSpinWait()
      node = first(cell)
    node
