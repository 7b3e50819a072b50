package brine.codec

/** How much a message may ask of the reader (and how much a writer may produce that a reader would then refuse).
  *
  * Every limit is on by default, so that any byte string gives a value or a [[DecodeError]] in bounded memory and time.
  * Immutable; safe to share.
  *
  * @param depth
  *   how deep values of recursive types may nest
  * @param emptyElements
  *   how many collection elements of a message may take no byte at all (`List[Unit]`)
  * @param allocationFactor
  *   bytes of collection storage allowed per byte of the message, on top of `allocationBase`
  * @param allocationBase
  *   bytes of collection storage every message may use
  * @param bigIntBytes
  *   the longest two's complement form of a `BigInt` or of a `BigDecimal`'s digits, in bytes
  * @param bigDecimalScale
  *   the largest absolute scale of a `BigDecimal`
  * @param equalHashes
  *   how many keys of one hashed collection may share a hash code once it holds more than 1024 keys
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

object Limits:
  /** The limits used unless others are given. */
  val default: Limits = Limits()
