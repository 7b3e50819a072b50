package brine.journal.testkit.contract

import brine.journal.*
import java.time.Instant
import java.util.UUID
import java.util.concurrent.{CompletableFuture, ConcurrentLinkedQueue, CountDownLatch, TimeUnit}
import scala.jdk.CollectionConverters.*

/** Listeners: one result each, in order, on a thread that must not wait; and the bound of appends in flight. */
trait ListenerContract extends ContractBase:
  this: munit.FunSuite =>

  import ListenerContract.Heard

  private final class Hearing extends AppendListener:
    val heard: ConcurrentLinkedQueue[Heard] = ConcurrentLinkedQueue()
    def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit =
      heard.add(Heard.Stored(context, first.sequence, last.sequence, version, micros)): Unit
    def rejected(context: Long, error: AppendError): Unit = heard.add(Heard.Refused(context, error)): Unit
    override def endOfGroup(): Unit                       = heard.add(Heard.EndOfGroup): Unit
    def results: Vector[Heard]                            = heard.asScala.toVector.filter(_ != Heard.EndOfGroup)

  private def raw(stream: String, expected: ExpectedVersion, events: Seq[ContractEvent], key: Option[UUID] = None) =
    EncodedAppend(Seq(StreamAppend(stream, expected, events)), key)

  rule("listener: it gets each result once, with its context, in the order of the appends"): log =>
    val hearing = Hearing()
    val count   = effort.rounds * 20
    for i <- 1 to count do log.append("a", number(i), Level.Disk, hearing, i * 7L)
    eventually("all results")(hearing.results.size >= count)
    val times = all(log).map(record => Micros.of(record.at))
    assertEquals(hearing.results, (1L to count).map(i => Heard.Stored(i * 7, i, i, i, times(i.toInt - 1))).toVector)
    eventually("the end of the group")(hearing.heard.asScala.lastOption.contains(Heard.EndOfGroup))

  rule("listener: refusals come in the order of the appends too"): log =>
    val hearing = Hearing()
    val key     = UUID.randomUUID
    log.appendEncoded(raw("a", ExpectedVersion.NoStream, numbers(1 to 2), Some(key)), hearing, 1)
    log.appendEncoded(raw("a", ExpectedVersion.NoStream, numbers(1 to 2)), hearing, 2)
    log.appendEncoded(raw("a", ExpectedVersion(2), numbers(3 to 3)), hearing, 3)
    log.appendEncoded(raw("b", ExpectedVersion.Any, numbers(4 to 4), Some(key)), hearing, 4, waits = false)
    eventually("all results")(hearing.results.size >= 4)
    val times    = all(log).map(_.at)
    val original = Appended(Offset(1), Offset(2), 2, times(0), Level.Disk)
    assertEquals(
      hearing.results,
      Vector(
        Heard.Stored(1, 1, 2, 2, Micros.of(times(0))),
        Heard.Refused(2, AppendError.WrongVersion("a", 0, 2)),
        Heard.Stored(3, 3, 3, 3, Micros.of(times(2))),
        Heard.Refused(4, AppendError.Duplicate(original))
      )
    )

  // Appends an event, and returns what the body gives when the listener runs it.
  private def listening[A](log: EventLog)(body: => A): A =
    val result = CompletableFuture[A]()
    log.append(
      "listened",
      text("x"),
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
    try result.get(patience.toNanos, TimeUnit.NANOSECONDS)
    catch
      case _: java.util.concurrent.TimeoutException       => fail(s"the listener did not end after $patience")
      case error: java.util.concurrent.ExecutionException => throw error.getCause

  private def worksOn(log: EventLog): Unit = assert(done(log.append("after", text("y"))).isRight)

  rule("listener: what would wait for the log there throws, and harms nothing"): log =>
    def refused(what: String)(body: => Any): Unit =
      val error = listening(log):
        try
          body
          None
        catch case error: IllegalStateException => Some(error)
      assert(error.isDefined, s"$what waited, or returned")
    refused("close")(log.close())
    refused("await")(log.append("t", text("x")).await())
    refused("await with a limit")(log.append("t", text("x")).await(java.time.Duration.ofDays(1)))
    worksOn(log)

  rule("listener: one that throws harms nobody else"): log =>
    val handler = Thread.getDefaultUncaughtExceptionHandler
    Thread.setDefaultUncaughtExceptionHandler((_, _) => ())
    try
      val bad = new AppendListener:
        def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit =
          throw IllegalStateException("bad")
        def rejected(context: Long, error: AppendError): Unit = throw IllegalStateException("bad")
        override def endOfGroup(): Unit                       = throw StackOverflowError("bad")
      for i <- 1 to effort.rounds do
        log.append("a", number(i), Level.Disk, bad, 0)
        log.appendEncoded(raw("a", ExpectedVersion(1_000_000), numbers(1 to 1)), bad, 0)
        assertEquals(appended(log.append("b", number(i))).version, i.toLong)
      assertEquals(log.version("a"), Right(effort.rounds.toLong))
    finally Thread.setDefaultUncaughtExceptionHandler(handler)

  rule("listener: one that interrupts the log's thread harms nothing"): log =>
    for i <- 1 to effort.rounds do
      listening(log)(Thread.currentThread.interrupt())
      assertEquals(appended(log.append("a", number(i))).version, i.toLong)

  rule("listener: it may append, which never waits: without room, it is refused as full"): log =>
    def isFull(what: String)(append: => Completion): Unit =
      val full = listening(log):
        var tried = 0
        while tried < mostPendingAppends && !append.now.contains(Left(AppendError.Full)) do tried += 1
        tried < mostPendingAppends
      assert(full, s"$what: $mostPendingAppends appends by a listener were taken, none was refused as full")
      worksOn(log)
    isFull("append")(log.append("t", text("x")))
    isFull("append with a version")(log.append("t", ExpectedVersion.Any, numbers(1 to 1)))
    isFull("append with a key")(log.append("t", ExpectedVersion.Any, numbers(1 to 1), key = Some(UUID.randomUUID)))
    isFull("tryAppend")(log.tryAppend("t", ExpectedVersion.Any, numbers(1 to 1)))
    isFull("appendAll"):
      log.appendAll(Seq("t", "u").map(StreamAppend(_, ExpectedVersion.Any, numbers(1 to 1))))
    isFull("appendEncoded"):
      val completion = Completion(Level.Disk)
      log.appendEncoded(raw("t", ExpectedVersion.Any, numbers(1 to 1)), completion, 0)
      completion

  /** Runs a body while a listener holds the log's thread, and as many appends are in flight as may be. */
  private def whileFull(log: EventLog)(body: => Unit): Unit =
    val (inside, gate) = (CountDownLatch(1), CountDownLatch(1))
    val blocker        = new AppendListener:
      def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit =
        inside.countDown()
        gate.await()
      def rejected(context: Long, error: AppendError): Unit = ()
    try
      log.append("blocked", text("x"), Level.Disk, blocker, 0)
      arrives(inside, "the listener")
      val found = within("tryAppend, which never waits"):
        var tried = 0
        while tried < mostPendingAppends &&
          !log.tryAppend("many", ExpectedVersion.Any, numbers(1 to 1)).now.contains(Left(AppendError.Full))
        do tried += 1
        tried
      assert(found < mostPendingAppends, s"$found appends are in flight, and none was refused as full")
      body
    finally gate.countDown()

  rule("limit: at the bound of appends in flight, tryAppend is refused as full, and append waits for room"): log =>
    val waits = CompletableFuture[Appended]()
    whileFull(log):
      val waiter = Thread(() => waits.complete(appended(log.append("waits", text("x")))): Unit)
      waiter.setDaemon(true)
      waiter.start()
      eventually("append waits"):
        waiter.getState == Thread.State.WAITING || waiter.getState == Thread.State.TIMED_WAITING
      assert(!waits.isDone)
    assertEquals(waits.get(patience.toNanos, TimeUnit.NANOSECONDS).version, 1L)
    worksOn(log)

  rule("interrupt: an append that waits for room ends with an InterruptedException, and appends nothing"): log =>
    whileFull(log):
      for kind <- 0 to 2 do
        val outcome = CompletableFuture[Any]()
        val waiter  = Thread: () =>
          try
            outcome.complete(kind match
              case 0 => log.append("waits", text("x"))
              case 1 => log.append("waits", ExpectedVersion.Any, numbers(1 to 1), key = Some(UUID.randomUUID))
              case _ => log.append("waits", text("x"), Level.Disk, Hearing(), 0)): Unit
          catch case error: Throwable => outcome.complete(error): Unit
        waiter.setDaemon(true)
        waiter.start()
        eventually("append waits"):
          waiter.getState == Thread.State.WAITING || waiter.getState == Thread.State.TIMED_WAITING
        waiter.interrupt()
        val found = outcome.get(patience.toNanos, TimeUnit.NANOSECONDS)
        assert(found.isInstanceOf[InterruptedException], s"$found")
    worksOn(log)
    assertEquals(log.version("waits"), Right(0L))

  rule("close: appends that wait for room are appended or refused, and none waits for ever"): log =>
    val results = ConcurrentLinkedQueue[() => Either[AppendError, Appended]]()
    whileFull(log):
      val waiters = Vector.tabulate(5): i =>
        val thread = Thread(() => results.add(started("a waiter")(done(log.append("waits", number(i))))): Unit)
        thread.start()
        thread
      waiters.foreach(_.join())
      results.add(started("close") { log.close(); Left(AppendError.Closed("")) }): Unit
      eventually("closing begins")(
        isClosed(
          log
            .tryAppend("late", ExpectedVersion.Any, numbers(1 to 1))
            .now
            .getOrElse(Right(Appended(Offset(1), Offset(1), 1, Instant.EPOCH, Level.Disk)))
        )
      )
    results.asScala.foreach: result =>
      val found = result()
      assert(found.isRight || isClosed(found), found)

private object ListenerContract:
  /** What a listener was told. */
  enum Heard:
    case Stored(context: Long, first: Long, last: Long, version: Long, micros: Long)
    case Refused(context: Long, error: AppendError)
    case EndOfGroup
