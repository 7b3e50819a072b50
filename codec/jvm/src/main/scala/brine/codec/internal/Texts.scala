package brine.codec.internal

import brine.codec.In

import scala.annotation.unused

/** Texts of the message being read, as the platform makes them fastest. */
private[codec] object Texts:
  /** The string of bytes known to be below 0x80. */
  inline def ascii(in: In, from: Int, length: Int): String = Memory.asciiString(in.array, from, length)

  /** The same of bytes of which the last has its high bit set as well; `copy` has them without it. */
  inline def ended(@unused in: In, @unused from: Int, length: Int, copy: Array[Byte]): String =
    Memory.asciiString(copy, 0, length)

  /** The string of bytes that are a character of Latin-1 each, unless one is a quote; null if the caller has to do it. */
  def latin(in: In, from: Int, length: Int): String | Null =
    if Memory.contains(in.array, from, length, Strings.Quote) then null else Memory.latinString(in.array, from, length)
