package brine.actor.internal

/** A look into cells from the one thread that runs them all: for the test kit. */
private[brine] object CellView:
  /** The node whose turn is next in a cell that is scheduled or suspended; null when there is none. */
  def nextNode(cell: Cell[?]): Node =
    val head      = cell.mailboxHead
    val extension = cell.cellExtension
    if head != null && extension != null && extension.headHandled then head.next else head

  /** Whether a scheduled cell has something to do before its next message. */
  def needsAttention(cell: Cell[?]): Boolean =
    val extension = cell.cellExtension
    cell.pendingSignals != null || (extension != null && extension.mode != Mode.Running)

  /** Whether nothing would happen if the node was handled. */
  def isEmpty(cell: Cell[?], node: Node): Boolean = node match
    case null | _: WakeNode | _: OwnerNode => true
    case due: DueNode                      => due.timer.isCancelled
    case silence: SilenceNode              => silence.timeout.isCancelled
    case _: QueuedNode                     => cell.cellExtension.queue.peek() == null
    case _                                 => false

  /** The message a node stands for. */
  def message(cell: Cell[?], node: Node): Any = node match
    case batch: BatchNode  => batch.messages(batch.from)
    case due: DueNode      => due.timer.message
    case node: SilenceNode => node.timeout.message
    case _: QueuedNode     =>
      cell.cellExtension.queue.peek() match
        case ask: AskNode => ask.message
        case message      => message
    case other => other.message

  /** The signals that wait for a cell and are newer than `seen`, the oldest first. */
  def signals(cell: Cell[?], seen: SystemSignal): List[SystemSignal] =
    var found: List[SystemSignal] = Nil
    var signal                    = cell.pendingSignals
    while signal != null && (signal ne seen) && (signal ne SystemSignal.Closed) do
      found = signal :: found
      signal = signal.next
    found

  /** Whether the owner gave the cell up until something comes that it waits for. */
  def isSuspended(cell: Cell[?]): Boolean =
    val extension = cell.cellExtension
    extension != null && extension.isParked

  /** Has the next run of a scheduled cell take its signals and stop before the next message. False for a cell that has not begun, whose
    * start cannot be told apart from what is before it.
    */
  def separateSignals(cell: Cell[?]): Boolean =
    val extension = cell.extend()
    val head      = cell.mailboxHead
    if extension.headHandled then true
    else if head.isInstanceOf[StartNode] then false
    else
      val wake = WakeNode()
      wake.linkNext(head)
      cell.mailboxHead = wake
      extension.headHandled = true
      true

  /** The message that a failure is about, if it is about one. */
  def failedMessage(about: Any): Option[Any] = about match
    case null | Failures.Start | _: SystemSignal => None
    case message                                 => Some(message)
