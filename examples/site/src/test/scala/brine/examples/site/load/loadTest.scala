package brine.examples.site.load

import brine.examples.site.TestService
import java.util.UUID
import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicLong
import org.HdrHistogram.ConcurrentHistogram

/** Lets clients change sites over HTTP for a while, and prints commands a second and how long they took. Each client
  * waits for the answer to a command before it sends the next one, and each command has a key, as those of the page
  * have. Service and clients share the process.
  *
  * @param seconds
  *   how long it is measured, after five seconds that are not
  * @param clients
  *   number of clients, each with a site of its own
  * @param store
  *   such as `files:FOLDER`
  */
@main def loadTest(seconds: Int, clients: Int, store: String): Unit =
  val service = TestService(store, _.copy(rate = 1_000_000, burst = 1_000_000))
  try
    val times  = ConcurrentHistogram(60_000_000_000L, 3)
    val failed = AtomicLong()
    val begin  = System.nanoTime + 5_000_000_000L
    val end    = begin + seconds * 1_000_000_000L
    val done   = CountDownLatch(clients)
    for number <- 1 to clients do
      Thread.ofVirtual.start: () =>
        try
          val id      = service.client.create(s"Site of client $number")
          var version = 5L
          while System.nanoTime < end do
            val sent   = System.nanoTime
            val body   = s"""{"commands":[{"type":"RenameSite","name":"name $version"}],"basedOn":$version}"""
            val key    = "Idempotency-Key" -> UUID.randomUUID.toString
            val answer = service.client.post(s"/api/sites/$id/commands", body, key)
            val now    = System.nanoTime
            if answer.status != 200 then failed.incrementAndGet(): Unit
            else
              version += 1
              if sent >= begin && now <= end then times.recordValue(now - sent)
        finally done.countDown(): Unit
    done.await()
    def millis(percentile: Double) = times.getValueAtPercentile(percentile) / 1e6
    println(f"$clients%d clients, $seconds%d s, $store%s: ${times.getTotalCount / seconds.toDouble}%.0f commands/s")
    println(f"p50 ${millis(50)}%.1f ms, p99 ${millis(99)}%.1f ms, p99.9 ${millis(99.9)}%.1f ms, failed ${failed.get}%d")
  finally service.close()
