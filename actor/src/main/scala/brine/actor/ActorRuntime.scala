package brine.actor

import brine.actor.internal.mailbox.Node
import scala.concurrent.Future
import scala.concurrent.duration.FiniteDuration

/** What the types of this package need of the runtime that is built on them: [[RuntimeLink]] finds it.
  *
  * Thread-safe, except that the owner of a cell calls what takes one as its first parameter.
  */
private[brine] abstract class ActorRuntime:
  RuntimeLink.register(this)

  def start(settings: ActorSystemSettings): ActorSystem

  /** What actors do through their contexts. */
  def contexts: ContextOperations

  // -------------------------------------------------------------------------------------------
  // Cells, off the path of plain messages
  // -------------------------------------------------------------------------------------------

  /** Reports what a node holds as dead letters. Never throws: whoever closes a mailbox must come to its end. */
  def bury(cell: Cell[?], node: Node): Unit

  /** Does everything that comes before the next message.
    *
    * @return
    *   the node at which to continue: another than `node` if messages were put back before it; null if the cell is
    *   suspended or has stopped, and so was given up
    */
  def proceed(cell: Cell[?], node: Node, handled: Boolean, activation: Activation): Node

  /** Runs the start of an actor. What it throws is a failure of the actor. */
  def begin(cell: Cell[?]): Unit

  /** Handles a node other than a plain message or a batch. */
  def handleRare(cell: Cell[?], node: Node, activation: Activation): Unit

  /** Decides what happens to an actor whose code has thrown.
    *
    * @param reply
    *   null if nobody waits for one
    */
  def failed(cell: Cell[?], message: Any, reply: PendingReply[?], failure: Throwable): Unit

  /** The text of an actor for humans. */
  def identity(cell: Cell[?]): String

  /** An actor that has stopped, to stand in for an address that has no actor. */
  def endedCell(system: SystemInternals): Cell[Any]

  // -------------------------------------------------------------------------------------------
  // References
  // -------------------------------------------------------------------------------------------
  def adapted[M, B](ref: ActorRef[M], first: B => M): ActorRef[B]
  def ask[M, R](target: ActorRef[M], request: ActorRef[R] => M, timeout: FiniteDuration): Future[R]
  def askBlocking[M, R](target: ActorRef[M], request: ActorRef[R] => M, timeout: FiniteDuration): R
  def whenStopped(ref: ActorRef[?]): Future[Option[Throwable]]

  /** Stops an actor. Fails for an address that has no actor. */
  def stop(ref: ActorRef[?]): Unit
  def gracefulStop(ref: ActorRef[?], timeout: FiniteDuration): Future[Unit]

  // -------------------------------------------------------------------------------------------
  // New actors
  // -------------------------------------------------------------------------------------------
  def cellOf[M](behavior: Behavior[M], restartable: Boolean): Cell[M]
  def cellOf[M](make: () => Actor[M], restartable: Boolean): Cell[M]

  /** What a system knows of its actors. */
  def dump(system: SystemInternals, most: Int): ActorDump
