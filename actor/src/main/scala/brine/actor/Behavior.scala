package brine.actor

import scala.language.implicitConversions
import scala.util.NotGiven

/** What an actor does with its messages. A behavior is a value: you can give one to many actors.
  *
  * {{{
  * def counter(count: Int): Behavior[Command] = Behavior.receive:
  *   case Command.Add(n)       => counter(count + n)
  *   case Command.Get(replyTo) => replyTo ! count
  * }}}
  *
  * A handler returns the behavior for the next message, or nothing to keep the current one. Any other value that it
  * ends with, such as the Boolean of a collection's `add`, counts as nothing.
  */
sealed abstract class Behavior[M]:
  /** Adds a handler for signals. Signals for which it is not defined are ignored. Its result counts like that of a
    * message's handler.
    */
  def onSignal(handler: ActorContext[M] ?=> PartialFunction[Signal, Behavior[M] | Unit]): Behavior[M]

object Behavior:
  /** Handles each message with a function.
    *
    * `handler` is evaluated when an actor starts, and returns that function. So what `handler` defines before the
    * function is the state of one actor.
    */
  def receive[M](handler: ActorContext[M] ?=> M => Behavior[M] | Unit): Behavior[M] =
    Receive(context => handler(using context), null)

  /** Runs `begin` when the actor starts, and continues with the behavior that it returns. */
  def setup[M](begin: ActorContext[M] ?=> Behavior[M]): Behavior[M] = Setup(context => begin(using context))

  /** Keeps the current behavior. */
  def same[M]: Behavior[M] = Same.asInstanceOf[Behavior[M]]

  /** Stops the actor once the handler has returned. */
  def stopped[M]: Behavior[M] = Stopped.asInstanceOf[Behavior[M]]

  /** Keeps the current behavior, and reports the message as a dead letter. */
  def unhandled[M]: Behavior[M] = Unhandled.asInstanceOf[Behavior[M]]

  /** Lets a handler end in a value that is no behavior, which is discarded, as in a method that returns `Unit`.
    *
    * A behavior of another protocol still does not compile, and neither does a value whose type does not say whether it
    * is a behavior, such as `Any`. The compiler calls this; you need not.
    *
    * @throws IllegalStateException
    *   when the value is a behavior nevertheless, because its type is a union with one of another protocol
    */
  implicit def discarded[A](value: A)(using NotGiven[A <:< Behavior[?]], NotGiven[Behavior[?] <:< A]): Unit =
    value match
      case _: Behavior[?] =>
        throw IllegalStateException("a handler returned a behavior of another protocol: return one of its own protocol")
      case _ => ()

  private[brine] type Signals[M] = ActorContext[M] => PartialFunction[Signal, Behavior[M] | Unit]

  private[brine] final class Receive[M](val make: ActorContext[M] => M => Behavior[M] | Unit, val signals: Signals[M])
      extends Behavior[M]:
    def onSignal(handler: ActorContext[M] ?=> PartialFunction[Signal, Behavior[M] | Unit]): Behavior[M] =
      val more: Signals[M] = context => handler(using context)
      Receive(make, if signals == null then more else context => signals(context).orElse(more(context)))

  private[brine] final class Setup[M](begin: ActorContext[M] => Behavior[M]) extends Behavior[M]:
    def make(context: ActorContext[M]): Behavior[M]                                                     = begin(context)
    def onSignal(handler: ActorContext[M] ?=> PartialFunction[Signal, Behavior[M] | Unit]): Behavior[M] =
      Setup(context => begin(context).onSignal(handler))

  private[brine] sealed abstract class Fixed extends Behavior[Any]:
    def onSignal(handler: ActorContext[Any] ?=> PartialFunction[Signal, Behavior[Any] | Unit]): Behavior[Any] =
      throw IllegalArgumentException(
        "only behaviors that receive messages take signals: add onSignal to Behavior.receive or Behavior.setup"
      )
  private[brine] object Same      extends Fixed
  private[brine] object Stopped   extends Fixed
  private[brine] object Unhandled extends Fixed
