package brine.codec.internal.collections

import java.util.Arrays

/** The hash codes that more than `least` of some have in common, and how many have each of them. */
private[collections] final class EqualHashes private (codes: Array[Int], counts: Array[Int], number: Int):
  /** The largest count; 1 if there is none. */
  val most: Int =
    var found = 1
    var i     = 0
    while i < number do
      if counts(i) > found then found = counts(i)
      i += 1
    found

  /** How many have this hash code; 0 if there are not more than `least`. */
  def countOf(hash: Int): Int =
    val at = Arrays.binarySearch(codes, 0, number, hash)
    if at < 0 then 0 else counts(at)

  /** The number of pairs with one hash code, for hash codes that more than `free` have. */
  def pairs(free: Long): Long =
    var sum = 0L
    var i   = 0
    while i < number do
      if counts(i) > free then sum += counts(i) * (counts(i) - 1L) / 2
      i += 1
    sum

private[collections] object EqualHashes:
  def apply(hashes: Array[Int], least: Long): EqualHashes =
    val sorted = hashes.clone()
    Arrays.sort(sorted)
    // Most often there are few.
    var codes  = new Array[Int](4)
    var counts = new Array[Int](4)
    var number = 0
    var start  = 0
    while start < sorted.length do
      var end = start + 1
      while end < sorted.length && sorted(end) == sorted(start) do end += 1
      if end - start > least then
        if number == codes.length then
          codes = Arrays.copyOf(codes, 2 * number)
          counts = Arrays.copyOf(counts, 2 * number)
        codes(number) = sorted(start)
        counts(number) = end - start
        number += 1
      start = end
    new EqualHashes(codes, counts, number)
