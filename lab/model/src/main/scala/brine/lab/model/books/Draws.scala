package brine.lab.model.books

/** A stream of numbers that is the same on every platform: a counter in steps of an odd constant, each state mixed by
  * shifts and multiplications of 32-bit integers. Not for sharing between threads.
  */
private[books] final class Draws(seed: Int) {
  private var state: Int = seed

  /** All 32 bits. */
  def next(): Int = {
    state += 0x9e3779b9
    val a = (state ^ (state >>> 16)) * 0x85ebca6b
    val b = (a ^ (a >>> 13)) * 0xc2b2ae35
    b ^ (b >>> 16)
  }

  /** From 0 to `bound - 1`; the bias of the remainder is below one in a million for the bounds of this study. */
  def below(bound: Int): Int = (next() >>> 1) % bound

  /** From 0 to 1, without 1, in steps of 2 to the power of -52: both parts and their sum are exact. */
  def fraction(): Double = {
    val high = (next() >>> 6).toDouble
    val low  = (next() >>> 6).toDouble
    (high * 67108864.0 + low) / 4503599627370496.0
  }
}
