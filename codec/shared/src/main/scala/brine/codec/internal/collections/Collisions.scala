package brine.codec.internal.collections

import brine.codec.In

/** Protects against messages whose keys were chosen to have equal hash codes, which would make building a hashed
  * collection take quadratic time.
  */
private[codec] object Collisions:
  /** Up to this many keys, no choice of keys is expensive. */
  inline val Harmless = 1024

  /** In a table with chained buckets, different hash codes collide too; this many times the limit of equal ones is
    * still fast.
    */
  private inline val ChainFactor = 16

  /** Fails if too many of the first `size` keys have the same hash code. Charges the comparisons of those that do.
    *
    * @param work
    *   steps that comparing the keys takes beyond their bytes
    * @param chained
    *   whether the collection is a table with chains (the mutable ones) instead of a trie of hash codes (the immutable
    *   ones)
    */
  def check(in: In, at: Int, keys: Array[AnyRef], size: Int, chained: Boolean, work: Long): Unit =
    val hashes = new Array[Int](size)
    var i      = 0
    while i < size do
      hashes(i) = keys(i).##
      i += 1
    val limit = in.limits.equalHashes
    if mayExceed(hashes, limit) && longestRun(hashes) > limit then
      in.failAt(at, s"more than $limit of $size keys with the same hash code (Limits.equalHashes)")
    if work > 0 then in.chargeWork(work * (longestRun(hashes) - 1L))
    if chained then
      val mask = Integer.highestOneBit(size) * 2 - 1
      i = 0
      while i < size do
        hashes(i) = (hashes(i) ^ (hashes(i) >>> 16)) & mask
        i += 1
      if mayExceed(hashes, limit.toLong * ChainFactor) && longestRun(hashes) > limit.toLong * ChainFactor then
        in.failAt(
          at,
          s"more than ${limit.toLong * ChainFactor} of $size keys in one chain of a hash table (Limits.equalHashes)"
        )

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

  private def longestRun(hashes: Array[Int]): Int =
    java.util.Arrays.sort(hashes)
    var longest = 0
    var start   = 0
    var i       = 0
    while i < hashes.length do
      if hashes(i) != hashes(start) then start = i
      if i - start >= longest then longest = i - start + 1
      i += 1
    longest
