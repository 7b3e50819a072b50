package brine.actor

/** An actor written as a class: the object itself is the actor, and its fields are its state.
  *
  * {{{
  * final class Counter extends Actor[Counter.Command]:
  *   private var count = 0
  *   protected def receive(message: Counter.Command): Unit = message match
  *     case Counter.Add(n)       => count += n
  *     case Counter.Get(replyTo) => replyTo ! count
  *
  * val counter = system.spawn(new Counter)
  * }}}
  *
  * This is the smallest form of an actor. It takes 48 bytes of heap with 12-byte object headers and compressed
  * references, including the first 4 bytes of your fields. `./brine lab actors` prints the bytes per actor on your
  * machine.
  *
  * The constructor runs where you call `spawn`, and must not use [[self]] or [[context]]: use them in [[onStart]]. The
  * methods of one actor run one at a time, and each sees what the previous one wrote. Other code talks to the actor
  * through the reference that `spawn` returned, never to the object. The class cannot override `equals`, `hashCode` and
  * `toString`: as an address, the object stands for itself.
  */
abstract class Actor[M] extends Cell[M]:
  /** Handles one message. If it throws, the actor has failed, and its [[Supervision]] decides what happens. */
  protected def receive(message: M): Unit

  /** Runs before the first message, and again on the new instance after a restart. */
  protected def onStart(): Unit = ()

  /** Runs last, also when the actor stops because of a failure. Does not run if the actor never started. */
  protected def onStop(): Unit = ()

  /** Handles a [[Signal]] other than [[Signal.Stopped]], for which [[onStop]] runs. */
  protected def onSignal(signal: Signal): Unit = ()

  /** The address of this actor. */
  protected final def self: ActorRef[M] = context.self

  /** The operations of this actor. Use it only within the methods of the actor. */
  protected final def context: ActorContext[M] =
    val extension = cellExtensionBase
    val cell      = if extension == null || extension.host == null then this else extension.host
    if cell.cellDispatcher == null then
      throw IllegalStateException(
        s"$behaviorName is not spawned yet: use self and context in onStart, not in the constructor"
      )
    ActorContext.of(cell.asInstanceOf[Cell[M]])

  // After a restart a new instance handles the messages, behind the cell of the first instance.
  private def instance: Actor[M] =
    val extension = cellExtensionBase
    if extension == null || extension.delegate == null then this else extension.delegate.asInstanceOf[Actor[M]]

  private[brine] final def startBehavior(): Unit             = instance.onStart()
  private[brine] final def handleMessage(message: Any): Unit =
    val extension = cellExtensionBase
    if extension == null || !extension.diverts then receive(message.asInstanceOf[M])
    else if !extension.hasReceiveTimeout then instance.receive(message.asInstanceOf[M])
    else
      try instance.receive(message.asInstanceOf[M])
      finally extension.touchReceiveTimeout()
  private[brine] final def handleSignal(signal: Signal): Unit = signal match
    case Signal.Stopped => instance.onStop()
    case other          => instance.onSignal(other)

  private[brine] final def restartBehavior(): Unit =
    val fresh = cellExtensionBase.factory()
    if fresh.cellDispatcher != null || (fresh eq cellExtensionBase.delegate) then
      throw IllegalStateException(
        s"$behaviorName cannot restart as the same object: pass spawn an expression that makes a new one"
      )
    cellExtensionBase.delegateTo(fresh, this)
    instance.onStart()

  private[brine] def behaviorName: String =
    val name = getClass.getSimpleName
    if name.isEmpty then "actor" else name
