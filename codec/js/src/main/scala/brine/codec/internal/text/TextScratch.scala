package brine.codec.internal.text

import brine.codec.internal.bytes.Engine.*
import brine.codec.internal.bytes.Memory

import scala.annotation.unused

/** Converts the strings of a message with the engine's encoder and decoder.
  *
  * A call of the decoder costs more than decoding a typical string in a loop. So the decoder converts a window of the
  * message at once, and strings are substrings of the result, which the engine creates without copying. A substring of
  * 13 characters or more keeps its window in memory. Windows are therefore at most [[TextScratch.Widest]] bytes, and
  * smaller where strings are far apart.
  */
private[codec] final class TextScratch:
  private var from                  = 0
  private var to                    = 0
  private var window: String | Null = null
  private var ahead                 = TextScratch.First
  private var last                  = 0
  private var hits                  = 0

  /** Starts another message, possibly in the same array. */
  def begin(): Unit =
    to = 0
    window = null
    ahead = TextScratch.First
    last = 0

  /** Decodes bytes that are each below 0x80 or above 0x9f to one character each; the message ends at `end`. Null if
    * decoding through a window does not pay.
    */
  def part(array: Array[Byte], at: Int, length: Int, end: Int): String | Null =
    if at >= from && at + length <= to then
      hits += 1
      window.nn.substring(at - from, at - from + length)
    else if length <= TextScratch.Widest && latin1 != null && place(array, at, length, end) then
      window.nn.substring(0, length)
    else null

  /** Moves the window to a string; false if that does not pay. */
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
      // Node.js 20 takes FF at the start for half of a byte order mark and drops it.
      if text.length != size then false
      else
        window = text
        from = at
        to = at + size
        hits = 0
        true

  /** Writes the ASCII at the start of `text` to `array`, starting at `at`; returns the number of characters written. */
  def putAscii(text: String, array: Array[Byte], at: Int): Int = Memory.putLongAscii(text, array, at)

  /** Drops the strings of a message. */
  def release(): Unit = begin()

  /** Reads nothing: the loop that follows is as fast here. */
  def takeAscii(@unused array: Array[Byte], @unused at: Int, @unused length: Int, @unused units: Array[Char]): Int = 0

private[codec] object TextScratch:
  /** Most bytes that a string keeps in memory besides its own. */
  private inline val Widest = 2048

  /** The window of the first text of a message. */
  private inline val First = 512

  /** A window smaller than this, in bytes, costs more than a loop. */
  private inline val Least = 14

  /** Strings at most this many bytes apart make the window grow. */
  private inline val Close = 32
