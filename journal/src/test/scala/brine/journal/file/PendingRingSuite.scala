package brine.journal.file

import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicInteger
import scala.util.Random

final class PendingRingSuite extends munit.FunSuite:
  private def put(ring: PendingRing, length: Int): Long =
    val place = ring.claim(length)
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
      val ring        = PendingRing(4, 8192)
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
