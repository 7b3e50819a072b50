package brine.entity.internal

import brine.journal.Offset
import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.duration.*

class ReachedSuite extends munit.FunSuite:
  private def soon = System.nanoTime + 30.seconds.toNanos

  test("those who wait are woken by their position, by a higher one and by the end"):
    val reached = Reached()
    val found   = AtomicInteger()
    val waiting = (1 to 8).map: offset =>
      Thread.ofVirtual.start(() => if reached.await(Offset(offset), soon) then found.incrementAndGet(): Unit)
    reached.reach(Offset(2))
    reached.reach(Offset(1))
    reached.reach(Offset(6))
    reached.end()
    waiting.foreach(_.join())
    assertEquals(found.get, 6)
    assertEquals(reached.offset, Offset(6))

  test("a position that is reached needs no wait, another one no longer than it may take"):
    val reached = Reached()
    reached.reach(Offset(3))
    assert(reached.await(Offset(3), System.nanoTime - 1))
    assert(!reached.await(Offset(4), System.nanoTime + 1_000_000))

  test("an interrupt ends the wait"):
    val reached = Reached()
    Thread.currentThread.interrupt()
    // munit lets such exceptions pass.
    val isInterrupted =
      try reached.await(Offset(1), soon) && false
      catch case _: InterruptedException => true
    assert(isInterrupted)
