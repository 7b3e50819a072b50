package brine.codec.internal.text

import brine.codec.In
import brine.codec.internal.bytes.Memory

import scala.annotation.unused

/** Decodes the strings of the current message in the way that is fastest on this platform. */
private[codec] object Texts:
  /** Decodes bytes known to be below 0x80. */
  inline def ascii(in: In, from: Int, length: Int): String = Memory.asciiString(in.array, from, length)

  /** Decodes a string that was not written as a short one; null if one of the bytes is not below 0x80. */
  inline def longAscii(in: In, from: Int, length: Int): String | Null = Memory.longAsciiString(in.array, from, length)

  /** Like [[ascii]] for bytes of which the last has its high bit set; `copy` has the bytes without that bit. */
  inline def ended(@unused in: In, @unused from: Int, length: Int, copy: Array[Byte]): String =
    Memory.asciiString(copy, 0, length)

  /** Decodes Latin-1, one character per byte; null if a byte is a quote, or if the caller must decode. */
  def latin(in: In, from: Int, length: Int): String | Null =
    if Memory.contains(in.array, from, length, Strings.Quote) then null else Memory.latinString(in.array, from, length)
