package brine.codec.bench.datasets

/** The random numbers of Rust's crates `rand` 0.8 and `rand_pcg` 0.3 (`Lcg64Xsh32`), number by number. So the data sets
  * are those of the Rust serialization benchmark, and the sizes it publishes can be compared.
  *
  * The state and the stream are those that it uses for every set. Not thread-safe.
  */
private[bench] final class RustRandom:
  import RustRandom.*

  private val increment = Stream << 1 | 1L
  private var state     = (State + increment) * Multiplier + increment

  /** The 32 bits of a `u32`. */
  def int(): Int =
    val before = state
    state = before * Multiplier + increment
    Integer.rotateRight(((before >>> 18 ^ before) >>> 27).toInt, (before >>> 59).toInt)

  /** The 64 bits of a `u64`. */
  def long(): Long =
    val low = int() & Low32
    int().toLong << 32 | low

  def byte(): Byte        = int().toByte
  def unsignedByte(): Int = int() & 0xff
  def char(): Int         = int() & 0xffff
  def float(): Float      = (int() >>> 8) / (1 << 24).toFloat
  def double(): Double    = math.scalb((long() >>> 11).toDouble, -53)
  def flag(): Boolean     = chance(0.5)

  def chance(probability: Double): Boolean =
    if probability == 1.0 then true
    else java.lang.Long.compareUnsigned(long(), threshold(probability)) < 0

  /** 2^64 times the probability, without a sign. */
  private def threshold(probability: Double): Long =
    val half = math.scalb(probability, 63)
    half.toLong << 1 | (if half - math.floor(half) >= 0.5 then 1L else 0L)

  def option[A](value: => A): Option[A] = if flag() then Some(value) else None

  /** An index below `bound`, a `usize`. */
  def index(bound: Int): Int = below64(bound)

  def pick[A](values: IndexedSeq[A]): A = values(index(values.size))

  /** A number of 32 bits, `from` included and `until` not. */
  def range(from: Int, until: Int): Int = from + below32(until - from, approximate = true)

  /** A number of 8 or 16 bits, `from` included and `until` not. */
  def shortRange(from: Int, until: Int): Int = from + below32(until - from, approximate = false)

  /** A number of 64 bits, `from` included and `until` not. */
  def longRange(from: Int, until: Int): Int = from + below64(until - from)

  def floatRange(from: Float, until: Float): Float =
    var result = until
    while !(result < until) do result = fraction() * (until - from) + from
    result

  def doubleRange(from: Double, until: Double): Double =
    var result = until
    while !(result < until) do
      result = (java.lang.Double.longBitsToDouble(long() >>> 12 | 1023L << 52) - 1.0) * (until - from) + from
    result

  /** An index that is as likely as its weight says. */
  def weighted(weights: Vector[Float]): Int =
    val sums   = weights.scanLeft(0f)(_ + _).tail
    val chosen = fraction() * sums.last
    sums.init.count(_ <= chosen)

  /** So many elements; the benchmark draws even a length that is certain. */
  def vector[A](count: Int)(element: => A): Vector[A] = vector(count, count + 1)(element)

  def vector[A](from: Int, until: Int)(element: => A): Vector[A] = Vector.fill(longRange(from, until))(element)

  private def fraction(): Float = java.lang.Float.intBitsToFloat(int() >>> 9 | 127 << 23) - 1f

  private def below32(range: Int, approximate: Boolean): Int =
    val wide = range & Low32
    val zone =
      if approximate then ((range << Integer.numberOfLeadingZeros(range)) - 1) & Low32
      else Low32 - (Low32 - wide + 1) % wide
    var product = (int() & Low32) * wide
    while (product & Low32) > zone do product = (int() & Low32) * wide
    (product >>> 32).toInt

  private def below64(range: Int): Int =
    val wide = range.toLong
    val zone = (wide << java.lang.Long.numberOfLeadingZeros(wide)) - 1
    var next = long()
    while java.lang.Long.compareUnsigned(next * wide, zone) > 0 do next = long()
    Math.unsignedMultiplyHigh(next, wide).toInt

private object RustRandom:
  private inline val Multiplier = 6364136223846793005L
  private inline val State      = 3141592653L
  private inline val Stream     = 5897932384L
  private inline val Low32      = 0xffffffffL
