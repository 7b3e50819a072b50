package brine.examples.site.http

/** A token bucket. Thread-safe.
  *
  * @param rate
  *   permits a second
  * @param burst
  *   the most permits at once
  * @param nanoTime
  *   a clock
  */
private[http] final class RateLimit(rate: Int, burst: Int, nanoTime: () => Long = () => System.nanoTime):
  require(rate > 0 && burst > 0, s"rate $rate and burst $burst must be above zero")

  // Guarded by this.
  private var left = burst.toDouble
  private var last = nanoTime()

  /** Takes a permit.
    *
    * @return
    *   zero, or the number of seconds after which to try again
    */
  def take(): Int = synchronized:
    val now = nanoTime()
    left = math.min(burst.toDouble, left + (now - last) * rate / 1e9)
    last = now
    if left >= 1 then
      left -= 1
      0
    else math.max(1, math.ceil((1 - left) / rate).toInt)
