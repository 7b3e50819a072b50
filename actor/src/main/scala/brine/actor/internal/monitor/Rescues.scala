package brine.actor.internal.monitor

import brine.actor.Cell
import java.util.concurrent.atomic.AtomicReferenceArray

/** Cells that could not be scheduled or woken, for example for lack of memory, until the monitor tries again. Adding
  * needs no memory; it waits when there are very many.
  *
  * Thread-safe. [[retry]] is for one thread at a time.
  */
private[internal] final class Rescues:
  private val cells = AtomicReferenceArray[Cell[?]](Rescues.Most)

  /** Whether anything was ever added. Until then, nobody looks at the cells. */
  @volatile private[internal] var used = false

  def add(cell: Cell[?]): Unit =
    used = true
    var slot = 0
    while !cells.compareAndSet(slot, null, cell) do
      slot = (slot + 1) % Rescues.Most
      if slot == 0 then Thread.`yield`()

  def isEmpty: Boolean =
    var slot = if used then 0 else Rescues.Most
    while slot < Rescues.Most && cells.get(slot) == null do slot += 1
    slot == Rescues.Most

  /** Runs `action` for each cell and removes it. A cell for which it fails stays. */
  inline def retry(inline action: Cell[?] => Unit): Unit =
    var slot = if used then 0 else Rescues.Most
    while slot < Rescues.Most do
      val cell = take(slot)
      if cell != null then
        try action(cell)
        catch case _: Throwable => add(cell)
      slot += 1

  private[internal] def take(slot: Int): Cell[?] =
    if cells.get(slot) == null then null else cells.getAndSet(slot, null)

private[internal] object Rescues:
  private[internal] final val Most = 64
