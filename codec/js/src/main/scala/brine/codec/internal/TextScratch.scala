package brine.codec.internal

import brine.codec.internal.Engine.*

import scala.annotation.unused

/** Moves the texts of a message in and out by the engine's encoder and decoder.
  *
  * A call of the decoder costs more than most texts are long, so it is given a window of the message, whose bytes become one string;
  * texts are parts of it, which the engine makes without a copy. A text of 13 characters or more keeps its window in memory, so a
  * window has at most [[TextScratch.Widest]] bytes, and fewer where texts are far apart.
  */
private[codec] final class TextScratch:
  private var from                  = 0
  private var to                    = 0
  private var window: String | Null = null
  private var ahead                 = TextScratch.First
  private var last                  = 0
  private var hits                  = 0

  /** Another message begins, perhaps in the same array. */
  def begin(): Unit =
    to = 0
    window = null
    ahead = TextScratch.First
    last = 0

  /** The string of bytes that are below 0x80 or above 0x9f, a character each, in an array whose message ends at `end`; null if the
    * window is not the way to make it.
    */
  def part(array: Array[Byte], at: Int, length: Int, end: Int): String | Null =
    if at >= from && at + length <= to then
      hits += 1
      window.nn.substring(at - from, at - from + length)
    else if length <= TextScratch.Widest && latin1 != null && place(array, at, length, end) then
      window.nn.substring(0, length)
    else null

  /** Moves the window to a text; false if that is not worth it. */
  private def place(array: Array[Byte], at: Int, length: Int, end: Int): Boolean =
    if last != 0 then
      ahead =
        if hits > 0 || at - last <= TextScratch.Close then math.min(ahead * 4, TextScratch.Widest)
        else math.max(ahead / 2, TextScratch.Least)
    last = at + length
    val size = math.max(length, math.min(ahead, end - at))
    if size <= TextScratch.Least then false
    else
      val text = latin1.nn.decode(view(array, at, size))
      // Node 20 takes FF at the start for half of a byte order mark and leaves it out.
      if text.length != size then false
      else
        window = text
        from = at
        to = at + size
        hits = 0
        true

  /** Writes the ASCII that `text` starts with to `array` from `at` on; returns how many characters. */
  def putAscii(text: String, array: Array[Byte], at: Int): Int = Memory.putLongAscii(text, array, at)

  /** Lets go of the texts of a message. */
  def release(): Unit = begin()

  /** Reads nothing: the loop that follows is as fast here. */
  def takeAscii(@unused array: Array[Byte], @unused at: Int, @unused length: Int, @unused units: Array[Char]): Int = 0

private[codec] object TextScratch:
  /** The most bytes a text keeps in memory beside its own. */
  private inline val Widest = 2048

  /** The window of the first text of a message. */
  private inline val First = 512

  /** A window of so few bytes costs more than a loop. */
  private inline val Least = 14

  /** Texts so few bytes apart make the window grow. */
  private inline val Close = 32
