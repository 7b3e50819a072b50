package brine.lab.browser

import java.nio.{ByteBuffer, ByteOrder}

import boopickle.Default._
import boopickle.BufferPool

import scala.scalajs.js.typedarray._
import scala.scalajs.js.typedarray.TypedArrayBufferOps._

/** One set-up of BooPickle: the buffer's bytes are copied out by the browser, then it is given back to the pool. */
final class BooPickleFormat[A](
    value: A,
    pickler: Pickler[A],
    pickle: () => PickleState,
    unpickle: ByteBuffer => UnpickleState
) extends BrowserFormat {
  private implicit def implicitPickler: Pickler[A] = pickler

  def encode(): Any = {
    val buffer = pickle().pickle(value).toByteBuffer
    val bytes  = new Int8Array(buffer.typedArray().subarray(buffer.position(), buffer.limit()))
    BufferPool.release(buffer)
    bytes
  }

  def decode(encoded: Any): Any =
    unpickle(TypedArrayBuffer.wrap(encoded.asInstanceOf[Int8Array]).order(ByteOrder.LITTLE_ENDIAN)).unpickle(pickler)

  def bytes(encoded: Any): Uint8Array = {
    val signed = encoded.asInstanceOf[Int8Array]
    new Uint8Array(signed.buffer, signed.byteOffset, signed.length)
  }
}
