package brine.codec.testkit

/** How hard the laws look, and what they allow.
  *
  * @param mutations
  *   how many damaged messages are tried for each value
  * @param seed
  *   where the choice of damages starts; equal seeds choose equal damages, on every platform
  * @param allocationFactor
  *   bytes of memory that decoding may use for each byte of a message, on top of `allocationBase`
  * @param allocationBase
  *   bytes of memory that decoding any message may use
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
  /** What is used unless something else is given. */
  val default: Effort = Effort()
