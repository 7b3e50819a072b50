package brine.actor.internal.context

import brine.actor.{ActorOptions, ActorRef, ActorSystem, ActorSystemSettings, Cell}
import brine.actor.internal.cell.Root
import brine.actor.internal.support.StackProbe

/** How a system starts the actors of its top level: the real one, and that of the test kit. */
private[brine] abstract class RunningSystem(settings: ActorSystemSettings) extends ActorSystem(settings):
  /** The root for an actor that this thread spawns. */
  private[brine] def root: Root

  private[brine] final def adopt[M](cell: Cell[M], options: ActorOptions): ActorRef[M] =
    StackProbe.require() // or the lock of the parent might stay locked, or an actor stay there that never starts
    Spawner.prepare(cell, options, this)
    val parent = root
    try
      if !parent.add(cell) then throw IllegalStateException(s"$this is shutting down and takes no new actors")
      Spawner.launch(cell, this)
    catch
      // Without stack, for example, it is not scheduled: nobody must wait for its end.
      case failure: Throwable =>
        parent.withdraw(cell)
        throw failure

  private[brine] final def detach[M](cell: Cell[M]): ActorRef[M] =
    StackProbe.require()
    Spawner.prepare(cell, null, this)
    Spawner.launch(cell, this)
