package brine.entity.boundary.internal

import brine.entity.boundary.BoundaryBase
import brine.journal.Query
import java.time.Duration
import java.util.concurrent.{CompletableFuture, TimeUnit}
import munit.FunSuite

class TurnsSuite extends FunSuite, BoundaryBase:
  private val query  = Query.tagged("a") or Query.tagged("b")
  private val clause = query.clauses.last

  private def deadline(time: Duration = Duration.ofSeconds(20)) = Deadline("the boundary 'a'", time)

  private def onThread[A](body: => A): (Thread, CompletableFuture[A]) =
    val result = CompletableFuture[A]()
    val thread = Thread.ofVirtual.start: () =>
      try result.complete(body): Unit
      catch case failed: Throwable => result.completeExceptionally(failed): Unit
    thread -> result

  test("nobody waits where there is no contention"):
    val turns = Turns("nobody")
    assertEquals(turns.takeIfContended(query, deadline()), null)
    assertEquals(turns.takeIfContended(Query.none, deadline()), null)

  test("whoever depends on what is contended waits for the turn"):
    val turns       = Turns("one")
    val first       = turns.take(clause, deadline()).nn
    val (_, second) = onThread:
      // Another boundary of the log
      val own = Turns("one").takeIfContended(query, deadline())
      if own != null then own.unlock()
      own
    eventually("another waits")(first.hasQueuedThreads)
    first.unlock()
    assertEquals(second.get(20, TimeUnit.SECONDS), first)
    assertEquals(turns.takeIfContended(query, deadline()), null)

  test("whoever waits too long goes without, and an interrupt ends the wait"):
    val turns      = Turns("another")
    val first      = turns.take(clause, deadline()).nn
    val (_, short) = onThread(turns.take(clause, deadline(Duration.ofMillis(5))))
    assertEquals(short.get(20, TimeUnit.SECONDS), null)
    val (waiting, interrupted) = onThread:
      try s"${turns.take(clause, deadline())}"
      catch case failed: InterruptedException => failed.getMessage
    eventually("another waits")(first.hasQueuedThreads)
    waiting.interrupt()
    val message = interrupted.get(20, TimeUnit.SECONDS)
    assert(message.contains("interrupted while the boundary 'a'"), message)
    first.unlock()
