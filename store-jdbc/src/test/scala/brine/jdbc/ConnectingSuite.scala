package brine.jdbc

import brine.journal.*
import java.net.{InetAddress, ServerSocket, Socket}
import java.sql.SQLException
import java.time.Duration
import java.util.concurrent.{ConcurrentLinkedQueue, Semaphore, TimeUnit}
import scala.jdk.CollectionConverters.*

/** What becomes of a log whose DataSource gives no connection, and says nothing. */
class ConnectingSuite extends DatabaseSuite(() => TestDatabase.Sqlite()):
  private def connecting(of: String): Vector[Thread] =
    Thread.getAllStackTraces.keySet.asScala.toVector.filter: thread =>
      thread.isAlive && thread.getName.startsWith("brine-jdbc-connect") && thread.getName.contains(of)

  private def isLate(message: String): Unit =
    for part <- Vector("no connection came within", "does not answer", "the pool has fewer connections", "08001") do
      assert(message.contains(part), message)

  private def failed(result: Either[JournalError, Any])(using munit.Location): Unit = result match
    case Left(error)  => isLate(error.message)
    case Right(other) => fail(s"$other")

  // Long enough for a machine that has much to do, while nothing hangs.
  private val short = Duration.ofSeconds(2)

  /** Opens a log, and lets its DataSource hang when it has no connection. */
  private def hanging(
      endsByInterrupt: Boolean,
      change: JdbcSettings => JdbcSettings = identity
  )(body: (JdbcEventLog, Hanging, String) => Unit): Unit =
    // The driver takes longer for its first connection than the limit below.
    database.ask("select 1"): Unit
    val hanging  = Hanging(database.url, endsByInterrupt)
    val settings = change(database.fresh().withConnectTimeout(short).withRetryFor(Duration.ZERO))
    val log      = JdbcEventLog.open(hanging.source, settings)
    try
      appended(log.append("a", "first"))
      eventually("the log has no connection")(hanging.open == 0)
      hanging.hang()
      body(log, hanging, settings.prefix)
    finally
      hanging.go()
      within(log.close())
    eventually("all connections are closed")(hanging.open == 0)
    eventually("all threads have ended")(connecting(settings.prefix).isEmpty)

  test("a server that accepts connections and never answers is an error, and leaves no thread behind"):
    for url <- Vector("jdbc:postgresql://localhost:%d/x?user=u", "jdbc:mariadb://localhost:%d/x?user=u") do
      val accepted = ConcurrentLinkedQueue[Socket]()
      val server   = ServerSocket(0, 50, InetAddress.getLoopbackAddress)
      val thread   = Thread(() =>
        try while true do accepted.add(server.accept()): Unit
        catch case _: java.io.IOException => ()
      )
      thread.start()
      val settings = database.fresh().withConnectTimeout(Duration.ofSeconds(3))
      try
        within(JdbcEventLog.tryOpen(UrlSource(url.format(server.getLocalPort)), settings)) match
          case Left(error @ JdbcOpenError.Failed(_, _: JdbcFailure)) =>
            for part <- Vector(settings.prefix, "within 3000 ms", "does not answer", "Check its URL") do
              assert(error.message.contains(part), error.message)
          case other => fail(s"$other")
        assert(!accepted.isEmpty, "nobody has connected")
      finally
        server.close()
        thread.join()
        accepted.forEach(_.close())
      eventually("all threads have ended")(connecting(settings.prefix).isEmpty)

  for endsByInterrupt <- Vector(true, false) do
    val kind = if endsByInterrupt then "can be interrupted" else "cannot be interrupted"

    test(s"appends, reads and saves of a log without a connection fail in time, and work again, if the wait $kind"):
      hanging(endsByInterrupt): (log, source, _) =>
        val append = log.append("a", "second")
        failed(done(append))
        append.now match
          case Some(Left(AppendError.Unreadable(ReadError.Unavailable(name, _: JdbcFailure)))) =>
            assertEquals(name, log.name)
          case other => fail(s"$other")
        failed(within(log.version("a")))
        failed(within(log.readAll[String]().toVector.flatMap(_ => log.offsetAt(java.time.Instant.EPOCH))))
        isLate(within(intercept[JournalException](log.durable).getMessage))
        assert(within(log.states.load[String]("k")).left.exists(_.message.contains("no connection came")))
        assert(within(log.snapshots.save("k", Offset(1), "x")).left.exists(_.message.contains("no connection came")))
        source.go()
        assertEquals(appended(log.append("a", ExpectedVersion(1), Seq("third"))).first, Offset(2))
        assertEquals(texts(log), Vector("first", "third"))

    test(s"closing ends while no connection comes, and every append gets a result, if the wait $kind"):
      hanging(endsByInterrupt, _.withRetryFor(Duration.ofHours(1)).withMaxPendingAppends(20)): (log, source, _) =>
        // Each is a transaction by itself.
        val many    = Vector.tabulate(10_000)(_.toString)
        val waiting = Vector.fill(20)(log.append("a", ExpectedVersion.Any, many))
        val saved   = started(log.states.save("k", Offset(1), "state").get(patience.toNanos, TimeUnit.NANOSECONDS))
        eventually("somebody asks for a connection")(source.asked > 2)
        val more = started(done(log.append("a", "waits for room")))
        // Whoever opens connections while the log closes has not looked yet: some of them at most.
        val before = source.asked
        within(log.close())
        assert(source.asked - before <= 6, s"${source.asked - before} connections were asked for")
        for one <- waiting do failed(one.now.getOrElse(fail("an append has no result")))
        assert(saved().isLeft)
        assert(more().isLeft)

  test("no more threads wait for connections than the log may have"):
    hanging(endsByInterrupt = false, _.withConnections(3)): (log, _, prefix) =>
      for i <- 1 to 3 do
        val append = log.append("a", s"$i")
        atOnce(6)(_ => failed(log.version("a")))
        failed(done(append))
        val threads = connecting(prefix).size
        assert(threads <= 3, s"$threads threads")

  test("a thread that can be interrupted ends, though its DataSource still hangs"):
    hanging(endsByInterrupt = true): (log, _, prefix) =>
      failed(within(log.version("a")))
      eventually("the thread has ended")(connecting(prefix).isEmpty)

  test("many who wait for a connection get the error of the first, and do not wait in turn"):
    hanging(endsByInterrupt = true, _.withConnectTimeout(Duration.ofSeconds(5))): (log, source, _) =>
      val before = source.asked
      atOnce(60)(_ => failed(log.version("a")))
      assert(source.asked - before < 30, s"${source.asked - before} connections were asked for")

  /** A pool that has a number of connections, and lets callers wait for ever. */
  private def pool(size: Int): UrlSource =
    val room = Semaphore(size)
    UrlSource(
      database.url,
      real =>
        try room.acquire()
        catch
          case ended: InterruptedException =>
            real.close()
            throw SQLException(ended)
        val isClosed = java.util.concurrent.atomic.AtomicBoolean()
        java.lang.reflect.Proxy
          .newProxyInstance(
            getClass.getClassLoader,
            Array(classOf[java.sql.Connection]),
            (_, method, arguments) =>
              if method.getName == "close" && isClosed.compareAndSet(false, true) then room.release()
              if arguments == null then method.invoke(real) else method.invoke(real, arguments*)
          )
          .asInstanceOf[java.sql.Connection]
    )

  test("a pool of one connection is too small, and the error says so"):
    val settings = database.fresh().withConnectTimeout(short).withRetryFor(Duration.ZERO)
    within(JdbcEventLog.tryOpen(pool(1), settings)) match
      case Left(error: JdbcOpenError.Failed) => isLate(error.message)
      case other                             => fail(s"$other")

  test("while others hold all connections of the pool, there is an error that says so"):
    val source   = pool(2)
    val settings = database.fresh().withConnectTimeout(short).withRetryFor(Duration.ZERO)
    val log      = JdbcEventLog.open(source, settings)
    try
      appended(log.append("a", "first"))
      // Once the log has given its own back.
      val taken = within(Vector.fill(2)(source.getConnection()))
      failed(done(log.append("a", "second")))
      failed(within(log.version("a")))
      taken.foreach(_.close())
      assertEquals(appended(log.append("a", ExpectedVersion(1), Seq("third"))).first, Offset(2))
    finally within(log.close())
