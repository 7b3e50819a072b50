package brine.codec.internal.collections

import brine.codec.{EncodeError, In, Limits, Out}

/** Charges the comparisons of keys that have equal hash codes. Whoever makes a message may choose such keys, and a
  * hashed collection compares each of them with all others of its hash code.
  */
private[codec] object Collisions:
  /** Up to this many keys, no choice of keys is expensive. */
  inline val Harmless = 1024

  /** Steps of comparing two keys, besides those for their content. Neither is near the other one in memory. */
  private inline val Comparison = 8L

  /** In a table with chained buckets, different hash codes collide too; this many times the limit of equal ones is
    * still fast.
    */
  private inline val ChainFactor = 16L

  /** What comparing keys takes.
    *
    * @param most
    *   the most keys that collide
    */
  private final class Cost(val steps: Long, val most: Int, collide: String):
    def told(size: Int): String = s"$most of $size keys $collide"

  private val noCost = Cost(0, 1, "")

  /** Charges what building a collection of the first `size` keys takes because of equal hash codes. Comparisons of up
    * to `Limits.equalHashes` keys with one hash code are free, except for content that is more than its bytes.
    *
    * @param at
    *   where the collection begins
    * @param chained
    *   whether the collection is a table with chains (the mutable ones) instead of a trie of hash codes (the immutable
    *   ones)
    * @param work
    *   steps that hashing the keys takes beyond their bytes, which were charged once
    */
  def check(in: In, at: Int, keys: Array[AnyRef], size: Int, chained: Boolean, work: Long): Unit =
    val hashes = hashesOf(keys, size)
    val limits = in.limits
    // Content that is more than its bytes is charged from the second key of a hash code on.
    val equal = if work > 0 || mayExceed(hashes, limits.equalHashes) then equalOf(hashes, limits, work) else null
    val cost  = costOf(keys, hashes, equal, chained, work, in.position - at, limits)
    if cost.steps > 0 then
      if !in.takeWork(cost.steps) then
        in.failAt(
          at,
          s"${cost.told(size)}, and comparing them takes more steps than are left of ${limits.workFactor} for each " +
            "byte (Limits.equalHashes, Limits.workFactor, Limits.workBase)"
        )
      // Whoever compares this collection, as a part of a key, compares its keys again.
      in.keyWork += cost.steps

  /** Refuses to write a collection that no reader would build.
    *
    * @param start
    *   size of the message before the collection
    */
  def requireReadable(out: Out, start: Int, keys: Iterator[Any], size: Int, chained: Boolean): Unit =
    val limits = out.limits
    val all    = new Array[AnyRef](size)
    var i      = 0
    while i < size && keys.hasNext do
      all(i) = keys.next().asInstanceOf[AnyRef]
      i += 1
    val hashes = hashesOf(all, size)
    val equal  = if mayExceed(hashes, limits.equalHashes) then equalOf(hashes, limits, 0) else null
    val bytes  = out.size - start
    val cost   = costOf(all, hashes, equal, chained, 0, bytes, limits)
    if !out.takeWork(cost.steps - bytes.toLong * limits.workFactor) then
      throw new EncodeError(
        s"${cost.told(size)}, and comparing them takes a reader more steps than ${limits.workFactor} for each byte " +
          "(Limits.equalHashes, Limits.workFactor, Limits.workBase); give them a better hashCode",
        ""
      )

  private def hashesOf(keys: Array[AnyRef], size: Int): Array[Int] =
    val hashes = new Array[Int](size)
    var i      = 0
    while i < size do
      hashes(i) = keys(i).##
      i += 1
    hashes

  private def equalOf(hashes: Array[Int], limits: Limits, work: Long): EqualHashes =
    EqualHashes(hashes, if work > 0 then 1L else limits.equalHashes)

  private def costOf(
      keys: Array[AnyRef],
      hashes: Array[Int],
      equal: EqualHashes | Null,
      chained: Boolean,
      work: Long,
      bytes: Long,
      limits: Limits
  ): Cost =
    val cost  = if equal == null then noCost else costOfEqual(keys, hashes, equal.nn, work, bytes, limits)
    val pairs = if equal == null then 0L else equal.nn.pairs(limits.equalHashes)
    if !chained then cost
    else
      val more = costOfChains(hashes, pairs, limits)
      if more.steps == 0 then cost else Cost(more.steps + cost.steps, more.most, "are in one chain of a hash table")

  private def costOfEqual(
      keys: Array[AnyRef],
      hashes: Array[Int],
      equal: EqualHashes,
      work: Long,
      bytes: Long,
      limits: Limits
  ): Cost =
    var steps   = equal.pairs(limits.equalHashes) * Comparison
    var isKnown = true
    var i       = 0
    while i < hashes.length && steps < Most && equal.most > 1 do
      val others = equal.countOf(hashes(i)) / 2
      if others > 0 then
        val content = KeyContent.steps(keys(i))
        // Of two keys that are compared, each is charged one half.
        if content < 0 then isKnown = false else steps += math.min(content, MostContent) * others
      i += 1
    if !isKnown then
      val content = work + (if equal.most > limits.equalHashes then bytes else 0)
      steps += math.min(content, MostContent) * (equal.most / 2)
    Cost(math.min(steps, Most), equal.most, "have the same hash code")

  /** The steps through long chains of a table, besides the comparisons of `pairs` keys with equal hash codes. Puts the
    * places in the table in place of the hash codes.
    */
  private def costOfChains(hashes: Array[Int], pairs: Long, limits: Limits): Cost =
    val mask = Integer.highestOneBit(hashes.length) * 2 - 1
    var i    = 0
    while i < hashes.length do
      hashes(i) = (hashes(i) ^ (hashes(i) >>> 16)) & mask
      i += 1
    val limit = limits.equalHashes * ChainFactor
    if !mayExceed(hashes, limit) then noCost
    else
      val chains = EqualHashes(hashes, limit)
      Cost(math.max(0L, chains.pairs(limit) - pairs) * Comparison, chains.most, "are in one chain of a hash table")

  /** More than any message may take. Larger sums might overflow. */
  private inline val Most        = 1L << 60
  private inline val MostContent = 1L << 32

  /** Whether more than `limit` hash codes may be equal. Equal ones share a place of a table; others may be chosen to
    * collide there as well, so a full place needs a sort to decide.
    */
  private def mayExceed(hashes: Array[Int], limit: Long): Boolean =
    val bits   = 32 - Integer.numberOfLeadingZeros(hashes.length)
    val counts = new Array[Int](1 << bits)
    var most   = 0
    var i      = 0
    while i < hashes.length do
      val place = (hashes(i) * 0x9e3779b1) >>> (32 - bits)
      val count = counts(place) + 1
      counts(place) = count
      if count > most then most = count
      i += 1
    most > limit
