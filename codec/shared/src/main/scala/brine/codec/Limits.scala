package brine.codec

/** How much memory, nesting and computation one message may demand of its reader. Writers enforce the same limits, so
  * that they produce only messages a reader with equal limits accepts.
  *
  * {{{
  * Limits(depth = 16)              // Scala
  * Limits.defaults().withDepth(16) // Java
  * }}}
  *
  * All limits are on by default: any bytes decode to a value or a [[DecodeError]] in bounded memory and time. Immutable
  * and safe to share.
  *
  * @param depth
  *   deepest nesting of values of recursive types
  * @param emptyElements
  *   most collection elements per message that take no bytes (`List[Unit]`)
  * @param allocationFactor
  *   bytes of collection storage allowed per byte of the message, in addition to `allocationBase`
  * @param allocationBase
  *   bytes of collection storage that every message may use
  * @param bigIntBytes
  *   longest two's complement form of a `BigInt`, or of the digits of a `BigDecimal`, in bytes
  * @param bigDecimalScale
  *   largest absolute scale of a `BigDecimal`
  * @param equalHashes
  *   keys of one hashed collection that may share a hash code for free. Comparing more of them is charged: eight steps
  *   for each pair, sixteen for texts, and a step for each part of a key and each 64 characters of a text. Checked if
  *   the collection has more than 1,024 keys, if its keys take much work, and once a message has had 8,192 keys in
  *   smaller ones
  * @param workFactor
  *   steps of hashing and comparing keys allowed per byte of the message, in addition to `workBase`. Counted are keys
  *   that take more steps than they have bytes, by references or by their scale, and keys with equal hash codes
  * @param workBase
  *   steps of hashing and comparing keys that every message may take. Enough for 1,000 numbers with one hash code
  */
final case class Limits(
    depth: Int = 128,
    emptyElements: Int = 8192,
    allocationFactor: Int = 64,
    allocationBase: Int = 1 << 20,
    bigIntBytes: Int = 1024,
    bigDecimalScale: Int = 6178,
    equalHashes: Int = 64,
    workFactor: Int = 256,
    workBase: Int = 1 << 22
):
  require(depth > 0, s"depth must be positive, not $depth")
  require(emptyElements >= 0, s"emptyElements must not be negative, not $emptyElements")
  require(allocationFactor > 0, s"allocationFactor must be positive, not $allocationFactor")
  require(allocationBase >= 0, s"allocationBase must not be negative, not $allocationBase")
  require(bigIntBytes > 0, s"bigIntBytes must be positive, not $bigIntBytes")
  require(bigDecimalScale >= 0, s"bigDecimalScale must not be negative, not $bigDecimalScale")
  require(equalHashes > 0, s"equalHashes must be positive, not $equalHashes")
  require(workFactor >= 0, s"workFactor must not be negative, not $workFactor")
  require(workBase >= 0, s"workBase must not be negative, not $workBase")

  /** Returns the limits with this [[depth]]. */
  def withDepth(depth: Int): Limits = copy(depth = depth)

  /** Returns the limits with this [[emptyElements]]. */
  def withEmptyElements(emptyElements: Int): Limits = copy(emptyElements = emptyElements)

  /** Returns the limits with this [[allocationFactor]]. */
  def withAllocationFactor(allocationFactor: Int): Limits = copy(allocationFactor = allocationFactor)

  /** Returns the limits with this [[allocationBase]]. */
  def withAllocationBase(allocationBase: Int): Limits = copy(allocationBase = allocationBase)

  /** Returns the limits with this [[bigIntBytes]]. */
  def withBigIntBytes(bigIntBytes: Int): Limits = copy(bigIntBytes = bigIntBytes)

  /** Returns the limits with this [[bigDecimalScale]]. */
  def withBigDecimalScale(bigDecimalScale: Int): Limits = copy(bigDecimalScale = bigDecimalScale)

  /** Returns the limits with this [[equalHashes]]. */
  def withEqualHashes(equalHashes: Int): Limits = copy(equalHashes = equalHashes)

  /** Returns the limits with this [[workFactor]]. */
  def withWorkFactor(workFactor: Int): Limits = copy(workFactor = workFactor)

  /** Returns the limits with this [[workBase]]. */
  def withWorkBase(workBase: Int): Limits = copy(workBase = workBase)

object Limits:
  /** The limits used unless you pass others. */
  val defaults: Limits = Limits()
