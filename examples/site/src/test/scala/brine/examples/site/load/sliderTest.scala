package brine.examples.site.load

import brine.examples.site.TestService
import java.util.SplittableRandom
import org.HdrHistogram.Histogram

/** Moves the slider of the site with the most events to random versions, over HTTP, one move after the other, and
  * prints how long that took: the first time, which reads all events of the site, and after it. The hundred moves after
  * the first one are not counted. Waits first until the views have all events, and prints how long that took.
  */
@main def sliderTest(store: String, moves: Int): Unit =
  val begun   = System.nanoTime
  val service = TestService(store)
  try
    val end    = service.store.log.durable
    def hasAll = service.service.views.values.forall(_.status.current.position.sequence >= end.sequence)
    def seconds(from: Long): Double = (System.nanoTime - from) / 1e9
    while !hasAll do
      for view <- service.service.views.values; problem <- view.status.current.end do throw AssertionError(s"$problem")
      Thread.sleep(50)
    println(f"${end.sequence}%d events are in the views after ${seconds(begun)}%.1f s")
    val site                      = service.service.search("", Long.MaxValue, Int.MaxValue, end).maxBy(_.version)
    val random                    = SplittableRandom(1)
    val times                     = Histogram(60_000_000_000L, 3)
    def move(version: Long): Long =
      val sent = System.nanoTime
      service.client.get(s"/api/sites/${site.id}/state?version=$version").require(200): Unit
      System.nanoTime - sent
    def anywhere = random.nextLong(site.version + 1)
    println(f"a site of ${site.version}%d events; first move ${move(site.version) / 1e6}%.0f ms")
    for _ <- 1 to 100 do move(anywhere): Unit
    for _ <- 1 to moves do times.recordValue(move(anywhere))
    def millis(percentile: Double) = times.getValueAtPercentile(percentile) / 1e6
    println(
      f"$moves%d moves: p50 ${millis(50)}%.1f ms, p99 ${millis(99)}%.1f ms, longest ${times.getMaxValue / 1e6}%.1f ms"
    )
  finally service.close()
