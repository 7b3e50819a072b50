package brine.actor

/** What an actor is spawned with; the defaults cost nothing.
  *
  * {{{
  * system.spawn(new Indexer, ActorOptions(name = "indexer", dispatcher = Dispatcher.Blocking, supervision = Supervision.restart()))
  * }}}
  *
  * @param name
  *   how the actor calls itself in messages for people; need not be unique
  * @param supervision
  *   what happens when its handler fails
  * @param siblings
  *   what happens to its other children when one of them fails
  * @param batch
  *   how long it may run at a time; none: as the system says
  * @param stashCapacity
  *   the most messages it may stash; at least 0
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

  /** Whether the actor has to remember them: threads and turns are chosen once, when it is spawned. */
  private[brine] val remembered: Boolean =
    name.nonEmpty || mailbox != Mailbox.Unbounded || (supervision ne Supervision.stop) ||
      siblings != SiblingStrategy.OneForOne || stashCapacity != ActorOptions.DefaultStashCapacity

object ActorOptions:
  private final val DefaultStashCapacity = 10000

  val default: ActorOptions = ActorOptions()
