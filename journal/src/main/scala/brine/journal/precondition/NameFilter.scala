package brine.journal.precondition

/** A growing set of hashes that may say that it has one which it has not, but never the opposite: a list of blocked
  * Bloom filters, each four times as large as the one before. A question looks at each of them, so the first one should
  * have room for all that is expected. One thread adds; any thread may ask, and finds what was
  * added before something that it has seen of that thread.
  *
  * Up to the bound it takes 20 bits for each hash and is wrong about a few absent hashes of a thousand; with more, more
  * often.
  *
  * @param mostBytes
  *   how much memory it may take; at least that of the smallest filter
  * @param expected
  *   how many hashes to make room for at first, within that bound
  */
private[precondition] final class NameFilter(mostBytes: Long, expected: Long = 0):
  import NameFilter.*

  // The newest last. Replaced when it grows.
  @volatile private var blocks = Array(new Array[Long](firstLength(mostBytes, expected)))
  private var bytes            = blocks(0).length * 8L

  /** How many hashes the next filter should have room for, if the bound allows it. Set by any thread. */
  @volatile var expectedMore = 0L
  // How many hashes are in the newest one: of the thread that adds alone, far from what others read.
  private val inLast = new Array[Long](Apart * 2 + 1)

  /** Whether it has as many hashes as it takes without being wrong more often. */
  @volatile var isFull = false

  /** Adds a hash, unless it seems to be there. */
  def add(hash: Long): Unit = if !mayContain(hash) then addNew(hash)

  /** Adds a hash that was not added before. If it was, it takes the memory of another one. */
  def addNew(hash: Long): Unit =
    if inLast(Apart) == capacity && !isFull then grow()
    set(blocks.last, hash)
    inLast(Apart) += 1
    if inLast(Apart) == capacity && lengthOfNext == 0 then isFull = true

  private def capacity: Long = blocks.last.length * 64L / BitsOfEach

  // What is left of the bound, if that is worth a filter that each question has to look at; otherwise 0
  private def lengthOfNext: Int =
    val last = blocks.last.length
    val most = java.lang.Long.highestOneBit(math.max(mostBytes - bytes, 0) / 8)
    val next = math.max(last.toLong * Growth, lengthFor(expectedMore, math.min(most, MostLength)))
    if most < last / Growth then 0 else math.min(next, math.min(most, MostLength)).toInt

  private def grow(): Unit =
    val next = new Array[Long](lengthOfNext)
    bytes += next.length * 8L
    inLast(Apart) = 0
    blocks = blocks :+ next

  /** Whether it may have a hash; false only if it was never added. */
  def mayContain(hash: Long): Boolean =
    val known = blocks
    var at    = known.length - 1
    while at >= 0 && !isSet(known(at), hash) do at -= 1
    at >= 0

private object NameFilter:
  /** Of the smallest filter, in numbers of 8 bytes; a power of two. */
  private inline val FirstLength = 1 << 12
  private inline val Apart       = 16
  private inline val MostLength  = 1L << 28
  private inline val Growth      = 4
  private inline val BitsOfEach  = 20

  // A block is 8 numbers, so a look at a filter reads one line or two of the cache, however large it is.
  private inline val Block  = 8
  private inline val Probes = 7

  private def firstLength(mostBytes: Long, expected: Long): Int =
    val most = math.min(java.lang.Long.highestOneBit(math.max(mostBytes / 8, FirstLength)), MostLength)
    lengthFor(expected, most).toInt

  /** The least length that has room for a number of hashes, up to another one. */
  private def lengthFor(hashes: Long, most: Long): Long =
    var length = FirstLength.toLong
    while length < most && length * 64 / BitsOfEach < hashes do length *= 2
    length

  // Each probe takes 9 other bits of the hash; the block is chosen by a mix of all.
  private def blockOf(bits: Array[Long], hash: Long): Int =
    ((hash * 0x9e3779b97f4a7c15L) >>> 34).toInt & (bits.length / Block - 1)

  private def set(bits: Array[Long], hash: Long): Unit =
    val block = blockOf(bits, hash) * Block
    var left  = hash
    var probe = 0
    while probe < Probes do
      val at = block + (left & 7).toInt
      bits(at) = bits(at) | 1L << (left >>> 3).toInt
      left >>>= 9
      probe += 1

  // The first probes without a branch between them: they exclude nearly all absent hashes. So the processor foresees
  // the branch after them, and loads the blocks of several filters at once.
  private def isSet(bits: Array[Long], hash: Long): Boolean =
    val block = blockOf(bits, hash) * Block
    (probe(bits, block, hash) & probe(bits, block, hash >>> 9) & probe(bits, block, hash >>> 18) & 1) != 0 &&
    (probe(bits, block, hash >>> 27) & probe(bits, block, hash >>> 36) & probe(bits, block, hash >>> 45) &
      probe(bits, block, hash >>> 54) & 1) != 0

  // In the lowest bit. A shift takes the lowest six bits of its distance.
  private def probe(bits: Array[Long], block: Int, left: Long): Long =
    bits(block + (left & 7).toInt) >>> (left >>> 3).toInt
