package brine.codec

import brine.codec.internal.Slots

import java.util.concurrent.atomic.AtomicLong

/** Buffers between two uses, so that encoding allocates nothing but its result.
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
  * Bounded: at most `size` buffers (rounded up to a power of two) of at most `largest` bytes each are at rest; others are left to
  * the garbage collector. Safe for use by any number of threads, virtual ones too; taking and returning costs a few nanoseconds and
  * no lock. Whoever encodes one message after the other in one place does better with an [[Out]] of its own.
  *
  * @param size
  *   how many buffers may be at rest, 1 or more
  * @param largest
  *   the largest buffer that is kept, in bytes
  * @param limits
  *   what the buffers' messages are held to
  */
final class BufferPool private (val size: Int, val largest: Int, val limits: Limits):
  private val slots        = new Slots[Out](size)
  private val created      = new AtomicLong
  private val dropped      = new AtomicLong
  @volatile private var on = true

  /** Whether buffers are kept. Off, each is created for one use; the counters go on. */
  def enabled: Boolean = on

  /** Turns the keeping of buffers on or off, also while the pool is in use. Turned off, it lets go of those at rest. */
  def enabled_=(value: Boolean): Unit =
    on = value
    if !value then slots.drain(drop)

  /** An empty buffer, the caller's alone until [[give]]. One that never comes back is only a lost buffer. */
  def take(): Out =
    val out = if on then slots.take() else null
    if out == null then create()
    else
      out.pooled = false
      out

  private def create(): Out =
    created.incrementAndGet()
    Out.sized(BufferPool.FirstSize, limits)

  /** Takes a buffer back. The caller must not touch it any more, nor may its memory be in use elsewhere.
    *
    * @throws IllegalStateException
    *   if it was given back already
    */
  def give(out: Out): Unit =
    if out.pooled then throw new IllegalStateException("a buffer was given back to its pool twice")
    out.reset()
    out.pooled = true
    if !on || out.capacity > largest || !slots.put(out) then drop(out)

  private def drop(out: Out): Unit =
    out.pooled = true
    dropped.incrementAndGet(): Unit

  /** Lends a buffer to `f` and takes it back, also if `f` throws. */
  inline def use[B](inline f: Out => B): B =
    val out = take()
    try f(out)
    finally give(out)

  /** What happened so far. Exact while nobody is taking or giving, else about right. */
  def counters: BufferPool.Counters =
    val made    = created.get
    val gone    = dropped.get
    val reused  = slots.reused
    var resting = 0L
    slots.foreach(_ => resting += 1)
    // Each buffer that came back went out again, is at rest, or was dropped.
    BufferPool.Counters(made + reused, reused + resting + gone, made, gone)

object BufferPool:
  private inline val FirstSize   = 1024
  private inline val MostBuffers = 1048576

  /** How often buffers were taken and returned, how many were created because none was at rest, and how many were dropped because
    * there was no place for them, they were too large, or the pool was off.
    */
  final case class Counters(taken: Long, returned: Long, created: Long, dropped: Long)

  /** A pool of up to `size` buffers of up to `largest` bytes.
    *
    * @throws IllegalArgumentException
    *   if `size` or `largest` is not positive
    */
  def apply(
      size: Int = 4 * Runtime.getRuntime.availableProcessors,
      largest: Int = 1 << 16,
      limits: Limits = Limits.default
  ): BufferPool =
    require(size > 0 && size <= MostBuffers, s"the size of a pool is 1 to $MostBuffers, not $size")
    require(largest > 0, s"largest must be positive, not $largest")
    new BufferPool(size, largest, limits)

  /** The pool that `Codec.encode` uses. */
  private[codec] val default: BufferPool = apply()
