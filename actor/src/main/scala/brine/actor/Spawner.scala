package brine.actor

import brine.actor.internal.{BehaviorCell, BoundedRef, Cell, SystemInternals}

/** What a system does for its top level and a context for the children of its actor. Options are null where none are given. */
private[brine] object Spawner:
  def cellOf[M](behavior: Behavior[M], restartable: Boolean): Cell[M] =
    val cell = BehaviorCell[M](behavior)
    if restartable then cell.extend().initial = behavior
    cell

  def cellOf[M](make: () => Actor[M], restartable: Boolean): Cell[M] =
    val cell = make()
    if restartable then cell.extend().factory = make
    cell

  /** Whether an actor with these options may begin anew, and needs to remember how. */
  def restartable(options: ActorOptions): Boolean = options != null && (options.supervision ne Supervision.stop)

  /** Gives a cell that nobody knows yet all it needs but its place in the tree. */
  def prepare(cell: Cell[?], options: ActorOptions, system: SystemInternals): Unit =
    if options == null then cell.prepare(system.defaultDispatcher)
    else cell.prepare(system.dispatcher(options.dispatcher, options.batch))
    if options != null && options.remembered then
      val extension = cell.extend()
      extension.options = options
      if options.name.nonEmpty then extension.name = options.name
      options.mailbox match
        case Mailbox.Bounded(capacity, whenFull) =>
          extension.queue = BoundedRef(cell.asInstanceOf[Cell[Any]], capacity, whenFull)
        case Mailbox.Unbounded => ()

  /** The actor's first turn. */
  def launch[M](cell: Cell[M], system: SystemInternals): ActorRef[M] =
    val ref = cell.publicRef
    system.tellListener("onSpawn")(_.onSpawn(ref))
    cell.cellDispatcher.schedule(cell)
    ref
