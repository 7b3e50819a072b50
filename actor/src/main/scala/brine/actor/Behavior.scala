package brine.actor

/** What an actor does with its messages, as a value: one may be given to many actors.
  *
  * {{{
  * def counter(count: Int): Behavior[Command] = Behavior.receive:
  *   case Command.Add(n)       => counter(count + n)
  *   case Command.Get(replyTo) => replyTo ! count
  * }}}
  *
  * A handler returns nothing to go on as it is, or the behavior for the next message.
  */
sealed abstract class Behavior[M]:
  /** Adds what is done with signals; those the function is not defined for are ignored. Its result is that of a message's handler. */
  def onSignal(handler: ActorContext[M] ?=> PartialFunction[Signal, Behavior[M] | Unit]): Behavior[M]

object Behavior:
  /** Handles each message with what `handler` returns when the actor begins, so that what is defined before the function in it is the
    * state of one actor.
    */
  def receive[M](handler: ActorContext[M] ?=> M => Behavior[M] | Unit): Behavior[M] =
    Receive(context => handler(using context), null)

  /** Does something when the actor begins, and goes on with what that returns. */
  def setup[M](begin: ActorContext[M] ?=> Behavior[M]): Behavior[M] = Setup(context => begin(using context))

  /** Goes on as before. */
  def same[M]: Behavior[M] = Same.asInstanceOf[Behavior[M]]

  /** Ends the actor once the handler has returned. */
  def stopped[M]: Behavior[M] = Stopped.asInstanceOf[Behavior[M]]

  /** Goes on as before, and reports the message as a dead letter. */
  def unhandled[M]: Behavior[M] = Unhandled.asInstanceOf[Behavior[M]]

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
