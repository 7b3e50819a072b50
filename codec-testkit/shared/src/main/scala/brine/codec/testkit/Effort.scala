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

  /** Returns the effort with this [[mutations]]. */
  def withMutations(mutations: Int): Effort = copy(mutations = mutations)

  /** Returns the effort with this [[seed]]. */
  def withSeed(seed: Long): Effort = copy(seed = seed)

  /** Returns the effort with this [[allocationFactor]]. */
  def withAllocationFactor(allocationFactor: Int): Effort = copy(allocationFactor = allocationFactor)

  /** Returns the effort with this [[allocationBase]]. */
  def withAllocationBase(allocationBase: Int): Effort = copy(allocationBase = allocationBase)

object Effort:
  /** The effort used unless you pass another. */
  val defaults: Effort = Effort()
