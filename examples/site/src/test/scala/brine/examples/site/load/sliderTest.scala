package brine.examples.site.load

import brine.examples.site.TestService
import java.util.SplittableRandom
import org.HdrHistogram.Histogram

/** Moves the slider of the site with the most events to random versions, over HTTP, and prints how long that took: the
  * first time, which reads all events, and after it.
  */
@main def sliderTest(store: String, moves: Int): Unit =
  val service = TestService(store)
  try
    service.service.search("", Long.MaxValue, 1, service.store.log.durable): Unit
    val site   = service.service.search("", Long.MaxValue, 100, service.store.log.durable).maxBy(_.version)
    val random = SplittableRandom(1)
    val times  = Histogram(60_000_000_000L, 3)
    def move(version: Long): Long =
      val begin = System.nanoTime
      service.client.get(s"/api/sites/${site.id}/state?version=$version").require(200): Unit
      System.nanoTime - begin
    println(f"a site of ${site.version}%d events; first ${move(site.version) / 1e6}%.0f ms")
    for _ <- 1 to moves do times.recordValue(move(random.nextLong(site.version + 1)))
    def millis(percentile: Double) = times.getValueAtPercentile(percentile) / 1e6
    println(
      f"$moves%d moves: p50 ${millis(50)}%.1f ms, p99 ${millis(99)}%.1f ms, longest ${times.getMaxValue / 1e6}%.1f ms"
    )
  finally service.close()
