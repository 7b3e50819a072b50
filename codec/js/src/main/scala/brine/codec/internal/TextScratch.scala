package brine.codec.internal

import scala.annotation.unused

/** Moves the ASCII at the start of long texts; what it works with is shared, for there is one thread. */
private[codec] final class TextScratch:

  /** Writes the ASCII that `text` starts with to `array` from `at` on; returns how many characters. */
  def putAscii(text: String, array: Array[Byte], at: Int): Int = Memory.putLongAscii(text, array, at)

  /** There is nothing to let go of. */
  def release(): Unit = ()

  /** Reads nothing: the loop that follows is as fast here. */
  def takeAscii(@unused array: Array[Byte], @unused at: Int, @unused length: Int, @unused units: Array[Char]): Int = 0
