package brine.journal

import brine.journal.maintenance.ClosedJournal.ok
import brine.journal.storage.MemoryStorage
import java.nio.file.Path
import java.util.concurrent.CompletableFuture

/** What a listener may not do on the writer's thread gives an error, and harms nothing. */
class AppendListenerSuite extends munit.FunSuite:
  private val folder   = Path.of("data")
  private val settings = JournalSettings(segmentSize = 1 << 16, maxPendingAppends = 64)

  // Appends an event, and returns what this body gives when the listener runs it.
  private def listening[A](journal: Journal)(body: => A): A =
    val result = CompletableFuture[A]()
    journal.append(
      "s",
      1,
      Level.Disk,
      new AppendListener:
        def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit =
          try result.complete(body): Unit
          catch case error: Throwable => result.completeExceptionally(error): Unit
        def rejected(context: Long, error: AppendError): Unit =
          result.completeExceptionally(JournalException(error)): Unit
      ,
      0
    )
    result.get()

  private def inJournal(name: String)(body: Journal => Unit): Unit = test(name):
    val storage = MemoryStorage()
    val journal = Journal.open(folder, settings, storage)
    try
      body(journal)
      // The journal works as before.
      ok(journal.append("s", 2).await()): Unit
    finally journal.close()
    Journal.open(folder, settings, storage).close()

  private def refused(journal: Journal)(body: => Any)(using munit.Location): Unit =
    val error = listening(journal)(intercept[IllegalStateException](body))
    assert(error.getMessage.contains("do it on another thread"), error.getMessage)

  inJournal("close")(journal => refused(journal)(journal.close()))

  inJournal("await, with and without a limit"): journal =>
    refused(journal)(journal.append("t", 1).await())
    refused(journal)(journal.append("t", 1).await(java.time.Duration.ofDays(1)))

  inJournal("endSegment")(journal => refused(journal)(journal.endSegment()))

  inJournal("append, appendAll and tryAppend at the bound of appends in flight are refused as full"): journal =>
    val many                                                      = settings.maxPendingAppends * 4
    def isFull(append: => Completion)(using munit.Location): Unit =
      val full = listening(journal)((1 to many).map(_ => append).exists(_.now.contains(Left(AppendError.Full))))
      assert(full)
    isFull(journal.append("t", 1))
    isFull(journal.tryAppend("t", ExpectedVersion.Any, Seq(1)))
    isFull(journal.append("t", ExpectedVersion.Any, Seq(1), key = Some(java.util.UUID.randomUUID())))
    isFull:
      journal.appendAll(
        Seq(StreamAppend("t", ExpectedVersion.Any, Seq(1)), StreamAppend("u", ExpectedVersion.Any, Seq(2)))
      )
    val refusals = java.util.concurrent.atomic.AtomicInteger()
    listening(journal)(for _ <- 1 to many do journal.append("t", 1, Level.Disk, Counting(refusals), 0))
    assert(refusals.get > 0)

  private final class Counting(refusals: java.util.concurrent.atomic.AtomicInteger) extends AppendListener:
    def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit = ()
    def rejected(context: Long, error: AppendError): Unit                                       =
      if error == AppendError.Full then refusals.incrementAndGet(): Unit
