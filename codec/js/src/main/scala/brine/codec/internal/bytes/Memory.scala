package brine.codec.internal.bytes

import brine.codec.internal.bytes.Engine.*

import scala.scalajs.js

/** Loads and stores of several bytes at once, and conversions between bytes and strings that only the engine does fast.
  *
  * Nothing here checks bounds: callers do. Public, as the class of the JVM is: inline methods of other packages call
  * it, from which the compiler cannot reach what this package keeps to itself.
  */
object Memory:
  /** Whether this runs in a JavaScript engine. It does not while a derivation encodes a schema in the compiler, which
    * runs on a JVM.
    */
  private val inEngine = 1.0.toString == "1"

  /** Up to this many characters, a loop is faster than the engine's encoder and decoder. */
  private inline val Few = 14

  /** Up to this many characters, a loop is faster than the engine's encoder. */
  private inline val FewToWrite = 192

  /** From this many numbers up, the engine moves them. */
  private inline val Many = 32

  /** Longest string, in characters, that is ended by the high bit of its last byte. */
  private inline val LongestEnded = 63

  def getShort(array: Array[Byte], at: Int): Short = ((array(at) & 0xff) | array(at + 1) << 8).toShort

  def putShort(array: Array[Byte], at: Int, value: Short): Unit =
    array(at) = value.toByte
    array(at + 1) = (value >> 8).toByte

  def getInt(array: Array[Byte], at: Int): Int =
    (array(at) & 0xff) | (array(at + 1) & 0xff) << 8 | (array(at + 2) & 0xff) << 16 | array(at + 3) << 24

  def putInt(array: Array[Byte], at: Int, value: Int): Unit =
    array(at) = value.toByte
    array(at + 1) = (value >> 8).toByte
    array(at + 2) = (value >> 16).toByte
    array(at + 3) = (value >> 24).toByte

  def getLong(array: Array[Byte], at: Int): Long =
    (getInt(array, at + 4).toLong << 32) | (getInt(array, at) & 0xffffffffL)

  def putLong(array: Array[Byte], at: Int, value: Long): Unit =
    putInt(array, at, value.toInt)
    putInt(array, at + 4, (value >>> 32).toInt)

  def getLongBigEndian(array: Array[Byte], at: Int): Long =
    (Integer.reverseBytes(getInt(array, at)).toLong << 32) | (Integer.reverseBytes(getInt(array, at + 4)) & 0xffffffffL)

  def putLongBigEndian(array: Array[Byte], at: Int, value: Long): Unit =
    putInt(array, at, Integer.reverseBytes((value >>> 32).toInt))
    putInt(array, at + 4, Integer.reverseBytes(value.toInt))

  def getFloat(array: Array[Byte], at: Int): Float =
    scratchInts(0) = getInt(array, at)
    scratchFloats(0)

  /** Writes a float; every NaN becomes the canonical NaN, so that equal values have equal bytes. */
  def putFloat(array: Array[Byte], at: Int, value: Float): Unit =
    if value != value then putInt(array, at, 0x7fc00000)
    else
      scratchFloats(0) = value
      putInt(array, at, scratchInts(0))

  // Combining two integers is faster than combining eight bytes.
  def getDouble(array: Array[Byte], at: Int): Double =
    scratchInts(lowInt) = getInt(array, at)
    scratchInts(1 - lowInt) = getInt(array, at + 4)
    scratchDoubles(0)

  /** Fills `values`. */
  def getFloats(array: Array[Byte], at: Int, values: Array[Float]): Unit =
    var i = 0
    while i < values.length do
      values(i) = getFloat(array, at + 4 * i)
      i += 1

  /** Fills the first `size` places of `values`. */
  def getDoubles(array: Array[Byte], at: Int, values: Array[Double], size: Int): Unit =
    var i = 0
    if size >= Many && isShared then bytesOf(values, size).set(view(array, at, 8 * size))
    else
      while i < size do
        values(i) = getDouble(array, at + 8 * i)
        i += 1

  /** Writes a double; every NaN becomes the canonical NaN, so that equal values have equal bytes. */
  def putDouble(array: Array[Byte], at: Int, value: Double): Unit =
    if value != value then
      putInt(array, at, 0)
      putInt(array, at + 4, 0x7ff80000)
    else
      scratchDoubles(0) = value
      putInt(array, at, scratchInts(lowInt))
      putInt(array, at + 4, scratchInts(1 - lowInt))

  /** Writes all floats; every NaN becomes the canonical NaN. */
  def putFloats(array: Array[Byte], at: Int, values: Array[Float]): Unit =
    var i = 0
    while i < values.length do
      putFloat(array, at + 4 * i, values(i))
      i += 1

  /** Writes the first `size` doubles; every NaN becomes the canonical NaN. */
  def putDoubles(array: Array[Byte], at: Int, values: Array[Double], size: Int): Unit =
    var i = 0
    if size >= Many && isShared then
      view(array, at, 8 * size).set(bytesOf(values, size))
      // The bits of a NaN in memory depend on the engine.
      while i < size do
        if values(i) != values(i) then putDouble(array, at + 8 * i, values(i))
        i += 1
    else
      while i < size do
        putDouble(array, at + 8 * i, values(i))
        i += 1

  /** Whether the bytes are all below 0x80. */
  def isAscii(array: Array[Byte], from: Int, length: Int): Boolean =
    var seen = 0
    var i    = from
    while i < from + length do
      seen |= array(i)
      i += 1
    seen >= 0

  /** A scratch array for [[copyEnded]]. */
  def newEndedScratch(): Array[Byte] = new Array[Byte](LongestEnded)

  /** Copies bytes from `at` up to and including the first byte with its high bit set to the start of `scratch`, and
    * clears that bit.
    *
    * @return
    *   number of bytes copied; 0 if there is no such byte before `end` or among the first 63
    */
  def copyEnded(array: Array[Byte], at: Int, end: Int, scratch: Array[Byte]): Int =
    val most = math.min(end - at, LongestEnded)
    var i    = 0
    while i < most && array(at + i) >= 0 do
      scratch(i) = array(at + i)
      i += 1
    if i == most then 0
    else
      scratch(i) = (array(at + i) & 0x7f).toByte
      i + 1

  /** Up to this many characters, [[putAndLook]] is faster than [[putLongAscii]]. */
  inline val FEW_UNITS = Few

  /** Writes the low byte of every char of `text` to `array`, starting at `at`.
    *
    * @return
    *   the union of the bits of all chars: below 0x80 the bytes are the string in ASCII, below 0x100 in Latin-1
    */
  def putAndLook(text: String, array: Array[Byte], at: Int): Int =
    val length = text.length
    var seen   = 0
    var i      = 0
    while i < length do
      val char = text.charAt(i)
      seen |= char
      array(at + i) = char.toByte
      i += 1
    seen

  /** Writes the low byte of every char of `text` to `array`, starting at `at`. */
  def putLowBytes(text: String, array: Array[Byte], at: Int): Unit = putAndLook(text, array, at): Unit

  /** Writes ASCII with the engine's encoder, up to the first other character; returns how many characters were written.
    */
  def putLongAscii(text: String, array: Array[Byte], at: Int): Int =
    val length = text.length
    val native = length > FewToWrite && inEngine && encoder != null && length <= MostBytes && {
      val result = encoder.nn.encodeInto(text, bytes)
      result.read == length && result.written == length
    }
    var i = 0
    if native then
      while i < length do
        array(at + i) = signedBytes(i)
        i += 1
    else
      var char = text.charAt(0)
      while i < length && char < 0x80 do
        array(at + i) = char.toByte
        i += 1
        if i < length then char = text.charAt(i)
    i

  /** Whether one of the bytes is `value`. */
  def contains(array: Array[Byte], from: Int, length: Int, value: Int): Boolean =
    var i = from
    while i < from + length && array(i) != value do i += 1
    i < from + length

  /** Decodes bytes known to be below 0x80. */
  def asciiString(array: Array[Byte], from: Int, length: Int): String =
    val native = if length > Few then utf8String(array, from, length) else null
    if native != null then native
    else
      var text = ""
      var i    = from
      while i < from + length do
        text += array(i).toChar
        i += 1
      text

  /** Decodes UTF-8; null if the bytes may be malformed or Scala code decodes them faster: the caller then decodes them.
    */
  def utf8String(array: Array[Byte], from: Int, length: Int): String | Null =
    if utf8 == null || length <= Few || length > MostBytes then null
    else
      try utf8.nn.decode(view(array, from, length))
      catch case _: js.JavaScriptException => null

  /** The string of the first `length` units. */
  def unitsString(source: Array[Char], length: Int): String =
    val native = if length > Few && length <= MostBytes / 2 then utf16String(source, length) else null
    if native != null then native else new String(source, 0, length)

  private def utf16String(source: Array[Char], length: Int): String | Null =
    if utf16 == null then null
    else
      var i = 0
      while i < length do
        units(i) = source(i).toShort
        i += 1
      // A lone surrogate is valid in a string, but an error for the engine's decoder.
      try utf16.nn.decode(units.subarray(0, length))
      catch case _: js.JavaScriptException => null
