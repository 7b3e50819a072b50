package brine.codec

import java.nio.ByteBuffer

/** Where the memory of a finished message comes from: the heap, outside of it, or a store of the user's own.
  *
  * {{{
  * val mapped: BufferProvider = size => arena.slice(size)
  * val buffer = out.toByteBuffer(mapped)
  * }}}
  */
trait BufferProvider:
  /** A buffer with room for at least `size` bytes between its position and its limit. */
  def provide(size: Int): ByteBuffer

object BufferProvider:
  /** Buffers over arrays. */
  val heap: BufferProvider = size => ByteBuffer.allocate(size)

  /** Buffers outside of the heap, for channels and native code. */
  val direct: BufferProvider = size => ByteBuffer.allocateDirect(size)
