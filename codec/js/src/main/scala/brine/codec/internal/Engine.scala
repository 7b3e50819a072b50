package brine.codec.internal

import scala.annotation.unused
import scala.scalajs.js
import scala.scalajs.js.annotation.JSGlobal
import scala.scalajs.js.typedarray.*

/** What the JavaScript engine does, and the memory it shares with us. Views cannot share the memory of a Scala.js array, so what goes
  * through one is copied.
  */
private[codec] object Engine:
  private val scratch = new ArrayBuffer(8)
  val scratchInts     = new Int32Array(scratch)
  val scratchFloats   = new Float32Array(scratch)
  val scratchDoubles  = new Float64Array(scratch)

  /** Which of the two whole numbers of a double is its lower half: 0 on nearly every machine. */
  val lowInt: Int =
    scratchDoubles(0) = 1
    if scratchInts(1) != 0 then 0 else 1

  /** Bytes on their way to and from the engine's encoder and decoder, which cannot reach into a Scala array. */
  inline val MostBytes = 1 << 16
  private val transfer = new ArrayBuffer(MostBytes)
  val bytes            = new Uint8Array(transfer)
  val signedBytes      = new Int8Array(transfer)
  val units            = new Int16Array(transfer)

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
  // Old or small engines lack these; the loops in Memory then do all the work.
  val encoder: TextEncoder | Null = if exists("TextEncoder") then new TextEncoder else null
  private val strict              = js.Dynamic.literal(fatal = true, ignoreBOM = true)
  val utf8: TextDecoder | Null    = if exists("TextDecoder") then new TextDecoder("utf-8", strict) else null
  val utf16: TextDecoder | Null   = if exists("TextDecoder") then new TextDecoder("utf-16le", strict) else null
