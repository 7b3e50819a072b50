package brine.actor.internal.ref

import brine.actor.{ActorRef, Cell, DeadLetterReason, DeadLetters, Gather, PendingReply}
import java.util.Objects
import scala.concurrent.Future

/** Makes references that take other messages than their actor: see [[ActorRef.contramap]]. */
private[brine] object Adapters:
  def of[M, B](ref: ActorRef[M], first: B => M): ActorRef[B] =
    Objects.requireNonNull(first, "f"): Unit
    val adapt = first.asInstanceOf[Any => Any]
    ref match
      case envelope: EnvelopeRef[?]             => envelope.adapted[B](adapt)
      case adapted: AdaptedRef[?]               => adapted.adapted[B](adapt)
      case queue: BoundedRef[?]                 => EnvelopeRef[B](queue.targetCell, queue, null, adapt)
      case cell: Cell[?] if cell.isItsPublicRef => EnvelopeRef[B](cell, null, null, adapt)
      case cell: Cell[?]                        => of(cell.publicRef.asInstanceOf[ActorRef[M]], first)
      case other                                => AdaptedRef[B](other, adapt)

  /** The function `adapt` of a reference with `first` before it. */
  def before(first: Any => Any, adapt: Any => Any): Any => Any = if adapt == null then first else Chain(first, adapt)

  /** A function, and those that follow it: in a loop, because a reference may be adapted at each of many hops. */
  private final class Chain(val first: Any => Any, val others: Any => Any) extends (Any => Any):
    def apply(message: Any): Any =
      var made = first(message)
      var rest = others
      while rest.isInstanceOf[Chain] do
        val chain = rest.asInstanceOf[Chain]
        made = chain.first(made)
        rest = chain.others
      rest(made)

/** An adapted address without an actor: of one reply, or of several. Its function runs on the thread that sends. If it
  * throws, what waits for the replies fails, not the sender.
  */
private[internal] final class AdaptedRef[B](inner: ActorRef[?], adapt: Any => Any) extends ActorRef[B]:
  private val target = inner.asInstanceOf[ActorRef[Any]]

  private[internal] def adapted[C](first: Any => Any): AdaptedRef[C] = AdaptedRef(inner, Adapters.before(first, adapt))

  def tell(message: B): Unit =
    if !tryTell(message) then
      DeadLetters.report(targetCell.cellDispatcher.system, this, message, DeadLetterReason.TooLate)

  def tryTell(message: B): Boolean =
    var failure: Throwable = null
    val made               =
      try adapt(message)
      catch
        case thrown: Throwable =>
          failure = thrown
          null
    if failure == null then target.tryTell(made) else fail(failure)

  /** False if nothing waits for a reply any more. */
  private def fail(failure: Throwable): Boolean = inner match
    case reply: PendingReply[?] => reply.refused(failure)
    case gather: Gather[?, ?]   =>
      val open = !gather.future.isCompleted
      gather.fail(failure)
      open
    case _ => throw failure

  private[brine] def sendRequest(message: B, reply: PendingReply[?]): Unit = tell(message)

  private[brine] def targetCell: Cell[?] = inner.targetCell

  private[brine] override def refEnding: Future[?] = inner.refEnding

  private[brine] def refText: String = inner.refText
