package brine.journal.appending

import brine.journal.*
import java.time.Duration
import java.util.concurrent.{CompletableFuture, TimeUnit}
import scala.util.Using

final class WriterSuite extends munit.FunSuite:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  private val hour     = Duration.ofHours(1)
  private val patience = Duration.ofSeconds(20)

  /** Runs a body on another thread; it must end. */
  private def ends[A](what: String)(body: => A): A =
    val done   = CompletableFuture[A]()
    val thread = Thread
      .ofPlatform()
      .daemon()
      .start: () =>
        try done.complete(body): Unit
        catch case error: Throwable => done.completeExceptionally(error): Unit
    try done.get(patience.toSeconds, TimeUnit.SECONDS)
    catch case _: java.util.concurrent.TimeoutException => fail(s"$what waits after $patience, with ${thread.getState}")

  test("closing does not wait for the linger time"):
    TemporaryFolder.use: folder =>
      val journal    = Journal.open(folder, JournalSettings(segmentSize = 1 << 16, linger = hour))
      val completion = journal.append("s", "event")
      ends("close")(journal.close())
      assert(completion.now.exists(_.isRight))

  test("the writer does not linger while a caller waits for room"):
    TemporaryFolder.use: folder =>
      val settings = JournalSettings(segmentSize = 1 << 16, linger = hour, maxPendingBytes = 4096)
      val journal  = Journal.open(folder, settings)
      val first    = journal.append("s", "x" * 3000)
      val second   = ends("append")(journal.append("s", "x" * 3000))
      assert(first.await(patience).isRight)
      ends("close")(journal.close())
      assert(second.now.exists(_.isRight))

  test("an idle journal makes appends of lower levels durable within forceWithin, however long idleAfter is"):
    TemporaryFolder.use: folder =>
      val settings = JournalSettings(segmentSize = 1 << 16, idleAfter = hour, forceWithin = Duration.ofMillis(20))
      Using.resource(Journal.open(folder, settings)): journal =>
        for level <- List(Level.OsCache, Level.Memory) do
          val last = journal.append("s", ExpectedVersion.Any, Seq("event"), level = level).await().toOption.get.last
          ends(s"level $level"):
            while journal.durable.sequence < last.sequence do Thread.sleep(1)

  test("an append without a level or listener is refused, and harms no other"):
    TemporaryFolder.use: folder =>
      Using.resource(Journal.open(folder, JournalSettings(segmentSize = 1 << 16))): journal =>
        val part                   = StreamAppend("s", ExpectedVersion.Any, Seq("event"))
        val listener               = Completion(Level.Disk)
        def refused(body: => Any)  = intercept[NullPointerException](body): Unit
        val none: Level            = null.asInstanceOf[Level]
        val nobody: AppendListener = null.asInstanceOf[AppendListener]
        refused(journal.append("s", ExpectedVersion.Any, Seq("event"), level = none))
        refused(journal.tryAppend("s", ExpectedVersion.Any, Seq("event"), level = none))
        refused(journal.appendAll(Seq(part), level = none))
        refused(journal.append("s", "event", none, listener, 0))
        refused(journal.append("s", "event", Level.Disk, nobody, 0))
        assert(journal.append("s", "event").await(patience).isRight)

  test("a listener that appends to a full journal is refused, and one that closes it gets an exception"):
    TemporaryFolder.use: folder =>
      val settings = JournalSettings(segmentSize = 1 << 16, maxPendingAppends = 2, maxPendingBytes = 4096)
      val journal  = Journal.open(folder, settings)
      val results  = CompletableFuture[Vector[AppendError]]()
      val closing  = CompletableFuture[Throwable]()
      val listener = new AppendListener:
        def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit =
          // The first three have room; or fewer, if others came before.
          val own    = (1 to 5).map(_ => journal.append("s", ExpectedVersion.Any, Seq("own")))
          val keyed  = journal.append("s", ExpectedVersion.Any, Seq("own"), key = Some(java.util.UUID(1, 2)))
          val events = (own :+ keyed).flatMap(_.now).flatMap(_.left.toOption).toVector
          results.complete(events): Unit
          try journal.close()
          catch case error: IllegalStateException => closing.complete(error): Unit
        def rejected(context: Long, error: AppendError): Unit = ()
      journal.append("s", "event", Level.Disk, listener, 0)
      val refused = ends("the listener")(results.get)
      assert(refused.size >= 3 && refused.forall(_ == AppendError.Full), s"$refused")
      assert(clue(ends("the listener's close")(closing.get).getMessage).contains("another thread"))
      assert(ends("append")(journal.append("s", "event")).await(patience).isRight)
      ends("close")(journal.close())
      Using.resource(Journal.open(folder, settings))(journal => assert(journal.append("s", "event").await().isRight))

  test("a handler of uncaught exceptions that throws harms nobody"):
    TemporaryFolder.use: folder =>
      val before = Thread.getDefaultUncaughtExceptionHandler
      Thread.setDefaultUncaughtExceptionHandler((_, error) => throw IllegalStateException(error))
      try
        Using.resource(Journal.open(folder, JournalSettings(segmentSize = 1 << 16))): journal =>
          val failing = new AppendListener:
            def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit =
              throw RuntimeException("mine")
            def rejected(context: Long, error: AppendError): Unit = ()
          journal.append("s", "event", Level.Disk, failing, 0)
          assert(journal.append("s", "event").await(patience).isRight)
      finally Thread.setDefaultUncaughtExceptionHandler(before)
