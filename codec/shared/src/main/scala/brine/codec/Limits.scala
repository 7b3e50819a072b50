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
  *   most keys of one hashed collection that may share a hash code once it has more than 1,024 keys
  */
final case class Limits(
    depth: Int = 128,
    emptyElements: Int = 8192,
    allocationFactor: Int = 64,
    allocationBase: Int = 1 << 20,
    bigIntBytes: Int = 1024,
    bigDecimalScale: Int = 6178,
    equalHashes: Int = 64
):
  require(depth > 0, s"depth must be positive, not $depth")
  require(emptyElements >= 0, s"emptyElements must not be negative, not $emptyElements")
  require(allocationFactor > 0, s"allocationFactor must be positive, not $allocationFactor")
  require(allocationBase >= 0, s"allocationBase must not be negative, not $allocationBase")
  require(bigIntBytes > 0, s"bigIntBytes must be positive, not $bigIntBytes")
  require(bigDecimalScale >= 0, s"bigDecimalScale must not be negative, not $bigDecimalScale")
  require(equalHashes > 0, s"equalHashes must be positive, not $equalHashes")

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

object Limits:
  /** The limits used unless you pass others. */
  val defaults: Limits = Limits()
