package brine.codec.zstd.internal

import brine.codec.internal.concurrent.Slots

import com.github.luben.zstd.{ZstdCompressCtx, ZstdDecompressCtx}

/** Pools contexts of the native library, because creating one takes longer than compressing a message. Contexts use
  * off-heap memory, so the pool is bounded for the whole program and drops contexts that compressed large inputs.
  */
private[zstd] object Contexts:
  private inline val LargestKept = 1 << 17

  private val most    = 2 * Runtime.getRuntime.availableProcessors
  private val writers = new Slots[ZstdCompressCtx](most)
  private val readers = new Slots[ZstdDecompressCtx](most)

  /** Lends a context with default settings that compresses `size` bytes. */
  def writing[B](size: Int)(use: ZstdCompressCtx => B): B =
    val kept    = if size <= LargestKept then writers.take() else null
    val context = if kept == null then new ZstdCompressCtx else kept.nn
    try
      context.reset()
      use(context)
    finally if size > LargestKept || !writers.put(context) then context.close()

  /** Lends a context with default settings that decompresses. */
  def reading[B](use: ZstdDecompressCtx => B): B =
    val kept    = readers.take()
    val context = if kept == null then new ZstdDecompressCtx else kept.nn
    try
      context.reset()
      use(context)
    finally if !readers.put(context) then context.close()
