package brine.examples.site.load

import brine.examples.site.TestService
import brine.examples.site.http.Client
import java.util.UUID
import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.{AtomicLong, AtomicReference}
import org.HdrHistogram.ConcurrentHistogram

/** Lets clients change sites over HTTP for a while, and prints commands a second and how long they took. Each client
  * waits for the answer to a command before it sends the next one, and each command has a key, as those of the page
  * have. Service and clients share the process.
  *
  * The times are those of all commands that were sent in the measured seconds, also of those whose answer came later.
  * The rate is that of answers in these seconds. Before that, the first command of each client is checked to be
  * executed once; after it, all sites are checked to have what was answered.
  *
  * @param seconds
  *   how long it is measured, after ten seconds that are not
  * @param clients
  *   number of clients, each with a site of its own
  * @param store
  *   such as `files:FOLDER`
  */
@main def loadTest(seconds: Int, clients: Int, store: String): Unit =
  Machine.print()
  MeasuredCommands(10, seconds, clients, store)

private[load] object MeasuredCommands:
  def apply(before: Int, seconds: Int, clients: Int, store: String): Unit =
    require(seconds > 0 && clients > 0, s"$seconds seconds and $clients clients must be above zero")
    val service = TestService(store, _.copy(rate = 1_000_000, burst = 1_000_000))
    try
      val times    = ConcurrentHistogram(60_000_000_000L, 3)
      val answered = AtomicLong()
      val failed   = AtomicReference[Throwable]()
      // Every client has its site before the time begins.
      val all  = Vector.tabulate(clients)(number => SiteClient(service.client, s"Site of client ${number + 1}"))
      val done = CountDownLatch(clients)
      all.foreach(_.checkFirst())
      println(s"checked: the first command of each of $clients clients is executed once")
      val begin = System.nanoTime + before * 1_000_000_000L
      val end   = begin + seconds * 1_000_000_000L
      for client <- all do
        Thread.ofVirtual.start: () =>
          try
            while System.nanoTime - end < 0 && failed.get == null do
              val sent = System.nanoTime
              client.rename()
              val now = System.nanoTime
              if sent - begin >= 0 && sent - end < 0 then times.recordValue(now - sent)
              if now - begin >= 0 && now - end < 0 then answered.incrementAndGet(): Unit
          catch case error: Throwable => failed.compareAndSet(null, error): Unit
          finally done.countDown()
      done.await()
      // Fewer clients than were asked for would be another test.
      if failed.get != null then throw failed.get
      all.foreach(_.checkLast())
      println("checked: each site has all that was answered, and nothing else")
      def millis(percentile: Double) = times.getValueAtPercentile(percentile) / 1e6
      println(f"load: $clients%d clients, $seconds%d s, $store%s: ${answered.get / seconds.toDouble}%.0f commands/s")
      println(
        f"load: p50 ${millis(50)}%.1f ms, p99 ${millis(99)}%.1f ms, p99.9 ${millis(99.9)}%.1f ms, longest " +
          f"${times.getMaxValue / 1e6}%.1f ms, of ${times.getTotalCount}%d commands"
      )
    finally service.close()

/** Changes a site of its own. */
private final class SiteClient(client: Client, name: String):
  private val id      = client.create(name)
  private var version = 5L

  def rename(key: UUID = UUID.randomUUID): Unit =
    val body   = s"""{"commands":[{"type":"RenameSite","name":"$name, $version"}],"basedOn":$version}"""
    val answer = client.post(s"/api/sites/$id/commands", body, "Idempotency-Key" -> key.toString)
    answer.require(200): Unit
    version += 1

  def checkFirst(): Unit =
    val key = UUID.randomUUID
    rename(key)
    version -= 1
    rename(key) // has the answer of the first one
    checkLast()

  def checkLast(): Unit =
    val found = client.get(s"/api/sites/$id").require(200).body
    if found("version").num.toLong != version || found("site")("name").str != s"$name, ${version - 1}" then
      throw AssertionError(s"$id has version $version, and is answered as $found")
