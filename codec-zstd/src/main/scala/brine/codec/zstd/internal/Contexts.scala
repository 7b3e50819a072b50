package brine.codec.zstd.internal

import brine.codec.internal.Slots

import com.github.luben.zstd.{ZstdCompressCtx, ZstdDecompressCtx}

/** Contexts of the native library between two uses, because making one takes longer than compressing a message. Their memory is
  * outside of the heap, so a bounded number is kept for the whole program, and none that had much to do.
  */
private[zstd] object Contexts:
  private inline val LargestKept = 1 << 17

  private val most    = 2 * Runtime.getRuntime.availableProcessors
  private val writers = new Slots[ZstdCompressCtx](most)
  private val readers = new Slots[ZstdDecompressCtx](most)

  /** A context without any settings, to compress `size` bytes with. */
  def writing[B](size: Int)(use: ZstdCompressCtx => B): B =
    val kept    = if size <= LargestKept then writers.take() else null
    val context = if kept == null then new ZstdCompressCtx else kept.nn
    try
      context.reset()
      use(context)
    finally if size > LargestKept || !writers.put(context) then context.close()

  /** A context without any settings. */
  def reading[B](use: ZstdDecompressCtx => B): B =
    val kept    = readers.take()
    val context = if kept == null then new ZstdDecompressCtx else kept.nn
    try
      context.reset()
      use(context)
    finally if !readers.put(context) then context.close()
