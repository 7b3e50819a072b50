package brine.journal

import brine.journal.maintenance.ClosedJournal.ok
import brine.journal.storage.MemoryStorage
import java.nio.file.Path
import java.time.Duration
import java.util.concurrent.CompletableFuture
import java.util.concurrent.TimeUnit.SECONDS

/** Callers whose values contradict themselves, and who wait for themselves: an error, and the journal works on. */
class HostileCallerSuite extends munit.FunSuite:
  private val folder   = Path.of("data")
  private val settings = JournalSettings(segmentSize = 1 << 16)

  private def inJournal(name: String)(body: Journal => Unit): Unit = test(name):
    val storage = MemoryStorage()
    val journal = Journal.open(folder, settings, storage)
    try
      body(journal)
      assertEquals(ok(journal.append("after", 2).await()).version, 1L)
      assert(ok(journal.readAll[Int]().toVector).nonEmpty)
    finally journal.close()
    Journal.open(folder, settings, storage).close()

  /** Says that it has `size` elements, and has others. */
  private final class Lying(override val length: Int, elements: Vector[Int]) extends Seq[Int]:
    def apply(index: Int): Int  = elements(index)
    def iterator: Iterator[Int] = elements.iterator

  inJournal("a sequence with fewer or more events than it says"): journal =>
    for lying <- List(Lying(3, Vector(1, 2)), Lying(2, Vector(1, 2, 3)), Lying(4, Vector.empty)) do
      def refused(body: => Any)(using munit.Location): Unit =
        val error = intercept[IllegalArgumentException](body)
        assert(error.getMessage.contains("changed while they were appended"), error.getMessage)
      refused(journal.append("s", ExpectedVersion.Any, lying))
      refused(journal.tryAppend("s", ExpectedVersion.Any, lying))
      val whole = StreamAppend("t", ExpectedVersion.Any, Seq(1, 2))
      refused(journal.appendAll(Seq(whole, StreamAppend("s", ExpectedVersion.Any, lying))))
      refused(journal.appendAll(Seq(StreamAppend("s", ExpectedVersion.Any, lying), whole)))
    assertEquals(journal.version("s"), Right(0L))
    assertEquals(journal.version("t"), Right(0L))

  inJournal("the longest time there is, to wait for an append"): journal =>
    assertEquals(ok(journal.append("s", 1).await(Duration.ofSeconds(Long.MaxValue))).version, 1L)
    // A time below zero is none: the append is complete already, or the wait ends as one that was too short.
    val second = journal.append("s", 1)
    try assertEquals(ok(second.await(Duration.ofSeconds(Long.MinValue, 5))).version, 2L)
    catch case _: java.util.concurrent.TimeoutException => ()
    assertEquals(ok(second.await()).version, 2L)

  inJournal("nulls instead of executors, functions and filters"): journal =>
    // One that has no result yet: the store's thread would notice the null.
    val pending = Completion(Level.Disk)
    intercept[NullPointerException](pending.onComplete(null)(_ => ()))
    intercept[NullPointerException](pending.onComplete(_.run())(null))
    intercept[NullPointerException](journal.onStateChange(null))
    intercept[NullPointerException](journal.subscribe[Int](Offset.Begin, null.asInstanceOf[Filter])(_ => ()))
    intercept[NullPointerException](journal.subscribeBatches[Int](Offset.Begin, null)(_ => ())): Unit

  inJournal("a subscription whose function waits for its own end"): journal =>
    ok(journal.append("s", 1).await())
    val itself       = CompletableFuture[Subscription]()
    val outcome      = CompletableFuture[String]()
    val subscription = journal.subscribe[Int](Offset.Begin): _ =>
      try
        itself.get(30, SECONDS).awaitEnd()
        outcome.complete("it waited"): Unit
      catch case error: IllegalStateException => outcome.complete(error.getMessage): Unit
    itself.complete(subscription)
    val said = outcome.get(30, SECONDS)
    assert(said.contains("close"), said)
    subscription.close()
    subscription.awaitEnd()

  inJournal("a subscription whose function closes it"): journal =>
    ok(journal.append("s", ExpectedVersion.Any, Seq(1, 2, 3)).await())
    val itself       = CompletableFuture[Subscription]()
    val subscription = journal.subscribe[Int](Offset.Begin)(_ => itself.get(30, SECONDS).close())
    itself.complete(subscription)
    subscription.awaitEnd()
    assertEquals(subscription.failure, None)
    assertEquals(subscription.offset, Offset(1))
