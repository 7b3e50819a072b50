package brine.examples.site.load

import brine.examples.site.TestService
import java.util.UUID
import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.{AtomicLong, AtomicReference}
import org.HdrHistogram.ConcurrentHistogram

/** Lets clients change sites over HTTP for a while, and prints commands a second and how long they took. Each client
  * waits for the answer to a command before it sends the next one, and each command has a key, as those of the page
  * have. Service and clients share the process.
  *
  * The times are those of all commands that were sent in the measured seconds, also of those whose answer came later.
  * The rate is that of answers in these seconds.
  *
  * @param seconds
  *   how long it is measured, after ten seconds that are not
  * @param clients
  *   number of clients, each with a site of its own
  * @param store
  *   such as `files:FOLDER`
  */
@main def loadTest(seconds: Int, clients: Int, store: String): Unit =
  val service = TestService(store, _.copy(rate = 1_000_000, burst = 1_000_000))
  try
    val times    = ConcurrentHistogram(60_000_000_000L, 3)
    val answered = AtomicLong()
    val failed   = AtomicReference[Throwable]()
    // Every client has its site before the time begins.
    val ids   = Vector.tabulate(clients)(number => service.client.create(s"Site of client ${number + 1}"))
    val begin = System.nanoTime + 10_000_000_000L
    val end   = begin + seconds * 1_000_000_000L
    val done  = CountDownLatch(clients)
    for id <- ids do
      Thread.ofVirtual.start: () =>
        try
          var version = 5L
          var sent    = System.nanoTime
          while sent - end < 0 && failed.get == null do
            val body = s"""{"commands":[{"type":"RenameSite","name":"name $version"}],"basedOn":$version}"""
            val key  = "Idempotency-Key" -> UUID.randomUUID.toString
            service.client.post(s"/api/sites/$id/commands", body, key).require(200): Unit
            val now = System.nanoTime
            version += 1
            if sent - begin >= 0 then times.recordValue(now - sent)
            if now - begin >= 0 && now - end < 0 then answered.incrementAndGet(): Unit
            sent = System.nanoTime
        catch case error: Throwable => failed.compareAndSet(null, error): Unit
        finally done.countDown()
    done.await()
    // Fewer clients than were asked for would be another test.
    if failed.get != null then throw failed.get
    def millis(percentile: Double) = times.getValueAtPercentile(percentile) / 1e6
    println(f"$clients%d clients, $seconds%d s, $store%s: ${answered.get / seconds.toDouble}%.0f commands/s")
    println(
      f"p50 ${millis(50)}%.1f ms, p99 ${millis(99)}%.1f ms, p99.9 ${millis(99.9)}%.1f ms, longest " +
        f"${times.getMaxValue / 1e6}%.1f ms, of ${times.getTotalCount}%d commands"
    )
  finally service.close()
