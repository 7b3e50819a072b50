package brine.entity.internal

import java.util.concurrent.ConcurrentHashMap

/** Chooses the entities that leave memory: those that were not used for long, and beyond a number of entities those
  * that were not used for longest. Looks at each entity once, or twice if there are too many. Owned by one thread.
  *
  * @param used
  *   when an entity was last used, in ticks
  * @param leave
  *   asks an entity to leave; one with pending commands stays
  * @param idle
  *   ticks without use after which an entity leaves; -1 for never
  * @param most
  *   number of entities above which others leave
  */
private[internal] final class Sweeper[A <: AnyRef](
    all: ConcurrentHashMap[String, A],
    used: A => Int,
    leave: A => Unit,
    idle: Int,
    most: Int
):
  import Sweeper.*

  // How many entities there are of each age, in steps that grow with the age.
  private val ages = new Array[Int](Steps)

  /** Looks at all. */
  def sweep(now: Int): Unit =
    java.util.Arrays.fill(ages, 0)
    var count = 0
    all.values.forEach: one =>
      val age = math.max(0, now - used(one))
      if idle >= 0 && age >= idle then leave(one)
      else
        count += 1
        ages(step(age)) += 1
    if count > most then makeRoom(now, count - most)

  private def makeRoom(now: Int, excess: Int): Unit =
    // Those above this step leave, and of those at it as many as needed.
    var limit = Steps - 1
    var older = 0
    while limit > 0 && older + ages(limit) < excess do
      older += ages(limit)
      limit -= 1
    var left = excess - older
    all.values.forEach: one =>
      val age = math.max(0, now - used(one))
      val at  = step(age)
      if idle < 0 || age < idle then
        if at > limit then leave(one)
        else if at == limit && left > 0 then
          left -= 1
          leave(one)

private[internal] object Sweeper:
  // Ages below it have a step each, those above one for each doubling.
  private inline val Exact = 128
  private inline val Steps = Exact + 32

  private def step(age: Int): Int =
    if age < Exact then age else Exact + 24 - Integer.numberOfLeadingZeros(age)
