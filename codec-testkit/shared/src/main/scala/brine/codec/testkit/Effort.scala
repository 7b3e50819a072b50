package brine.codec.testkit

/** How many damaged messages the laws try, and how much memory decoding may use.
  *
  * @param mutations
  *   number of damaged messages per value
  * @param seed
  *   random seed; equal seeds give equal damage on every platform
  * @param allocationFactor
  *   bytes of memory that decoding may allocate per byte of a message, in addition to `allocationBase`
  * @param allocationBase
  *   bytes of memory that decoding any message may allocate
  */
final case class Effort(
    mutations: Int = 2000,
    seed: Long = 20200101L,
    allocationFactor: Int = 512,
    allocationBase: Int = 8 << 20
):
  require(mutations >= 0, s"mutations must not be negative, not $mutations")
  require(allocationFactor > 0, s"allocationFactor must be positive, not $allocationFactor")
  require(allocationBase > 0, s"allocationBase must be positive, not $allocationBase")

object Effort:
  /** The effort used unless you pass another. */
  val default: Effort = Effort()
