package brine.codec.internal

import scala.annotation.unused
import scala.scalajs.js
import scala.scalajs.js.annotation.JSGlobal
import scala.scalajs.js.typedarray.*

/** Loads and stores of several bytes at once, and the conversions between bytes and strings that only the engine does fast.
  *
  * Nothing here checks bounds: callers do. Views cannot share the memory of a Scala.js array, so what goes through one is copied.
  */
private[codec] object Memory:
  private val scratch      = new ArrayBuffer(8)
  private val scratchView  = new DataView(scratch)
  private val scratchBytes = new Int8Array(scratch)

  /** Up to so many characters, a loop is faster than the engine's encoder and decoder. */
  private inline val Few = 14

  /** Bytes on their way to and from the engine's encoder and decoder, which cannot reach into a Scala array. */
  private inline val MostBytes = 1 << 16
  private val transfer         = new ArrayBuffer(MostBytes)
  private val bytes            = new Uint8Array(transfer)
  private val signedBytes      = new Int8Array(transfer)
  private val units            = new Int16Array(transfer)

  @js.native @JSGlobal("TextEncoder")
  private class TextEncoder extends js.Object:
    def encodeInto(text: String, target: Uint8Array): TextEncoder.Result = js.native
  private object TextEncoder:
    trait Result extends js.Object:
      val read: Int
      val written: Int

  @js.native @JSGlobal("TextDecoder")
  private class TextDecoder(@unused label: String, @unused options: js.Object) extends js.Object:
    def decode(bytes: ArrayBufferView): String = js.native

  private def exists(name: String): Boolean = js.eval(s"typeof $name") == "function"
  // Old or small engines lack these; the loops below then do all the work.
  private val encoder: TextEncoder | Null = if exists("TextEncoder") then new TextEncoder else null
  private val strict                      = js.Dynamic.literal(fatal = true, ignoreBOM = true)
  private val utf8: TextDecoder | Null    = if exists("TextDecoder") then new TextDecoder("utf-8", strict) else null
  private val utf16: TextDecoder | Null   = if exists("TextDecoder") then new TextDecoder("utf-16le", strict) else null

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
    scratchView.setInt32(0, getInt(array, at), true)
    scratchView.getFloat32(0, true)

  /** Every NaN becomes the canonical one, so that equal values have equal bytes. */
  def putFloat(array: Array[Byte], at: Int, value: Float): Unit =
    if value != value then putInt(array, at, 0x7fc00000)
    else
      scratchView.setFloat32(0, value, true)
      putInt(array, at, scratchView.getInt32(0, true))

  def getDouble(array: Array[Byte], at: Int): Double =
    var i = 0
    while i < 8 do
      scratchBytes(i) = array(at + i)
      i += 1
    scratchView.getFloat64(0, true)

  /** Every NaN becomes the canonical one, so that equal values have equal bytes. */
  def putDouble(array: Array[Byte], at: Int, value: Double): Unit =
    if value != value then
      putInt(array, at, 0)
      putInt(array, at + 4, 0x7ff80000)
    else
      scratchView.setFloat64(0, value, true)
      var i = 0
      while i < 8 do
        array(at + i) = scratchBytes(i)
        i += 1

  /** Whether the bytes are all below 0x80. */
  def isAscii(array: Array[Byte], from: Int, length: Int): Boolean =
    var seen = 0
    var i    = from
    while i < from + length do
      seen |= array(i)
      i += 1
    seen >= 0

  /** What [[putAscii]] needs on the JVM. */
  def newScratch(): Array[Char] = Array.emptyCharArray

  /** Writes the low byte of every char of `text` to `array` from `at` on and says whether all chars were below 0x80, that is,
    * whether the bytes stand for the text.
    */
  def putAscii(text: String, array: Array[Byte], at: Int, @unused scratch: Array[Char]): Boolean =
    val length = text.length
    if encoder != null && length <= MostBytes then
      val result = encoder.nn.encodeInto(text, bytes)
      val ascii  = result.read == length && result.written == length
      if ascii then
        var i = 0
        while i < length do
          array(at + i) = signedBytes(i)
          i += 1
      ascii
    else
      var seen = 0
      var i    = 0
      while i < length do
        val char = text.charAt(i)
        seen |= char
        array(at + i) = char.toByte
        i += 1
      seen < 0x80

  /** The string of bytes known to be below 0x80. */
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

  /** The string of UTF-8 bytes, or null where they may be malformed or are better decoded in Scala: the caller then does that. */
  def utf8String(array: Array[Byte], from: Int, length: Int): String | Null =
    if utf8 == null || length <= Few || length > MostBytes then null
    else
      var i = 0
      while i < length do
        signedBytes(i) = array(from + i)
        i += 1
      try utf8.nn.decode(bytes.subarray(0, length))
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
      // A lone surrogate is an error to the decoder, but may be in a string.
      try utf16.nn.decode(units.subarray(0, length))
      catch case _: js.JavaScriptException => null
