package brine.journal.appending

import brine.effort.Effort
import org.jetbrains.lincheck.Lincheck

/** Lincheck runs the ring under many schedules: admission, waiting for room, wake-ups and closing. It also reports
  * schedules in which threads wait for each other forever.
  */
final class PendingRingLincheckSuite extends munit.FunSuite:
  override val munitTimeout = scala.concurrent.duration.Duration(900, "s")

  private def check(name: String)(scenario: Runnable): Unit =
    test(name)(Lincheck.runConcurrentTest(Effort.lincheckOfRing, () => scenario.run()))

  check("a refused claim leaves no other claim asleep"): () =>
    val ring = PendingRing(4, 4096)
    Caller.put(ring, 2000)
    Caller.put(ring, 1500)
    val refused = Caller(ring, 3000, waits = false)
    val waiting = Caller(ring, 2000, waits = true)
    Caller.start(refused, waiting)
    ring.free(1, 2000)
    Caller.join(refused, waiting)
    Caller.require(refused.place == PendingRing.NoRoom && waiting.place == 2)

  check("of two claims that wait for bytes, both get them"): () =>
    val ring = PendingRing(4, 4096)
    Caller.put(ring, 4000)
    val first  = Caller(ring, 2000, waits = true)
    val second = Caller(ring, 2000, waits = true)
    Caller.start(first, second)
    ring.free(1, 4000)
    Caller.join(first, second)
    Caller.require(first.place + second.place == 3)

  check("of two claims that wait for slots, both get them"): () =>
    val ring = PendingRing(1, 4096)
    Caller.put(ring, 10)
    val first  = Caller(ring, 10, waits = true)
    val second = Caller(ring, 2000, waits = true)
    Caller.start(first, second)
    Caller.write(ring, 0, 3, 2000)
    Caller.join(first, second)
    Caller.require(first.place + second.place == 3)

  check("of two claims of which the older one is served first, both get room"): () =>
    val ring = PendingRing(4, 4096, patience = 0)
    Caller.put(ring, 4000)
    val first  = Caller(ring, 2500, waits = true)
    val second = Caller(ring, 1500, waits = true)
    Caller.start(first, second)
    ring.free(1, 4000)
    Caller.join(first, second)
    Caller.require(first.place + second.place == 3)

  check("a small claim comes before or after a large one that is served first"): () =>
    val ring = PendingRing(2, 4096, patience = 0)
    Caller.put(ring, 4000)
    val large = Caller(ring, 4000, waits = true)
    val small = Caller(ring, 10, waits = true)
    Caller.start(large, small)
    ring.free(1, 4000)
    Caller.join(large, small)
    Caller.require(large.place + small.place == 3)

  check("a claim that gets bytes but no slot returns them"): () =>
    val ring   = PendingRing(1, 4096)
    val first  = Caller(ring, 4000, waits = false)
    val second = Caller(ring, 4000, waits = true)
    Caller.start(first, second)
    Caller.write(ring, 0, 1, 4000)
    Caller.join(first, second)
    Caller.require(second.place >= 0)

  check("the writer wakes for each append"): () =>
    val ring   = PendingRing(2, 4096)
    val first  = Caller(ring, 10, waits = true)
    val second = Caller(ring, 10, waits = true)
    ring.begin(Thread.currentThread)
    Caller.start(first, second)
    Caller.write(ring, 0, 2, 0)
    Caller.join(first, second)

  check("a claim comes before closing or is refused"): () =>
    val ring   = PendingRing(4, 4096)
    val small  = Caller(ring, 10, waits = true)
    val larger = Caller(ring, 2000, waits = false)
    Caller.start(small, larger)
    ring.close()
    val claimed = ring.claimed
    Caller.join(small, larger)
    Caller.require(small.place < claimed && larger.place < claimed && ring.claimed == claimed)

  check("closing ends claims that wait"): () =>
    val ring = PendingRing(1, 4096)
    Caller.put(ring, 4000)
    val small  = Caller(ring, 10, waits = true)
    val larger = Caller(ring, 2000, waits = true)
    Caller.start(small, larger)
    ring.close()
    Caller.join(small, larger)
    Caller.require(small.place == PendingRing.Closed && larger.place == PendingRing.Closed)

/** A thread that appends once. Lincheck knows the start and the end of a thread by the methods of `Thread` itself. */
private final class Caller(ring: PendingRing, length: Int, waits: Boolean) extends Thread:
  var place: Long = Caller.None

  override def run(): Unit =
    place = if waits then ring.claim(length) else ring.tryClaim(length)
    if place >= 0 then
      ring.slot(place): Unit
      ring.publish(place)

private object Caller:
  inline val None = -9L

  def put(ring: PendingRing, length: Int): Unit =
    val place = ring.tryClaim(length)
    ring.slot(place): Unit
    ring.publish(place)

  def start(first: Thread, second: Thread): Unit =
    first.start()
    second.start()

  def join(first: Thread, second: Thread): Unit =
    first.join()
    second.join()

  /** Does what the writer does: waits for each append, and frees its slot. */
  def write(ring: PendingRing, from: Long, until: Long, lastLength: Long): Unit =
    var place = from
    while place < until do
      while !ring.isPublished(place) do ring.await(place, 0)
      place += 1
      ring.free(place, if place == until then lastLength else 0)

  def require(holds: Boolean): Unit = if !holds then throw AssertionError("the ring")
