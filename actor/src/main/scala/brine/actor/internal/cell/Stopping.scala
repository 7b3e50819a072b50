package brine.actor.internal.cell

import brine.actor.{ActorRef, Cell, Mode}

/** How an actor comes to stop. */
private[brine] object Stopping:
  /** Makes an actor stop once its handler has returned. Called by its owner. */
  def begin(cell: Cell[?]): Unit =
    val extension = cell.extend()
    if extension.mode != Mode.Terminating then extension.mode = Mode.Stopping

  def isEnding(cell: Cell[?]): Boolean =
    val extension = cell.cellExtension
    extension != null && (extension.mode == Mode.Stopping || extension.mode == Mode.Terminating)

  /** Refuses to stop what is no actor. */
  def check(ref: ActorRef[?]): Unit =
    if ref.refEnding != null then
      throw IllegalArgumentException(
        s"$ref is not an actor, so it cannot be stopped: to fail the ask, reply with a message that says so"
      )
