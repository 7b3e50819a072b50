package brine.journal.appending

import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicInteger
import scala.util.Random

final class PendingRingSuite extends munit.FunSuite:
  private def put(ring: PendingRing, length: Int): Long =
    put(ring, length, ring.claim(length))

  private def put(ring: PendingRing, length: Int, place: Long): Long =
    if place >= 0 then
      ring.slot(place).size = length
      ring.publish(place)
    place

  test("slots and bytes are bounded, and a single append may be larger than the bytes"):
    val ring = PendingRing(2, 4096)
    assertEquals(put(ring, 5000), 0L)
    assertEquals(ring.tryClaim(2000), PendingRing.NoRoom)
    assertEquals(put(ring, Pending.OwnBytes), 1L)
    assertEquals(ring.tryClaim(1), PendingRing.NoRoom)
    ring.free(2, 5000)
    assertEquals(put(ring, 4096), 2L)
    assertEquals(ring.tryClaim(Pending.OwnBytes + 1), PendingRing.NoRoom)
    ring.close()
    assertEquals(ring.tryClaim(1), PendingRing.Closed)
    assertEquals(ring.tryClaim(4096), PendingRing.Closed)
    assertEquals(ring.claim(4096), PendingRing.Closed)
    assertEquals(ring.claimed, 3L)
    assert(ring.isPublished(2) && !ring.isPublished(3))

  test("callers that wait, are refused or are interrupted: all others get through, in a full ring"):
    val random = Random(4)
    for round <- 1 to 20 do
      val ring        = PendingRing(4, 8192, patience = round % 3)
      val callers     = 6
      val each        = 200
      val accepted    = AtomicInteger()
      val interrupted = AtomicInteger()
      val done        = CountDownLatch(callers)
      val lengths     = Array.fill(callers, each)(if random.nextBoolean() then 100 else 1100 + random.nextInt(8000))
      val threads     = lengths.map: own =>
        Thread: () =>
          own.foreach: length =>
            var isIn = false
            while !isIn do
              try
                val place =
                  if length % 3 == 0 then ring.tryClaim(length) else PendingRing.NoRoom // a refusal, then it waits
                if place >= 0 then
                  ring.slot(place).size = length
                  ring.publish(place)
                  isIn = true
                else isIn = put(ring, length) >= 0
              catch case _: InterruptedException => interrupted.incrementAndGet(): Unit
          done.countDown()
      val writer = Thread: () =>
        ring.begin(Thread.currentThread)
        var next = 0L
        while next < callers * each do
          if ring.isPublished(next) then
            val size = ring.slot(next).size
            accepted.incrementAndGet(): Unit
            ring.free(next + 1, if size > Pending.OwnBytes then size else 0)
            next += 1
          else ring.await(next, 0)
      writer.start()
      threads.foreach(_.start())
      while done.getCount > 0 && threads.exists(_.isAlive) do
        threads(random.nextInt(callers)).interrupt()
        Thread.`yield`()
      threads.foreach(_.join())
      writer.join()
      assertEquals(accepted.get, callers * each, s"round $round")
      assertEquals(ring.tryClaim(8192), ring.claimed - 1, s"all bytes are free after round $round")

  /** Waits until a thread sleeps in the ring, having seen everything so far. */
  private def awaitAsleep(thread: Thread): Unit =
    while thread.isAlive && thread.getState != Thread.State.WAITING do Thread.onSpinWait()

  /** Lets a claim of this length wait in a full ring, while others claim as soon as there is room for them. Returns how
    * many claims overtook it, at most `most`.
    */
  private def overtaking(ring: PendingRing, length: Int, others: Int, most: Int): Int =
    def isRefused = put(ring, others, ring.tryClaim(others)) < 0
    while !isRefused do ()
    val start  = ring.claimed
    var place  = PendingRing.NoRoom
    val waiter = Thread(() => place = put(ring, length))
    waiter.start()
    awaitAsleep(waiter)
    var next = 0L
    while waiter.isAlive && ring.claimed - start < most do
      ring.free(next + 1, if others > Pending.OwnBytes then others else 0)
      next += 1
      awaitAsleep(waiter)
      if waiter.isAlive then isRefused: Unit
    val overtook = if place < 0 then ring.claimed - start else place - start
    ring.close()
    waiter.join()
    overtook.toInt

  test("a large append that waits for bytes is overtaken by few small ones"):
    val overtook = overtaking(PendingRing(64, 8192), 8000, others = 2000, most = 10_000)
    assert(overtook <= 16, s"$overtook")

  test("an append that waits for a slot is overtaken by few"):
    for length <- Seq(10, 4000) do
      val overtook = overtaking(PendingRing(4, 8192), length, others = 10, most = 10_000)
      assert(overtook <= 16, s"$overtook overtook an append of $length bytes")
