package brine.actor

/** Options of one actor, for `spawn`. The defaults cost nothing.
  *
  * {{{
  * val options = ActorOptions(name = "indexer", dispatcher = Dispatcher.Blocking, supervision = Supervision.restart())
  * system.spawn(new Indexer, options)
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
  *   how long the actor may run at a time; none: as [[ActorSystemSettings.batch]] says
  * @param stashCapacity
  *   maximum number of stashed messages; at least 0
  */
final case class ActorOptions(
    name: String = "",
    mailbox: Mailbox = Mailbox.Unbounded,
    dispatcher: Dispatcher = Dispatcher.Default,
    supervision: Supervision = Supervision.stop,
    siblings: SiblingStrategy = SiblingStrategy.OneForOne,
    batch: Option[Batch] = None,
    stashCapacity: Int = ActorOptions.DefaultStashCapacity
):
  if stashCapacity < 0 then throw IllegalArgumentException(s"stashCapacity is $stashCapacity: it must not be negative")
  mailbox match
    case Mailbox.Bounded(capacity, _) =>
      if capacity < 1 then throw IllegalArgumentException(s"a mailbox of capacity $capacity: at least 1 is needed")
    case Mailbox.Unbounded => ()

  /** Whether the actor must keep these options. Threads and batch are chosen once, when it is spawned. */
  private[brine] val remembered: Boolean =
    name.nonEmpty || mailbox != Mailbox.Unbounded || (supervision ne Supervision.stop) ||
      siblings != SiblingStrategy.OneForOne || stashCapacity != ActorOptions.DefaultStashCapacity

object ActorOptions:
  private final val DefaultStashCapacity = 10000

  /** An unbounded mailbox, on workers, without a name; stops when it fails. */
  val default: ActorOptions = ActorOptions()
