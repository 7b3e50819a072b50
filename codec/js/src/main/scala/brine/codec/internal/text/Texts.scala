package brine.codec.internal.text

import brine.codec.In
import brine.codec.internal.bytes.Memory

import scala.annotation.unused

/** Decodes the strings of the current message in the way that is fastest on this platform. */
private[codec] object Texts:
  /** Decodes bytes known to be below 0x80. */
  def ascii(in: In, from: Int, length: Int): String =
    val part = in.textScratch.part(in.array, from, length, in.end)
    if part != null then part else Memory.asciiString(in.array, from, length)

  /** Decodes a string that was not written as a short one; null if one of the bytes is not below 0x80. */
  def longAscii(in: In, from: Int, length: Int): String | Null =
    if Memory.isAscii(in.array, from, length) then ascii(in, from, length) else null

  /** Like [[ascii]] for bytes of which the last has its high bit set; `copy` has the bytes without that bit. */
  def ended(@unused in: In, @unused from: Int, length: Int, copy: Array[Byte]): String =
    Memory.asciiString(copy, 0, length)

  /** Decodes Latin-1, one character per byte; null if a byte is a quote, or if the caller must decode. */
  def latin(in: In, from: Int, length: Int): String | Null =
    if isPrintable(in.array, from, length) then in.textScratch.part(in.array, from, length, in.end) else null

  // Whether no byte is a quote or a control character above 0x7f, which the engine decodes to other characters.
  private def isPrintable(array: Array[Byte], from: Int, length: Int): Boolean =
    var i = from
    while i < from + length && array(i) != Strings.Quote && (array(i) & 0xe0) != 0x80 do i += 1
    i == from + length
