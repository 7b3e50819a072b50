package brine.actor.model

import brine.actor.model.SleepWords.*

/** Makes a worker's last store visible to the others, at some time. Until then, the worker can read other words, but
  * neither exchange one nor store again.
  */
final class StoreBuffer(number: Int, words: SleepWords) extends Process:
  private val buffer = words.buffers(number)

  val name                             = s"store buffer $number"
  def mayRest(memory: Memory): Boolean = memory(buffer) == Empty
  def canStep(memory: Memory): Boolean = memory(buffer) != Empty
  def step(memory: Memory): String     =
    memory.exchange(buffer, Empty) match
      case SlotFull => memory(words.slots(number)) = 1
      case _        => memory.add(words.rings(number), 1)
    "store"
