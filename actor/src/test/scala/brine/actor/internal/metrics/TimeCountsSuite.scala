package brine.actor.internal.metrics

import brine.actor.ActorTimes

class TimeCountsSuite extends munit.FunSuite:
  private val samples =
    (0L to 2000L) ++ (3 to 62).flatMap(power => List(-1L, 0L, 1L).map((1L << power) + _)) :+ Long.MaxValue

  test("a bucket holds what is at most its longest, and above the longest of the one before"):
    for nanos <- samples do
      val bucket = TimeCounts.bucketOf(nanos)
      assert(bucket >= 0 && bucket < TimeCounts.Buckets, s"$nanos in $bucket")
      assert(nanos <= TimeCounts.longestOf(bucket), s"$nanos in $bucket")
      if bucket > 0 then assert(nanos > TimeCounts.longestOf(bucket - 1), s"$nanos in $bucket")

  test("no bucket is wider than an eighth of its durations"):
    for bucket <- 8 until TimeCounts.Buckets do
      val (shortest, longest) = (TimeCounts.longestOf(bucket - 1) + 1, TimeCounts.longestOf(bucket))
      assert(longest - shortest <= shortest / 8, s"$bucket: $shortest to $longest")

  test("percentiles are at most an eighth too high, and never above the longest"):
    val counts = TimeCounts()
    (1L to 10000L).foreach(counts.add)
    val times = ActorTimes.of(counts)
    assertEquals((times.count, times.totalNanos, times.maxNanos), (10000L, 50005000L, 10000L))
    for part <- List(0.0, 0.01, 0.5, 0.9, 0.99, 0.999, 1.0) do
      val exact = Math.max(1L, Math.ceil(part * 10000).toLong)
      val found = times.percentileNanos(part)
      assert(found >= exact && found <= exact + exact / 8, s"$part: $found for $exact")
    assertEquals(times.percentileNanos(1.0), 10000L)
    for wrong <- List(-0.1, 1.1, Double.NaN) do
      val _ = intercept[IllegalArgumentException](times.percentileNanos(wrong))

  test("without any duration all is zero"):
    val none = ActorTimes.of(TimeCounts())
    assertEquals((none.count, none.percentileNanos(0.5), none.meanNanos), (0L, 0L, 0.0))
    assertEquals(none.toString, "none measured")
