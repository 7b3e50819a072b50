package brine.codec

import java.nio.ByteBuffer

/** Allocates the buffer of a finished message: on the heap, off-heap, or in memory you manage.
  *
  * {{{
  * val mapped: BufferProvider = size => arena.slice(size)
  * val buffer = out.toByteBuffer(mapped)
  * }}}
  *
  * Used by [[Out.toByteBuffer]]. An implementation used by several threads must be thread-safe; the built-in ones are.
  */
trait BufferProvider:
  /** Returns a buffer with room for at least `size` bytes between its position and its limit. */
  def provide(size: Int): ByteBuffer

object BufferProvider:
  /** Heap buffers, backed by arrays. */
  val heap: BufferProvider = size => ByteBuffer.allocate(size)

  /** Direct (off-heap) buffers, for channels and native code. */
  val direct: BufferProvider = size => ByteBuffer.allocateDirect(size)
