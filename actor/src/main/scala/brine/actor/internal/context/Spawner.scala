package brine.actor.internal.context

import brine.actor.{Actor, ActorOptions, ActorRef, Behavior, Cell, Mailbox, SystemInternals}
import brine.actor.internal.cell.{extend, BehaviorCell, Observers}
import brine.actor.internal.ref.BoundedRef

/** Spawns actors: at the top level for a system, as children for a context. `options` are null if none are given. */
private[brine] object Spawner:
  def cellOf[M](behavior: Behavior[M], restartable: Boolean): Cell[M] =
    val cell = BehaviorCell[M](behavior)
    if restartable then cell.extend().initial = behavior
    cell

  def cellOf[M](make: () => Actor[M], restartable: Boolean): Cell[M] =
    val cell = make()
    if restartable then cell.extend().factory = make
    cell

  /** Gives a new cell all it needs except its place in the tree. No other thread knows the cell yet. */
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
    if Observers.wanted(options, system) then Observers.attach(cell, options, system)

  /** Schedules the actor for its first turn. */
  def launch[M](cell: Cell[M], system: SystemInternals): ActorRef[M] =
    val ref = cell.publicRef
    system.tellListener("onSpawn")(_.onSpawn(ref))
    cell.scheduleOwned()
    ref
