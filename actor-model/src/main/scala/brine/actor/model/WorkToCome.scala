package brine.actor.model

/** The work that running some work adds, over all workers.
  *
  * @param fills
  *   how many times it fills the worker's slot
  * @param pushes
  *   how many times it adds to the worker's queue
  * @param endless
  *   how many handlers, the first ones, do not return
  */
final class WorkToCome(layout: Layout, fills: Int, pushes: Int, endless: Int):
  private val toFill   = layout.word("toFill", fills)
  private val toPush   = layout.word("toPush", pushes)
  private val toRemain = layout.word("toRemain", endless)

  def takeFill(memory: Memory): Boolean    = take(memory, toFill)
  def takePush(memory: Memory): Boolean    = take(memory, toPush)
  def takeEndless(memory: Memory): Boolean = take(memory, toRemain)

  private def take(memory: Memory, left: Word): Boolean =
    val some = memory(left) > 0
    if some then memory.add(left, -1)
    some
