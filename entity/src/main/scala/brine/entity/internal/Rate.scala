package brine.entity.internal

/** Counts records, and tells how many there were a second of late. One thread counts, any thread asks. */
private[entity] final class Rate(nanoTime: () => Long = () => System.nanoTime):
  import Rate.*

  @volatile private var window = Window(nanoTime(), 0, 0)
  @volatile private var count  = 0L

  /** All records. */
  def total: Long = count

  def add(records: Int): Unit =
    count += records
    val now = nanoTime()
    if now - window.begun >= WindowNanos then window = Window(now, count, perSecond(window, now))

  /** Records a second, in the current window if it is half over, otherwise in the one before. */
  def recent: Double =
    val of  = window
    val now = nanoTime()
    if now - of.begun >= WindowNanos / 2 then perSecond(of, now) else of.before

  private def perSecond(of: Window, now: Long) = (count - of.countBefore) * 1e9 / math.max(1, now - of.begun)

private[entity] object Rate:
  inline val WindowNanos = 5_000_000_000L

  private final class Window(val begun: Long, val countBefore: Long, val before: Double)
