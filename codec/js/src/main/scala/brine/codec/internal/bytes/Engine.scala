package brine.codec.internal.bytes

import scala.annotation.unused
import scala.scalajs.js
import scala.scalajs.js.annotation.JSGlobal
import scala.scalajs.js.typedarray.*

/** The capabilities of the JavaScript engine, and the memory it shares with Scala.js arrays. */
private[codec] object Engine:
  private val scratch = new ArrayBuffer(8)
  val scratchInts     = new Int32Array(scratch)
  val scratchFloats   = new Float32Array(scratch)
  val scratchDoubles  = new Float64Array(scratch)

  /** The index of the lower half among the two integers of a double: 0 on nearly every machine. */
  val lowInt: Int =
    scratchDoubles(0) = 1
    if scratchInts(1) != 0 then 0 else 1

  /** Size of the buffer for bytes that pass to and from the engine's encoder and decoder, which cannot access a Scala
    * array.
    */
  inline val MostBytes = 1 << 16
  private val transfer = new ArrayBuffer(MostBytes)
  val bytes            = new Uint8Array(transfer)
  val signedBytes      = new Int8Array(transfer)
  val units            = new Int16Array(transfer)

  // Scala.js keeps the elements of an array in a typed array, but the name of that field is undocumented and an
  // optimizer may change it.
  private def insideOf(probe: Any)(isInside: Any => Boolean): String | Null =
    val fields = js.Object.keys(probe.asInstanceOf[js.Object])
    fields.find(field => isInside(probe.asInstanceOf[js.Dynamic].selectDynamic(field))).orNull

  private val insideOfBytes: String | Null =
    val probe = Array[Byte](1, 2, 3)
    insideOf(probe) {
      case inside: Int8Array => inside.length == 3 && { probe(1) = 42; inside(1) == 42 }
      case _                 => false
    }

  private val insideOfDoubles: String | Null =
    val probe = Array[Double](1, 2, 3)
    insideOf(probe) {
      case inside: Float64Array => inside.length == 3 && { probe(1) = 42; inside(1) == 42 }
      case _                    => false
    }

  /** Whether the bytes of byte and double arrays are accessible, in the byte order of a message. */
  val isShared: Boolean = insideOfBytes != null && insideOfDoubles != null && lowInt == 0

  /** A view of part of an array: at most [[MostBytes]], and read-only, unless [[isShared]]. */
  def view(array: Array[Byte], from: Int, length: Int): Int8Array =
    if insideOfBytes != null then
      val inside = array.asInstanceOf[js.Dynamic].selectDynamic(insideOfBytes.nn).asInstanceOf[Int8Array]
      inside.subarray(from, from + length)
    else
      var i = 0
      while i < length do
        signedBytes(i) = array(from + i)
        i += 1
      signedBytes.subarray(0, length)

  /** The bytes of the first `size` numbers of an array; requires [[isShared]]. */
  def bytesOf(array: Array[Double], size: Int): Int8Array =
    val inside = array.asInstanceOf[js.Dynamic].selectDynamic(insideOfDoubles.nn).asInstanceOf[Float64Array]
    new Int8Array(inside.buffer, inside.byteOffset, 8 * size)

  @js.native @JSGlobal("TextEncoder")
  class TextEncoder extends js.Object:
    def encodeInto(text: String, target: Uint8Array): TextEncoder.Result = js.native
  object TextEncoder:
    trait Result extends js.Object:
      val read: Int
      val written: Int

  @js.native @JSGlobal("TextDecoder")
  class TextDecoder(@unused label: String, @unused options: js.Object) extends js.Object:
    def decode(bytes: ArrayBufferView): String = js.native

  private def exists(name: String): Boolean = js.eval(s"typeof $name") == "function"
  // Old or small engines lack these; then the loops in Memory do all the work.
  val encoder: TextEncoder | Null = if exists("TextEncoder") then new TextEncoder else null
  private val strict              = js.Dynamic.literal(fatal = true, ignoreBOM = true)
  val utf8: TextDecoder | Null    = if exists("TextDecoder") then new TextDecoder("utf-8", strict) else null
  val utf16: TextDecoder | Null   = if exists("TextDecoder") then new TextDecoder("utf-16le", strict) else null

  /** Decodes each byte to the character of the same number, except 0x80 to 0x9f. Node.js without its language data
    * lacks it.
    */
  val latin1: TextDecoder | Null =
    try if exists("TextDecoder") then new TextDecoder("windows-1252", strict) else null
    catch case _: js.JavaScriptException => null
