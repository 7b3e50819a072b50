package brine.jdbc

import brine.journal.*
import java.time.Duration
import java.util.concurrent.{CompletableFuture, TimeUnit}

/** What the suites of each database share: a database, and waits that end. */
abstract class DatabaseSuite(make: () => TestDatabase) extends munit.FunSuite:
  private lazy val started = TestDatabase.start(make)

  protected def database: TestDatabase =
    assume(started.isDefined, "there is no server of this database for this system")
    started.get

  override def afterAll(): Unit = started.foreach(_.close())

  override def munitTimeout = scala.concurrent.duration.Duration(10, "min")

  protected val patience: Duration = Duration.ofMinutes(2)

  protected def ok[A](result: Either[JournalError, A])(using munit.Location): A =
    result.fold(error => fail(error.message), identity)

  protected def done(completion: Completion): Either[AppendError, Appended] = completion.await(patience)

  protected def appended(completion: Completion)(using munit.Location): Appended = ok(done(completion))

  protected def texts(log: EventLog)(using munit.Location): Vector[String] =
    ok(log.readAll[String]().toVector).map(_.value)

  /** All records that are durable now. */
  protected def records(log: EventLog)(using munit.Location): Vector[Record[String]] =
    log.durable: Unit
    ok(log.readAll[String]().toVector)

  /** Offsets of all events. */
  protected def offsets(log: EventLog)(using munit.Location): Vector[Long] =
    ok(log.readAll[String]().toVector).map(_.offset.sequence)

  /** Runs a body on a thread of its own. Calling the result waits for its value. */
  protected def started[A](body: => A): () => A =
    val result = CompletableFuture[A]()
    val thread = Thread: () =>
      try result.complete(body): Unit
      catch case error: Throwable => result.completeExceptionally(error): Unit
    thread.setDaemon(true)
    thread.start()
    () => result.get(patience.toNanos, TimeUnit.NANOSECONDS)

  protected def within[A](body: => A): A = started(body)()

  /** Runs bodies at once, and waits for all. */
  protected def atOnce[A](count: Int)(body: Int => A): Vector[A] =
    val barrier = java.util.concurrent.CyclicBarrier(count)
    val all     = Vector.tabulate(count): number =>
      started:
        barrier.await(patience.toNanos, TimeUnit.NANOSECONDS): Unit
        body(number)
    all.map(_())

  protected def eventually(what: => String)(condition: => Boolean)(using munit.Location): Unit =
    val until = System.nanoTime + patience.toNanos
    while !condition do
      if System.nanoTime - until > 0 then fail(s"$what: not after $patience")
      Thread.sleep(1)

  /** Opens several logs with the same tables, as several processes do, and closes them. */
  protected def logs[A](count: Int, settings: JdbcSettings = database.fresh())(body: Vector[JdbcEventLog] => A): A =
    var all = Vector.empty[JdbcEventLog]
    try
      for _ <- 1 to count do all :+= JdbcEventLog.open(database.source, settings)
      body(all)
    finally within(all.foreach(_.close()))
