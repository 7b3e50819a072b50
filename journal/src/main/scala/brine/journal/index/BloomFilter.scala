package brine.journal.index

/** Rules out most names that are absent, without reading them. Immutable except for [[add]]. */
private[index] final class BloomFilter(val bytes: Array[Byte]):
  private val bits = bytes.length * 8L

  def add(hash: Long): Unit =
    var number = 0
    while number < BloomFilter.Hashes do
      val bit = bitOf(hash, number)
      bytes((bit >>> 3).toInt) = (bytes((bit >>> 3).toInt) | 1 << (bit & 7).toInt).toByte
      number += 1

  /** False only if the hash was never added. */
  def mayContain(hash: Long): Boolean =
    var number  = 0
    var isThere = bits > 0
    while isThere && number < BloomFilter.Hashes do
      val bit = bitOf(hash, number)
      isThere = (bytes((bit >>> 3).toInt) >> (bit & 7).toInt & 1) != 0
      number += 1
    isThere

  private def bitOf(hash: Long, number: Int): Long = ((hash & 0xffffffffL) + number * (hash >>> 32)) % bits

private[index] object BloomFilter:
  private inline val Hashes     = 7
  private inline val BitsOfEach = 10L

  def sized(elements: Int): BloomFilter =
    BloomFilter(new Array[Byte](if elements == 0 then 0 else ((elements * BitsOfEach + 63) / 64 * 8).toInt))
