package brine.lab.results

import brine.lab.failure.Refusal
import java.nio.ByteBuffer
import java.nio.charset.{CharacterCodingException, StandardCharsets}

/** The lines of a results file, from its bytes. */
private object ResultsText:
  /** Splits and decodes a file. A line that is not UTF-8 keeps its readable part, since only a cut one may be damaged.
    *
    * @throws brine.lab.failure.Refusal
    *   if the file is no UTF-8 text
    */
  def lines(bytes: Array[Byte], file: String): Iterator[String] =
    if isUtf16(bytes) then
      throw Refusal(s"$file is not UTF-8 but UTF-16: save it as UTF-8, such as by iconv -f UTF-16 -t UTF-8")
    val start = if bytes.startsWith(utf8Mark) then utf8Mark.length else 0
    split(bytes, start).zipWithIndex.map: (line, at) =>
      val (from, until) = line
      try StandardCharsets.UTF_8.newDecoder.decode(ByteBuffer.wrap(bytes, from, until - from)).toString
      catch
        case _: CharacterCodingException =>
          val readable = String(bytes, from, until - from, StandardCharsets.UTF_8)
          // A full disk may cut a line within a character: the last one of the line, and no other.
          if readable.startsWith("{") && readable.indexOf(replaced) >= readable.length - 1 then readable
          else throw Refusal(s"$file is not UTF-8 in line ${at + 1}: not a results file of the lab, or damaged")

  private val utf8Mark = Array(0xef, 0xbb, 0xbf).map(_.toByte)
  private val replaced = '\uFFFD'

  /** Whether a byte order mark says so, or every other byte of the first characters is zero. */
  private def isUtf16(bytes: Array[Byte]): Boolean =
    def at(index: Int) = bytes.lift(index).fold(-1)(_ & 0xff)
    (at(0), at(1)) match
      case (0xff, 0xfe) | (0xfe, 0xff) => true
      case (0, second)                 => second > 0 && at(2) == 0 && at(3) > 0
      case (first, 0)                  => first > 0 && at(2) > 0 && at(3) == 0
      case _                           => false

  /** Begin and end of each line. */
  private def split(bytes: Array[Byte], start: Int): Iterator[(Int, Int)] =
    Iterator.unfold(start): from =>
      if from >= bytes.length then None
      else
        val found = bytes.indexOf('\n'.toByte, from)
        val end   = if found < 0 then bytes.length else found
        Some((from, end) -> (end + 1))
