package brine.actor.internal.cell

import brine.actor.{ActorOptions, Cell, Mode, StashFullException}

/** Puts messages aside, and brings them back before all waiting messages. */
private[brine] object Stashing:
  def stash(cell: Cell[?], message: Any): Unit =
    val extension = cell.extend()
    val capacity  = (if extension.options == null then ActorOptions.defaults else extension.options).stashCapacity
    if extension.stash == null then extension.stash = StashedMessages(capacity)
    if !extension.stash.add(message, extension.observer) then throw StashFullException(cell.publicRef, capacity)

  /** Marks the stashed messages to be handled next, once the handler has returned. */
  def replay(cell: Cell[?]): Unit =
    val extension = cell.cellExtension
    if extension != null && extension.stash != null && extension.stash.size > 0 then
      extension.stash.replayed = true
      if extension.mode == Mode.Running then extension.mode = Mode.Replaying
