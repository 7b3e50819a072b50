package brine.actor.internal

import brine.actor.*

/** An actor whose code is a [[Behavior]]. */
private[brine] final class BehaviorCell[M](initial: Behavior[M]) extends Cell[M]:
  /** A [[Behavior]] to begin with, then the function that handles messages, or a [[Receiving]] if it takes signals too. */
  private var behavior: AnyRef = initial

  private[brine] def startBehavior(): Unit = become(behavior.asInstanceOf[Behavior[M]])

  private[brine] def handleMessage(message: Any): Unit =
    val result = behavior match
      case function: Function1[Any, Any] @unchecked => function(message)
      case receiving: Receiving                     => receiving.handler(message)
      case _                                        => unstarted()
    if !result.isInstanceOf[scala.runtime.BoxedUnit] then next(result, message)

  private def next(result: Any, message: Any): Unit = result match
    case behavior: Behavior[M] @unchecked => become(behavior, message)
    case _                                => ()

  private[brine] def handleSignal(signal: Signal): Unit = behavior match
    case receiving: Receiving =>
      val result = receiving.signals.applyOrElse(signal, _ => ())
      result match
        case behavior: Behavior[M] @unchecked if signal != Signal.Stopped => become(behavior, signal)
        case _                                                           => ()
    case _ => ()

  /** Continues as a handler of something else than a message said. */
  private[brine] def become(result: Any, about: Any = null): Unit = result match
    case behavior: Behavior[M] @unchecked =>
      behavior match
        case Behavior.Same                     => ()
        case Behavior.Stopped                  => ActorContext.endSelf(this)
        case Behavior.Unhandled                => if about != null then DeadLetters.report(this, about, DeadLetter.Reason.Unhandled)
        case setup: Behavior.Setup[M]          => become(setup.make(ActorContext.of(this)), about)
        case receive: Behavior.Receive[M]      =>
          val handler = receive.make(ActorContext.of(this))
          this.behavior = receive.signals match
            case null    => handler
            case signals => Receiving(handler.asInstanceOf[Any => Any], signals(ActorContext.of(this)))
    case _ => ()

  private[brine] def restartBehavior(): Unit = become(cellExtension.initial.asInstanceOf[Behavior[M]])

  /** What handles the next message, told apart from others by being another object. */
  private[brine] def current: AnyRef = behavior

  private def unstarted(): Nothing = throw IllegalStateException(s"$this has no behavior: its start failed")

  private[brine] def behaviorName: String = "actor"

/** What handles messages and signals of an actor. */
private final class Receiving(val handler: Any => Any, val signals: PartialFunction[Signal, Any])
