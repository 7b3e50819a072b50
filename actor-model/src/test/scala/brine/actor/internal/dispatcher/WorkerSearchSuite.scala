package brine.actor.internal.dispatcher

import brine.actor.internal.ask.AskReply
import java.util.concurrent.CountDownLatch
import scala.concurrent.duration.*

/** How a worker waits before it sleeps, told in counts of yields. */
final class WorkerSearchSuite extends munit.FunSuite:
  import LonePool.opens

  override val munitTimeout = Duration(120, "s")

  private def untilRest(pool: WorkerPool): Unit =
    val deadline = System.nanoTime() + 20_000_000_000L
    var rests    = pool.atRest // once: a worker may wake, and find nothing
    while !rests && System.nanoTime() < deadline do
      Thread.sleep(1)
      rests = pool.atRest
    assert(rests, "the workers do not rest")

  /** How often the workers have yielded before they slept, in rounds with a rest between them. */
  private def yields(workers: Int, rounds: Int)(round: LonePool => Unit): Int =
    val lone = LonePool(workers).launch()
    try
      for _ <- 1 to rounds do
        round(lone)
        untilRest(lone.pool)
    finally lone.close()
    lone.pool.workers.map(_.search.yields).sum

  for workers <- List(1, 2, 3) do
    test(s"a worker that has given no reply does not yield before it sleeps, $workers workers"):
      val found = yields(workers, 50): lone =>
        val handled  = CountDownLatch(2)
        val receiver = lone.actor(_ => handled.countDown())
        val sender   = lone.actor: message =>
          handled.countDown()
          receiver.tell(message)
        sender.tell(1)
        assert(opens(handled))
      assertEquals(found, 0)

    test(s"a worker that has given a reply yields once before it sleeps, $workers workers"):
      val rounds = 50
      val found  = yields(workers, rounds): lone =>
        val handled = CountDownLatch(1)
        val asked   = lone.actor: message =>
          message.asInstanceOf[AskReply[Int]].tell(1)
          handled.countDown()
        val reply = AskReply[Int](asked, 1.hour)
        asked.sendRequest(reply, reply)
        assert(opens(handled))
      // A worker spins instead where a yield took long, as on a busy machine.
      assert(found >= 1 && found <= rounds, s"$found waits with yields in $rounds rounds")
