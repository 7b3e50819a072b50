package brine.codec.internal.collections

import brine.codec.{Codec, In, PrimitiveCodecs}

import scala.collection.mutable

/** What the keys of a collection cost while it is built, besides their bytes. A key may be a reference of a byte to
  * large content, and each collection hashes or compares that content again.
  */
private[codec] object Keys:
  /** Collections of up to this many keys compare all of them. */
  private inline val Few = 4

  /** Keys that take more steps than this, in one collection, are checked for equal hash codes. */
  inline val Heavy = 1 << 14

  /** How often the content of a key is processed while a collection of `size` keys is built, if hash codes differ. */
  def times(demand: Demand, size: Int): Int = demand match
    case Demand.Any                     => 0
    case Demand.Distinct                => 32 - Integer.numberOfLeadingZeros(size)
    case Demand.Searched                => (size + 1) / 2 // of two that are compared, each counts as one half
    case Demand.Hashed | Demand.Chained => if size <= Few then size else 1

  /** Whether keys must be checked for equal hash codes before the collection is built. */
  def areMany(in: In, size: Int, demand: Demand): Boolean =
    isHashed(demand) && (size > Collisions.Harmless || size > Few && in.hasManyKeys(size))

  /** Whether keys that turn out to be heavy must be checked as well. */
  def mayBeHeavy(size: Int, demand: Demand): Boolean = size > Few && isHashed(demand)

  /** Whether a collection that is written may have keys with equal hash codes. */
  def mayCollide(size: Int, demand: Demand, key: Codec[?]): Boolean =
    size > Collisions.Harmless && isHashed(demand) && !(key eq PrimitiveCodecs.IntCodec)

  private def isHashed(demand: Demand): Boolean = demand == Demand.Hashed || demand == Demand.Chained

  /** Charges the work of elements that were read before they are added. */
  final class Charged[A](in: In, to: mutable.Growable[A], times: Int) extends mutable.Growable[A]:
    private var seen = in.keyWork

    def addOne(element: A): this.type =
      if in.keyWork != seen then
        in.chargeWork((in.keyWork - seen) * times)
        seen = in.keyWork
      to.addOne(element): Unit
      this

    def clear(): Unit = to.clear()
