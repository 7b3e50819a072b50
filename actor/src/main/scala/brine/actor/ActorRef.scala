package brine.actor

import brine.actor.internal.{AskReply, Cell, Worker}
import scala.concurrent.duration.FiniteDuration
import scala.concurrent.Future

/** The address of an actor that takes messages of type `M`; valid for ever, though the actor may end.
  *
  * What is promised: messages of one sender to one receiver arrive in the order in which they were sent; each is handled by at most one
  * thread, and what one handler wrote the next one sees; a message that cannot be handled becomes a [[DeadLetter]]. Nothing is promised
  * between different senders, and nothing outlives the process.
  *
  * All methods can be called by any thread. Two references are equal if they are the same object.
  */
abstract class ActorRef[-M] private[brine]:

  /** Sends a message and returns at once; never blocks, unless the receiver's mailbox is bounded and told to.
    *
    * Costs an exchange and 24 bytes, less in bursts.
    *
    * @throws MailboxFullException
    *   when the mailbox is bounded, full and told to fail
    */
  def tell(message: M): Unit

  /** [[tell]]. */
  final def !(message: M): Unit = tell(message)

  /** As [[tell]], but false when the message was not taken, as the mailbox is full or the actor has ended: it is still the caller's then,
    * and no dead letter. True says that it is in the mailbox; an actor that ends before it comes to it makes a dead letter of it.
    */
  def tryTell(message: M): Boolean

  /** Sends the request that `request` makes of the address to answer to, and gives the answer.
    *
    * The future fails with an [[AskTimeoutException]] when there is no answer in time; at once with an
    * [[ActorStoppedException]] when the target ends without having answered, whether it had begun with the request or not; and with an
    * [[ActorFailedException]] when its handler fails. An answer after that is a dead letter.
    */
  final def ask[R](request: ActorRef[R] => M, timeout: FiniteDuration): Future[R] =
    val reply   = AskReply[R](targetCell, timeout)
    val message = request(reply)
    reply.begin(message)
    sendRequest(message, reply)
    reply.future

  /** As [[ask]], but waits for the answer: on a virtual thread that costs no thread.
    *
    * @throws IllegalStateException
    *   in an actor that runs on a worker, which must not wait: give that actor [[Dispatcher.Blocking]], or use [[ActorContext.ask]]
    * @throws InterruptedException
    *   when the waiting thread is interrupted
    */
  final def askBlocking[R](request: ActorRef[R] => M, timeout: FiniteDuration): R =
    Thread.currentThread match
      case worker: Worker =>
        throw IllegalStateException(
          s"${worker.activation.cell} asks and waits on a worker, which others need: spawn it with Dispatcher.Blocking, or use context.ask"
        )
      case _ => ()
    targetCell.cellDispatcher.system.await(ask(request, timeout))

  private[brine] def sendRequest(message: M, reply: AskReply[?]): Unit

  /** The actor behind this, or for those that are none the one they stand for. */
  private[brine] def targetCell: Cell[?]
