package brine.actor.internal.cell

import brine.actor.{Cell, Mode, SystemSignal}
import brine.actor.internal.mailbox.{BatchNode, Node, OwnerNode, PipedNode, QueuedNode, StartNode, WakeNode}

/** Reads cells for the test kit, whose one thread runs them all. */
private[brine] object CellView:
  /** The next node of a cell that is scheduled or suspended; null if there is none. */
  def nextNode(cell: Cell[?]): Node =
    val head      = cell.mailboxHead
    val extension = cell.cellExtension
    if head != null && extension != null && extension.headHandled then head.next else head

  /** Whether a scheduled cell has something to do before its next message. */
  def needsAttention(cell: Cell[?]): Boolean =
    val extension = cell.cellExtension
    cell.pendingSignals != null || (extension != null && extension.mode != Mode.Running)

  /** Whether handling the node would do nothing. */
  def isEmpty(cell: Cell[?], node: Node): Boolean = node match
    case null | _: WakeNode | _: OwnerNode => true
    case due: DueNode                      => due.timer.isCancelled
    case silence: SilenceNode              => silence.timeout.isCancelled
    case watched: WatchedNode              => watched.entry.isCancelled
    case _: QueuedNode                     => cell.cellExtension.queue.peek() == null
    case _                                 => false

  /** The message that a node stands for. */
  def message(cell: Cell[?], node: Node): Any = node match
    case batch: BatchNode  => batch.messages(batch.from)
    case due: DueNode      => due.timer.message
    case node: SilenceNode => node.timeout.message
    case _: QueuedNode     =>
      cell.cellExtension.queue.peek() match
        case node: Node => node.message // an ask, or an envelope
        case message    => message
    case piped: PipedNode => piped.result
    case other            => other.message

  /** The waiting signals of a cell that are newer than `seen`, oldest first. */
  def signals(cell: Cell[?], seen: SystemSignal): List[SystemSignal] =
    var found: List[SystemSignal] = Nil
    var signal                    = cell.pendingSignals
    while signal != null && (signal ne seen) && (signal ne SystemSignal.Closed) do
      found = signal :: found
      signal = signal.next
    found

  /** Whether the owner has suspended the cell until something arrives that it waits for. */
  def isSuspended(cell: Cell[?]): Boolean =
    val extension = cell.cellExtension
    extension != null && extension.isParked

  /** Makes the next run of a scheduled cell take its signals and stop before the next message. False for a cell that
    * has not started, because its start and the signals before it are one step.
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

  /** The message that a failure is about; none if it is about something else. */
  def failedMessage(about: Any): Option[Any] = about match
    case null | Failures.Start | Failures.Piping | _: SystemSignal => None
    case message                                                   => Some(message)
