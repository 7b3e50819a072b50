package brine.codec

import brine.codec.internal.concurrent.{Slots, SpareArray}

import java.util.concurrent.atomic.AtomicLong

/** A bounded pool of reusable output buffers, so that encoding allocates only its result.
  *
  * {{{
  * val pool = BufferPool()
  * val bytes = pool.use { out =>
  *   Codec[Reading].write(out, reading)
  *   out.toArray
  * }
  * pool.counters // Counters(taken = 1, returned = 1, created = 1, dropped = 0)
  * }}}
  *
  * The pool holds at most `size` idle buffers (rounded up to a power of two) of at most `largest` bytes each; it drops
  * others for the garbage collector. Safe for any number of threads, including virtual threads. Taking and returning a
  * buffer is lock-free and costs a few nanoseconds. To encode many messages in one place, keep an [[Out]] of your own
  * instead: it needs no pool.
  *
  * @param size
  *   most idle buffers, 1 to 1,048,576
  * @param largest
  *   capacity in bytes above which a returned buffer is dropped
  * @param limits
  *   limits that messages written to the buffers must respect
  */
final class BufferPool private (val size: Int, val largest: Int, val limits: Limits, spare: SpareArray | Null):
  private val slots        = new Slots[Out](size)
  private val created      = new AtomicLong
  private val dropped      = new AtomicLong
  @volatile private var on = true

  /** Whether the pool keeps buffers. While it is off, every [[take]] creates a buffer; the counters keep counting. */
  def enabled: Boolean = on

  /** Turns the pool on or off, also while it is in use. Turning it off drops all idle buffers. */
  def enabled_=(value: Boolean): Unit =
    on = value
    if !value then slots.drain(drop)

  /** Takes an empty buffer, for the caller alone until [[give]]. A buffer that is never given back is
    * garbage-collected.
    */
  def take(): Out =
    val out = if on then slots.take() else null
    if out == null then create()
    else
      out.pooled = false
      out

  private def create(): Out =
    created.incrementAndGet()
    // It would be dropped if it grew beyond `largest`.
    val out = Out.sized(BufferPool.FirstSize, limits, largest)
    out.spare = spare
    out

  /** Gives a buffer back. Do not use the buffer afterwards, and make sure that nothing else still uses its memory.
    *
    * @throws IllegalStateException
    *   if the buffer was given back already
    */
  def give(out: Out): Unit =
    if out.pooled then throw new IllegalStateException("a buffer was given back to its pool twice")
    out.pooled = true
    out.endLoan()
    if !on || out.capacity > largest then drop(out)
    else
      out.reset()
      if !slots.put(out) then drop(out)

  private def drop(out: Out): Unit =
    out.pooled = true
    dropped.incrementAndGet(): Unit

  /** Lends a buffer to `f` and takes it back, also if `f` throws. */
  inline def use[B](inline f: Out => B): B =
    val out = take()
    try f(out)
    finally give(out)

  /** Counts since the pool was created: exact while no thread takes or gives a buffer, approximate otherwise. */
  def counters: BufferPool.Counters =
    val made    = created.get
    val gone    = dropped.get
    val reused  = slots.reused
    var resting = 0L
    slots.foreach(_ => resting += 1)
    // Each returned buffer was reused, is idle now, or was dropped.
    BufferPool.Counters(made + reused, reused + resting + gone, made, gone)

object BufferPool:
  private inline val FirstSize   = 1024
  private inline val MostBuffers = 1048576

  /** What a [[BufferPool]] has done so far.
    *
    * @param taken
    *   buffers handed out
    * @param returned
    *   buffers given back
    * @param created
    *   buffers created because none was idle
    * @param dropped
    *   buffers dropped because the pool was full or off, or because they were too large
    */
  final case class Counters(taken: Long, returned: Long, created: Long, dropped: Long)

  /** Creates a pool.
    *
    * @param size
    *   most idle buffers, 1 to 1,048,576; four per available processor unless set
    * @param largest
    *   capacity in bytes above which a returned buffer is dropped; 64 KiB unless set
    * @param limits
    *   limits that messages written to the buffers must respect
    * @throws IllegalArgumentException
    *   if `size` is out of range or `largest` is not positive
    */
  def apply(
      size: Int = 4 * Runtime.getRuntime.availableProcessors,
      largest: Int = 1 << 16,
      limits: Limits = Limits.defaults
  ): BufferPool =
    require(size > 0 && size <= MostBuffers, s"the size of a pool is 1 to $MostBuffers, not $size")
    require(largest > 0, s"largest must be positive, not $largest")
    new BufferPool(size, largest, limits, null)

  /** A pool like [[apply]]'s, which also keeps one array of up to `most` bytes for larger messages. */
  private[codec] def withSpare(most: Int): BufferPool =
    val plain = apply()
    new BufferPool(plain.size, plain.largest, plain.limits, new SpareArray(most))

  private inline val MostSpare = 1 << 24

  /** The pool that `Codec.encode` uses. */
  private[codec] val default: BufferPool = withSpare(MostSpare)
