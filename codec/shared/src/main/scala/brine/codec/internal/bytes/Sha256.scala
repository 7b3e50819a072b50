package brine.codec.internal.bytes

/** SHA-256 (FIPS 180-4), for schema fingerprints. The platforms share no digest, and their fingerprints must agree. */
private[codec] object Sha256:

  /** The first eight bytes of the digest, big-endian. */
  def firstLong(message: Array[Byte]): Long =
    val state = digest(message)
    (state(0).toLong << 32) | (state(1).toLong & 0xffffffffL)

  /** The digest as eight 32-bit words. */
  def digest(message: Array[Byte]): Array[Int] =
    val state  = initial.clone()
    val padded = pad(message)
    val words  = new Array[Int](64)
    var block  = 0
    while block < padded.length do
      compress(state, padded, block, words)
      block += 64
    state

  private def compress(state: Array[Int], bytes: Array[Byte], from: Int, w: Array[Int]): Unit =
    import Integer.rotateRight
    for i <- 0 until 16 do
      val at = from + i * 4
      w(i) = (bytes(at) << 24) | ((bytes(at + 1) & 0xff) << 16) | ((bytes(at + 2) & 0xff) << 8) | (bytes(at + 3) & 0xff)
    for i <- 16 until 64 do
      val s0 = rotateRight(w(i - 15), 7) ^ rotateRight(w(i - 15), 18) ^ (w(i - 15) >>> 3)
      val s1 = rotateRight(w(i - 2), 17) ^ rotateRight(w(i - 2), 19) ^ (w(i - 2) >>> 10)
      w(i) = w(i - 16) + s0 + w(i - 7) + s1
    val v = state.clone()
    for i <- 0 until 64 do
      val s1     = rotateRight(v(4), 6) ^ rotateRight(v(4), 11) ^ rotateRight(v(4), 25)
      val choose = (v(4) & v(5)) ^ (~v(4) & v(6))
      val t1     = v(7) + s1 + choose + constants(i) + w(i)
      val s0     = rotateRight(v(0), 2) ^ rotateRight(v(0), 13) ^ rotateRight(v(0), 22)
      val major  = (v(0) & v(1)) ^ (v(0) & v(2)) ^ (v(1) & v(2))
      System.arraycopy(v, 0, v, 1, 7)
      v(4) += t1
      v(0) = t1 + s0 + major
    for i <- 0 until 8 do state(i) += v(i)

  private def pad(message: Array[Byte]): Array[Byte] =
    val padded = new Array[Byte]((message.length + 9 + 63) / 64 * 64)
    System.arraycopy(message, 0, padded, 0, message.length)
    padded(message.length) = 0x80.toByte
    val bits = message.length.toLong * 8
    for i <- 0 until 8 do padded(padded.length - 1 - i) = (bits >>> (8 * i)).toByte
    padded

  /** The first `count` primes; the standard's constants are the fractional bits of their roots. */
  private def primes(count: Int): Seq[Int] =
    Iterator.from(2).filter(n => (2 until n).forall(n % _ != 0)).take(count).toSeq

  /** The first 32 bits of the fractional part of the `power`-th root of `n`, exactly. */
  private def fraction(n: Int, power: Int): Int =
    val scaled = BigInt(n) << (32 * power)
    var low    = BigInt(0)
    var high   = BigInt(1) << 40
    while high - low > 1 do
      val middle = (low + high) / 2
      if middle.pow(power) <= scaled then low = middle else high = middle
    low.toLong.toInt

  private val initial: Array[Int]   = primes(8).map(fraction(_, 2)).toArray
  private val constants: Array[Int] = primes(64).map(fraction(_, 3)).toArray
