package brine.actor.internal.routing

/** Consistent hashing (D. Karger and others, 1997). Each member has `virtualNodes` points on a ring of 32 bits, and a
  * key belongs to the member of the next point. The points of a member depend only on its position in `members`. A
  * lookup takes a binary search. Not thread-safe.
  */
private[brine] final class HashRing[A](members: Seq[A], virtualNodes: Int):
  require(virtualNodes >= 1, s"virtualNodes is $virtualNodes: it must be at least 1")

  // Points in order, each with its member in the lower half.
  private var points: Array[Long] = members.indices.iterator
    .flatMap(member => Iterator.tabulate(virtualNodes)(node => HashRing.point(member, node).toLong << 32 | member))
    .toArray
    .sorted
  private val all    = members.toVector
  private val absent = new Array[Boolean](all.length)

  def of(key: Any): A =
    val from = HashRing.mix(key.hashCode).toLong << 32
    var low  = 0
    var high = points.length
    while low < high do
      val middle = (low + high) >>> 1
      if points(middle) < from then low = middle + 1 else high = middle
    all((points(if low == points.length then 0 else low) & 0xffffffffL).toInt)

  def remove(isMember: A => Boolean): Unit =
    var i = 0
    while i < all.length do
      if !absent(i) && isMember(all(i)) then
        absent(i) = true
        points = points.filter(point => (point & 0xffffffffL) != i)
      i += 1

  def isEmpty: Boolean = points.isEmpty

private[brine] object HashRing:
  /** Mixes the bits: every bit of the result depends on every bit of the value. Users' hash codes often differ in few
    * bits.
    */
  private[actor] def mix(value: Int): Int = scala.util.hashing.byteswap32(value)

  private def point(member: Int, node: Int): Int = mix(mix(member + 1) + node * 0x9e3779b9)
