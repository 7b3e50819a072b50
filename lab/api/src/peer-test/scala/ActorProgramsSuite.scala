package brine.lab.peer

import java.util.concurrent.{CompletableFuture, CountDownLatch, TimeUnit}
import java.util.concurrent.atomic.AtomicLong

/** Every program of every row of an actor peer, as small as it can be and still be itself. The suite of each peer
  * extends it; it is compiled once for each Scala line.
  */
abstract class ActorProgramsSuite(peer: ActorPeer, rows: String*) extends munit.FunSuite {
  private def named(library: String) = {
    var found = Option.empty[Library]
    peer.libraries.forEach(row => if (row.name == library) found = Some(row))
    found.getOrElse(fail(s"no row $library"))
  }

  /** A program that loses a message never ends: the test must. */
  private def inTime[A](body: => A): A = {
    val result        = new CompletableFuture[A]
    val run: Runnable = () => {
      val _ = try result.complete(body)
      catch { case failure: Throwable => result.completeExceptionally(failure) }
    }
    val thread = new Thread(run)
    thread.setDaemon(true)
    thread.start()
    result.get(30, TimeUnit.SECONDS)
  }

  private def program(library: String, name: String)(body: ActorPrograms => Unit): Unit =
    test(s"$library: $name")(inTime(body(peer.open(library))))

  for (library <- rows) {
    val all = peer.cases(library).isEmpty
    // Rows of other kinds of actors have no programs for delays.
    val delays = library.startsWith("brine") || library.endsWith("-typed")

    test(s"$library: belongs to the study, says its version and settings, can run")({
      val row = named(library)
      assertEquals(row.studies, Library.ACTORS)
      assert(row.version.nonEmpty && row.settings.nonEmpty, row)
      assertEquals(peer.unavailable(library), "")
    })

    program(library, "every sleeper answers every message") { programs =>
      assertEquals(programs.sleeping(4, 3, 1), 12L)
      assert(programs.sleepers > 0)
    }

    if (all) {
      program(library, "the chain's message comes back through every actor") { programs =>
        for (actors <- List(1, 2, 500)) assertEquals(programs.sequential(actors), actors.toLong)
      }
      program(library, "every reply of many comes once") { programs =>
        assertEquals(programs.parallel(1, 1), 1L)
        assertEquals(programs.parallel(20, 300), 6000L)
      }
      program(library, "values are sorted, equal ones and a lone one too") { programs =>
        val values = Array.tabulate(300)(i => (i * 7919) % 101 - 50)
        assertEquals(programs.mergeSort(values).toSeq, values.sorted.toSeq)
        assertEquals(programs.mergeSort(Array(3)).toSeq, Seq(3))
      }
      program(library, "the ball is received as often as it is played") { programs =>
        for (messages <- List(1, 2, 1001)) assertEquals(programs.pingPong(messages), messages.toLong)
      }
      program(library, "idle actors have handled a message each, and stop") { programs =>
        val idle = programs.idle(1000)
        try assertEquals(idle.handled(), 1000L)
        finally idle.stop()
      }
      program(library, "delays: each message is handled once, a timer ticks, asks end, watchers are told") { programs =>
        if (delays) {
          val outside = programs.outside(3)
          try
            for (_ <- 0 until 3) {
              val handled = new CountDownLatch(20)
              for (_ <- 0 until 20) outside.send(() => handled.countDown())
              assert(handled.await(20, TimeUnit.SECONDS), "messages from outside are missing")
              outside.rest()
              outside.wake()
            }
          finally outside.stop()
          val computing = programs.computing()
          val both      = new CountDownLatch(2)
          try {
            computing.send(_ => both.countDown(), () => both.countDown())
            assert(both.await(20, TimeUnit.SECONDS), "a handler did not run")
          } finally computing.stop()
          val (ticks, ended) = (new CountDownLatch(3), new CountDownLatch(5))
          val overload       = programs.overload(1000, 1, () => ticks.countDown())
          try {
            for (_ <- 0 until 5) overload.ask(5, () => ended.countDown())
            assert(ended.await(20, TimeUnit.SECONDS) && ticks.await(20, TimeUnit.SECONDS), "no end, or no tick")
          } finally overload.stop()
          assertEquals(programs.watching(100), 100L)
        } else intercept[UnsupportedOperationException](programs.outside(1)): Unit
      }
      program(library, "each question is answered once") { programs =>
        val asked = programs.asked(3)
        try {
          val (done, sum) = (new CountDownLatch(30), new AtomicLong)
          for (number <- 0 until 30)
            asked.ask(
              number % 3,
              number.toLong,
              { answer =>
                sum.addAndGet(answer)
                done.countDown()
              }
            )
          assert(done.await(20, TimeUnit.SECONDS), "answers are missing")
          assertEquals(sum.get, (1L to 30L).sum)
        } finally asked.stop()
      }
    }
  }
}
