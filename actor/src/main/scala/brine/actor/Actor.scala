package brine.actor

import brine.actor.internal.Cell

/** An actor as a class: the object itself is the actor, with its fields as state. The smallest form, 48 bytes with what fits beside.
  *
  * {{{
  * final class Counter extends Actor[Counter.Command]:
  *   private var count = 0
  *   def receive(message: Counter.Command): Unit = message match
  *     case Counter.Add(n)       => count += n
  *     case Counter.Get(replyTo) => replyTo ! count
  *
  * val counter = system.spawn(new Counter)
  * }}}
  *
  * The constructor runs where `spawn` is called, and must not use [[self]] or [[context]]: [[onStart]] is for that. All methods here run one at a
  * time and see what the last one wrote. Others talk to the actor through the reference that `spawn` returned, never to the object.
  */
abstract class Actor[M] extends Cell[M]:
  /** Handles one message. What it throws is answered by the actor's [[Supervision]]. */
  protected def receive(message: M): Unit

  /** The first thing the actor does, before any message; after a restart the new instance does it again. */
  protected def onStart(): Unit = ()

  /** The last thing the actor does, unless it never began; also when it failed. */
  protected def onStop(): Unit = ()

  /** What it is told apart from messages and its end. */
  protected def onSignal(signal: Signal): Unit = ()

  /** This actor's address. */
  protected final def self: ActorRef[M] = context.self

  /** What this actor can do; only within its methods. */
  protected final def context: ActorContext[M] =
    val extension = cellExtension
    val cell      = if extension == null || extension.host == null then this else extension.host
    if cell.cellDispatcher == null then
      throw IllegalStateException(
        s"$behaviorName is not spawned yet: what needs self or context belongs into onStart, not into the constructor"
      )
    ActorContext.of(cell.asInstanceOf[Cell[M]])

  // An instance made by a restart stands behind the cell of the first.
  private def instance: Actor[M] =
    val extension = cellExtension
    if extension == null || extension.delegate == null then this else extension.delegate.asInstanceOf[Actor[M]]

  private[brine] final def startBehavior(): Unit             = instance.onStart()
  private[brine] final def handleMessage(message: Any): Unit =
    val extension = cellExtension
    if extension == null then receive(message.asInstanceOf[M])
    else if extension.receiveTimeout == null then instance.receive(message.asInstanceOf[M])
    else
      try instance.receive(message.asInstanceOf[M])
      finally if extension.receiveTimeout != null then extension.receiveTimeout.touch()
  private[brine] final def handleSignal(signal: Signal): Unit = signal match
    case Signal.Stopped => instance.onStop()
    case other          => instance.onSignal(other)

  private[brine] final def restartBehavior(): Unit =
    val fresh = cellExtension.factory()
    if fresh.cellDispatcher != null || (fresh eq cellExtension.delegate) then
      throw IllegalStateException(
        s"$behaviorName cannot begin anew as the object it was: give spawn an expression that makes a new one"
      )
    fresh.extend().host = this
    cellExtension.delegate = fresh
    instance.onStart()

  private[brine] final def behaviorName: String =
    val name = getClass.getSimpleName
    if name.isEmpty then "actor" else name
