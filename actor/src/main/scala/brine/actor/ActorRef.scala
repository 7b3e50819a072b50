package brine.actor

import scala.concurrent.duration.FiniteDuration
import scala.concurrent.Future

/** The address of an actor that accepts messages of type `M`. It stays valid when the actor stops; messages then become
  * dead letters.
  *
  * What you can rely on:
  *
  *   - Messages from one sender to one receiver arrive in the order in which they were sent.
  *   - An actor handles one message at a time, and each handler sees what the previous one wrote.
  *   - A message that is not handled becomes a [[DeadLetter]].
  *
  * There is no order between different senders, and nothing survives the process.
  *
  * Any thread may call these methods. Two references are equal if they are the same object: not even an actor that is a
  * case class can change that, because the runtime relies on it.
  */
abstract class ActorRef[-M] private[brine]:

  /** Sends a message and returns at once. Waits only if the receiver's mailbox is bounded with [[WhenFull.Park]].
    *
    * Costs one atomic exchange and 24 bytes of heap, less in bursts.
    *
    * @param message
    *   null is a message like any other, except for a bounded mailbox
    * @throws MailboxFullException
    *   when the mailbox is full and its [[WhenFull]] says so
    * @throws NullPointerException
    *   when `message` is null and the mailbox is bounded
    * @throws InterruptedException
    *   when this thread is interrupted while it waits for room; then nothing is sent
    */
  def tell(message: M): Unit

  /** Sends a message: the same as [[tell]]. */
  final def !(message: M): Unit = tell(message)

  /** Sends a message like [[tell]], without waiting for room. False if it was not taken, because the mailbox is full
    * or the actor has stopped.
    *
    * After false you still own the message, and it is not a dead letter. After true it is in the mailbox; if the actor
    * stops before it handles the message, it becomes a dead letter.
    */
  def tryTell(message: M): Boolean

  /** Sends a request and returns a future of the reply.
    *
    * The future fails
    *
    *   - with an [[AskTimeoutException]] when `timeout` passes without a reply,
    *   - at once with an [[ActorStoppedException]] when the target stops without a reply, whether it had handled the
    *     request or not,
    *   - at once with an [[ActorFailedException]] when the target's handler throws on the request,
    *   - at once with a [[MailboxFullException]] when the target's bounded mailbox does not take the request. Where
    *     [[tell]] would wait for room, this call waits too, at most until `timeout` passes.
    *
    * A reply after that becomes a dead letter.
    *
    * The compiler finds the type of the reply where the function passes the address on, as in `ask(Get(_), 1.second)`.
    * Where it does not follow from that, the compiler asks you to name it: `ask[Int](…)`.
    *
    * @param request
    *   makes the request from the address to reply to
    */
  transparent inline def ask[R](inline request: ActorRef[R] => M, timeout: FiniteDuration): Future[R] =
    ${ ReplyType.ask[M, R]('this, 'request, 'timeout) }

  /** Sends a request like [[ask]], and waits for the reply. On a virtual thread waiting costs no platform thread.
    *
    * @throws IllegalStateException
    *   in an actor on a worker, which must not wait: give that actor [[Dispatcher.Blocking]], or use
    *   [[ActorContext.ask]]
    * @throws InterruptedException
    *   when the waiting thread is interrupted
    */
  transparent inline def askBlocking[R](inline request: ActorRef[R] => M, timeout: FiniteDuration): R =
    ${ ReplyType.askBlocking[M, R]('this, 'request, 'timeout) }

  /** An address that takes another type of messages: `f` makes of each what this actor accepts.
    *
    * {{{
    * catalogue ! Lookup(key, replyTo = context.self.contramap(price => Priced(order, price)))
    * }}}
    *
    * `f` runs in the actor, when the message's turn comes, and so may read the actor's state. If it throws, the actor
    * has failed, as if its handler had thrown; the sender does not notice. For the address of a reply, where no actor
    * is, `f` runs in the sender, and its failure fails the ask.
    *
    * The result stands for the same actor: it has the same name, and to watch it is to watch the actor. It is equal to
    * no other reference. Dead letters hold the message before `f`, and name the actor.
    *
    * Costs one object, and 40 bytes for each message in place of 24.
    */
  final def contramap[B](f: B => M): ActorRef[B] = RuntimeLink.LIVE.adapted(this, f)

  /** Completes when the actor stops, at once if it has stopped already: with the failure that stopped it, if any.
    *
    * The future has a place in the actor until then. It stays open for an actor that a shutdown could not stop.
    */
  final def whenStopped: Future[Option[Throwable]] = RuntimeLink.LIVE.whenStopped(this)

  private[brine] def sendRequest(message: M, reply: PendingReply[?]): Unit

  final override def equals(other: Any): Boolean = other.asInstanceOf[AnyRef] eq this
  final override def hashCode: Int               = System.identityHashCode(this)

  /** The identity of the actor for humans: its name, or its class and a number, after the identities of its parents. */
  final override def toString: String = refText

  private[brine] def refText: String

  /** The future whose completion is the end of an address that is no actor, such as that of a reply. Null for an actor.
    */
  private[brine] def refEnding: Future[?] = null

  /** The actor behind this address. For an address without an actor, the actor it stands for. */
  private[brine] def targetCell: Cell[?]

  /** The reference that the signal of its end will have: not an adapted one, but that of the actor. */
  private[brine] final def endedRef: ActorRef[?] = if refEnding != null then this else targetCell.publicRef
