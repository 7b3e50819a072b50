package brine.actor

import java.util.Objects

/** Options of one actor, for `spawn`. The defaults cost nothing.
  *
  * {{{
  * val options = ActorOptions(name = "indexer", dispatcher = Dispatcher.Blocking, supervision = Supervision.restart())
  * system.spawn(new Indexer, options)
  *
  * ActorOptions options = ActorOptions.defaults().withName("indexer").withDispatcher(Dispatcher.Blocking); // Java
  * }}}
  *
  * @param name
  *   name of the actor in logs and reports, for humans; need not be unique
  * @param mailbox
  *   bound of the mailbox, and what happens when it is full
  * @param dispatcher
  *   threads that run the actor
  * @param supervision
  *   what happens when a handler of this actor fails
  * @param siblings
  *   what happens to the other children of this actor when one of them fails
  * @param batch
  *   how long the actor may run at a time; [[Batch.ofSystem]], the default: as [[ActorSystemSettings.batch]] says
  * @param stashCapacity
  *   maximum number of stashed messages; at least 0
  * @param interceptor
  *   sees the messages of this actor; [[ActorInterceptor.ofSystem]], the default: that of the system
  * @throws IllegalArgumentException
  *   if a value is out of range
  * @throws NullPointerException
  *   if a value is null
  */
final case class ActorOptions(
    name: String = "",
    mailbox: Mailbox = Mailbox.Unbounded,
    dispatcher: Dispatcher = Dispatcher.Default,
    supervision: Supervision = Supervision.stop,
    siblings: SiblingStrategy = SiblingStrategy.OneForOne,
    batch: Batch = Batch.ofSystem,
    stashCapacity: Int = ActorOptions.DefaultStashCapacity,
    interceptor: ActorInterceptor = ActorInterceptor.ofSystem
):
  Objects.requireNonNull(dispatcher, "dispatcher"): Unit
  Objects.requireNonNull(supervision, "supervision"): Unit
  Objects.requireNonNull(siblings, "siblings"): Unit
  Objects.requireNonNull(batch, "batch"): Unit
  Objects.requireNonNull(mailbox, "mailbox"): Unit
  Objects.requireNonNull(interceptor, "interceptor"): Unit
  if stashCapacity < 0 then throw IllegalArgumentException(s"stashCapacity is $stashCapacity: it must not be negative")
  mailbox match
    case Mailbox.Bounded(capacity, whenFull) =>
      Objects.requireNonNull(whenFull, "whenFull"): Unit
      if capacity < 1 then throw IllegalArgumentException(s"a mailbox of capacity $capacity: at least 1 is needed")
    case Mailbox.Unbounded => ()

  /** Whether the actor must keep these options. Threads and batch are chosen once, when it is spawned. */
  private[brine] val remembered: Boolean =
    name.nonEmpty || mailbox != Mailbox.Unbounded || (supervision ne Supervision.stop) ||
      siblings != SiblingStrategy.OneForOne || stashCapacity != ActorOptions.DefaultStashCapacity

  /** Returns the options with this [[name]]. */
  def withName(name: String): ActorOptions = copy(name = name)

  /** Returns the options with this [[mailbox]]. */
  def withMailbox(mailbox: Mailbox): ActorOptions = copy(mailbox = mailbox)

  /** Returns the options with a bounded [[mailbox]]. Java cannot make a `Mailbox.Bounded` itself.
    *
    * @param capacity
    *   maximum number of messages that wait; at least 1
    */
  def withMailbox(capacity: Int, whenFull: WhenFull): ActorOptions = withMailbox(Mailbox.Bounded(capacity, whenFull))

  /** Returns the options with this [[dispatcher]]. */
  def withDispatcher(dispatcher: Dispatcher): ActorOptions = copy(dispatcher = dispatcher)

  /** Returns the options with this [[supervision]]. */
  def withSupervision(supervision: Supervision): ActorOptions = copy(supervision = supervision)

  /** Returns the options with this strategy for [[siblings]]. */
  def withSiblings(siblings: SiblingStrategy): ActorOptions = copy(siblings = siblings)

  /** Returns the options with this [[batch]]. */
  def withBatch(batch: Batch): ActorOptions = copy(batch = batch)

  /** Returns the options with this [[stashCapacity]]. */
  def withStashCapacity(stashCapacity: Int): ActorOptions = copy(stashCapacity = stashCapacity)

  /** Returns the options with this [[interceptor]]. */
  def withInterceptor(interceptor: ActorInterceptor): ActorOptions = copy(interceptor = interceptor)

object ActorOptions:
  private final val DefaultStashCapacity = 10000

  /** Whether an actor may restart. Null options are the defaults. */
  private[brine] def restartable(options: ActorOptions): Boolean =
    options != null && (options.supervision ne Supervision.stop)

  /** An unbounded mailbox, on workers, without a name; stops when it fails. */
  val defaults: ActorOptions = ActorOptions()
