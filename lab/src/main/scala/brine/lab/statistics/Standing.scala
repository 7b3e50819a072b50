package brine.lab.statistics

import brine.lab.statistics.Statistics.Estimate

/** How two rows compare, by the interval of their ratio and the machine's noise. Every answer follows this rule. */
enum Standing:
  /** The whole interval of the ratio is beyond the noise band: the order is decided. */
  case Apart

  /** Neither is shown to be ahead, but they differ by a limited factor.
    *
    * @param within
    *   the largest factor that the interval contains, or the noise band if that is larger
    * @param mayNarrow
    *   whether a narrower interval would tell a reader more
    */
  case Level(within: Double, mayNarrow: Boolean)

  /** There are too few starts, or the interval or the noise is too wide to say anything. */
  case Open

  /** Whether more turns or starts may say more. */
  def isUnsettled: Boolean = this match
    case Apart               => false
    case Level(_, mayNarrow) => mayNarrow
    case Open                => true

object Standing:
  /** Below this factor a reader need not know more. */
  val closeness = 1.05

  /** Beyond this factor nobody would call two rows level. */
  val widest = 1.5

  /** Compares two rows.
    *
    * @param ratio
    *   the time of one over that of the other
    * @param band
    *   how far a library differs from itself, as a factor
    */
  def of(ratio: Estimate, band: Double): Standing =
    val furthest = math.max(ratio.hi, 1 / ratio.lo)
    val within   = math.max(furthest, band)
    if !ratio.interval then Open
    else if ratio.lo > band || ratio.hi < 1 / band then Apart
    else if within <= widest then Level(within, furthest >= closeness)
    else Open
