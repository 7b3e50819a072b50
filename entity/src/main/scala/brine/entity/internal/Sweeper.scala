package brine.entity.internal

import java.util.Arrays
import java.util.concurrent.ConcurrentHashMap

/** Chooses the entities that leave memory: those that were not used for long, and beyond a number of entities or of
  * bytes those that were not used for longest. Looks at each entity once, or twice if there are too many. Owned by one
  * thread.
  *
  * @param used
  *   when an entity was last used, in ticks
  * @param bytes
  *   the size of its state; 0 if it has none in memory, or nobody has measured it
  * @param leave
  *   asks an entity to leave; one with pending commands stays
  * @param idle
  *   ticks without use after which an entity leaves; -1 for never
  * @param most
  *   number of entities above which others leave
  * @param mostBytes
  *   number of bytes above which others leave
  */
private[internal] final class Sweeper[A <: AnyRef](
    all: ConcurrentHashMap[String, A],
    used: A => Int,
    bytes: A => Int,
    leave: A => Unit,
    idle: Int,
    most: Int,
    mostBytes: Long
):
  import Sweeper.*

  // How many entities there are of each age, in steps that grow with the age, and how many bytes.
  private val ages  = new Array[Int](Steps)
  private val sizes = new Array[Long](Steps)

  /** Looks at all. */
  def sweep(now: Int): Unit =
    Arrays.fill(ages, 0)
    Arrays.fill(sizes, 0)
    var count = 0
    var sum   = 0L
    all.values.forEach: one =>
      val age = math.max(0, now - used(one))
      if idle >= 0 && age >= idle then leave(one)
      else
        val size = bytes(one)
        val at   = step(age)
        count += 1
        sum += size
        ages(at) += 1
        sizes(at) += size
    if count > most || sum > mostBytes then makeRoom(now, count - most, sum - mostBytes)

  private def makeRoom(now: Int, excess: Int, excessBytes: Long): Unit =
    // Those above this step leave, and of those at it as many as needed.
    var limit      = Steps - 1
    var older      = 0
    var olderBytes = 0L
    while limit > 0 && (older + ages(limit) < excess || olderBytes + sizes(limit) < excessBytes) do
      older += ages(limit)
      olderBytes += sizes(limit)
      limit -= 1
    var left      = excess - older
    var leftBytes = excessBytes - olderBytes
    all.values.forEach: one =>
      val age = math.max(0, now - used(one))
      val at  = step(age)
      if idle < 0 || age < idle then
        val size = bytes(one)
        // One without a size makes no room for others.
        val isNeeded = at > limit || at == limit && (left > 0 || leftBytes > 0 && size > 0)
        if isNeeded then
          if at == limit then
            left -= 1
            leftBytes -= size
          leave(one)

private[internal] object Sweeper:
  // Ages below it have a step each, those above one for each doubling.
  private inline val Exact = 128
  private inline val Steps = Exact + 32

  def step(age: Int): Int =
    if age < Exact then age else Exact + 24 - Integer.numberOfLeadingZeros(age)
