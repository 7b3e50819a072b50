package brine.actor.internal.cell

import brine.actor.*

/** An actor whose code is a [[Behavior]]. */
private[brine] final class BehaviorCell[M](initial: Behavior[M]) extends Cell[M]:
  /** The initial [[Behavior]]; then the function that handles messages, or a [[Receiving]] if the actor takes signals
    * too.
    */
  private var behavior: AnyRef = initial

  private[brine] def startBehavior(): Unit = begin(behavior.asInstanceOf[Behavior[M]])

  private def begin(first: Behavior[M]): Unit =
    behavior = first
    become(first)
    if (behavior eq first) && !Stopping.isEnding(this) then
      throw IllegalStateException(
        s"$this begins with a behavior that receives nothing: use Behavior.receive, or Behavior.setup that returns one"
      )

  private[brine] def handleMessage(message: Any): Unit =
    val result = behavior match
      case function: Function1[Any, Any] @unchecked => function(message)
      case receiving: Receiving                     => receiving.handle(message)
      case _                                        => unstarted()
    if !result.isInstanceOf[scala.runtime.BoxedUnit] then next(result, message)

  private def next(result: Any, message: Any): Unit = result match
    case behavior: Behavior[M] @unchecked => become(behavior, message)
    case _                                => ()

  private[brine] def handleSignal(signal: Signal): Unit = behavior match
    case receiving: Receiving if receiving.signals != null =>
      val result = receiving.signals.applyOrElse(signal, _ => ())
      result match
        case behavior: Behavior[M] @unchecked if signal != Signal.Stopped => become(behavior)
        case _                                                            => ()
    case _ => ()

  /** Switches to the behavior that a handler returned.
    *
    * @param about
    *   the message it handled
    */
  private[brine] def become(result: Any, about: Any = BehaviorCell.NoMessage): Unit = result match
    case behavior: Behavior[M] @unchecked =>
      behavior match
        case Behavior.Same      => ()
        case Behavior.Stopped   => Stopping.begin(this)
        case Behavior.Unhandled =>
          if about.asInstanceOf[AnyRef] ne BehaviorCell.NoMessage then
            DeadLetters.report(this, about, DeadLetterReason.Unhandled)
        case setup: Behavior.Setup[M]     => become(setup.make(ActorContext.of(this)), about)
        case receive: Behavior.Receive[M] =>
          val handler = receive.make(ActorContext.of(this))
          val signals = if receive.signals == null then null else receive.signals(ActorContext.of(this))
          this.behavior = handler
          if signals != null || receiveTimeout != null then
            this.behavior = Receiving(handler.asInstanceOf[Any => Any], signals, receiveTimeout)
    case _ => ()

  private[brine] def restartBehavior(): Unit = begin(this.cellExtension.initial.asInstanceOf[Behavior[M]])

  private def receiveTimeout: ReceiveTimeout =
    val extension = this.cellExtension
    if extension == null then null else extension.receiveTimeout

  private[brine] override def receiveTimeoutChanged(): Unit = behavior match
    case function: Function1[Any, Any] @unchecked => behavior = Receiving(function, null, receiveTimeout)
    case receiving: Receiving => behavior = Receiving(receiving.handler, receiving.signals, receiveTimeout)
    case _                    => ()

  /** The handler of the next message. A changed behavior is another object. */
  private[brine] def current: AnyRef = behavior match
    case receiving: Receiving => receiving.handler
    case other                => other

  private def unstarted(): Nothing = throw IllegalStateException(s"$this has no behavior: its start failed")

  private[brine] def behaviorName: String = "actor"

private[brine] object BehaviorCell:
  /** Stands for the message where a behavior is not the answer to one: null may be a message. */
  private object NoMessage

  /** An actor that has stopped, to stand in for an address that has no actor. */
  def ended(system: SystemInternals): Cell[Any] =
    val cell = BehaviorCell[Any](Behavior.stopped)
    cell.prepare(system.dispatcher(Dispatcher.Default, Batch.ofSystem))
    val _ = cell.close(cell.suspendedAt, true)
    cell

/** The handler of an actor that also takes signals or has a receive timeout. Either may be null. */
private final class Receiving(
    val handler: Any => Any,
    val signals: PartialFunction[Signal, Any],
    timeout: ReceiveTimeout
):
  def handle(message: Any): Any =
    if timeout == null then handler(message)
    else
      try handler(message)
      finally timeout.touch()
