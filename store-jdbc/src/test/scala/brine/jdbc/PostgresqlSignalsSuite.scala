package brine.jdbc

import brine.effort.Effort
import brine.jdbc.internal.sql.{PostgresqlSignals, Session}
import brine.journal.*
import com.zaxxer.hikari.{HikariConfig, HikariDataSource}
import java.sql.Connection
import java.time.Duration
import java.util.UUID
import java.util.concurrent.atomic.{AtomicBoolean, AtomicInteger}
import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch, TimeUnit}
import javax.sql.DataSource
import scala.jdk.CollectionConverters.*
import scala.util.Using

class PostgresqlSignalsSuite extends DatabaseSuite(() => TestDatabase.Postgresql()):
  // Polling finds nothing in the time of a test.
  private def silent() = database.fresh().withPollEvery(Duration.ofHours(1))

  private val Listeners = "from pg_locks where locktype = 'advisory' and granted and mode = 'ShareLock'"

  private def listeners: Int = database.ask(s"select count(*) $Listeners").toInt

  private def isSending(sql: String) = sql.contains("pg_notify")
  private def isLook(sql: String)    = sql.startsWith("select next_seq, log_id")

  /** Opens a log, and closes it. */
  private def opened[A](settings: JdbcSettings, source: DataSource = database.source)(body: JdbcEventLog => A): A =
    val log = JdbcEventLog.open(source, settings)
    try body(log)
    finally within(log.close())

  /** Follows a log from its begin. */
  private def tailed[A](log: JdbcEventLog)(body: Tail => A): A =
    val tail = Tail(log)
    try body(tail)
    finally
      tail.subscription.close()
      within(tail.subscription.awaitEnd())

  private final class Tail(log: JdbcEventLog):
    private val seen = ConcurrentLinkedQueue[String]()

    val subscription: Subscription =
      log.subscribe[String](Offset.Begin)(record => seen.add(record.value): Unit)

    def sees(all: Seq[String])(using munit.Location): Unit =
      eventually(s"the tail sees ${all.size} events, it has $seen; ${subscription.failure}")(seen.size >= all.size)
      assertEquals(seen.asScala.toVector, all.toVector)

  /** Appends events, each when the one before was seen. */
  private def follows(tail: Tail, before: Seq[String], writers: JdbcEventLog*)(using munit.Location): Vector[String] =
    var all = before.toVector
    for i <- 1 to Effort.sqlBoundaries do
      val event = s"${all.size}"
      appended(writers(i % writers.size).append(s"s${i % 3}", event))
      all :+= event
      tail.sees(all)
    all

  test("a tail sees the events of other logs by their signals alone, whoever has appended before"):
    logs(3, silent()): all =>
      tailed(all(0)): tail =>
        val some = follows(tail, Nil, all(1))
        // Two by turns: they take the lock.
        val more = follows(tail, some, all(1), all(2))
        follows(tail, more, all*): Unit
        // Others that follow the same log.
        tailed(all(0))(second => follows(second, records(all(0)).map(_.value), all(2)))
      val records0 = all(0).readAllAfter[String](all(1).durable)
      for i <- 1 to 10 do
        val waits = started(records0.await(patience))
        appended(all(1).append("s", s"$i"))
        assertEquals(ok(waits()).map(_.value), Some(s"$i"))
      records0.close()

  test("many events at once are all seen, also the last"):
    logs(3, silent()): all =>
      tailed(all(0)): tail =>
        val each = Effort.sqlBoundaries
        for round <- 1 to 5 do
          atOnce(4)(racer => for i <- 1 to each do appended(all(1 + racer % 2).append(s"s$racer", s"$round $i")))
          eventually(s"the tail reaches the end; ${tail.subscription.failure}"):
            tail.subscription.offset.sequence == 4L * each * round

  test("events that were there, and events that come while somebody begins to wait, are seen"):
    logs(2, silent()): all =>
      for i <- 1 to Effort.sqlBoundaries do
        val later = started(appended(all(1).append("s", s"$i")))
        tailed(all(0))(_.sees((1 to i).map(_.toString)))
        later()

  test("nobody listens before somebody waits, nor after, nor when the log is closed, and nothing is left behind"):
    val faults = Faults(database.url)
    opened(silent(), faults.source): log =>
      appended(log.append("s", "first"))
      ok(log.readAll[String]().toVector): Unit
      assertEquals(listeners, 0)
      for _ <- 1 to 2 do
        tailed(log): _ =>
          tailed(log): _ =>
            eventually("one listens for all")(listeners == 1)
        eventually("nobody listens any longer")(listeners == 0)
      eventually("the connections are given back")(faults.open == 0)
    val closing = JdbcEventLog.open(faults.source, silent())
    val tail    = closing.subscribe[String](Offset.Begin)(_ => ())
    eventually("somebody listens")(listeners == 1)
    within(closing.close())
    within(tail.awaitEnd())
    eventually("the connections are closed")(faults.open == 0)
    eventually("the server has ended them")(listeners == 0)

  test("a listener whose connection is ended listens again, and misses nothing"):
    logs(2, silent()): all =>
      tailed(all(0)): tail =>
        var seen = follows(tail, Nil, all(1))
        for i <- 1 to Effort.sqlRounds do
          eventually("somebody listens")(listeners == 1)
          database.ask(s"select pg_terminate_backend(pid) $Listeners"): Unit
          if i % 2 == 0 then eventually("the connection has ended")(listeners == 0)
          val event = s"after $i"
          appended(all(1).append("s", event))
          seen :+= event
          tail.sees(seen)
        follows(tail, seen, all(1)): Unit

  test("logs of equal names in other schemas, and of other prefixes, do not wake each other, and miss nothing"):
    val settings = silent()
    for schema <- Vector("one", "two") do database.change(s"create schema $schema")
    def of(schema: String) = s"${database.url}&currentSchema=$schema"
    val faults             = Faults(of("two"))
    opened(settings, UrlSource(of("one"))): one =>
      opened(settings, UrlSource(of("one"))): writer =>
        opened(silent(), faults.source): other =>
          opened(settings, faults.source): two =>
            val looks = AtomicInteger()
            faults.atStatement = (sql, _) => if isLook(sql) then looks.incrementAndGet(): Unit
            tailed(two): tail =>
              eventually("it listens")(listeners == 1)
              opened(settings, UrlSource(of("two"))): same =>
                follows(tail, Nil, same): Unit
                val before = looks.get
                tailed(one): busy =>
                  follows(busy, Nil, writer): Unit
                for i <- 1 to 20 do appended(other.append("s", s"$i"))
                // Those of its own events that are still to come.
                assert(looks.get - before <= 2, s"${looks.get - before} looks")
                follows(tail, (0 until Effort.sqlBoundaries).map(_.toString), same): Unit

  test("a log that is fenced and promoted is followed"):
    val settings = silent()
    opened(settings): log =>
      tailed(log): tail =>
        val seen = opened(settings)(writer => follows(tail, Nil, writer))
        assert(JdbcReplica.fence(database.source, settings).isRight)
        assert(done(log.append("s", "refused")).isLeft)
        opened(settings.withReadOnly(true)): reading =>
          tailed(reading): also =>
            also.sees(seen)
            assert(JdbcReplica.promote(database.source, settings).isRight)
            opened(settings): writer =>
              follows(also, seen, writer): Unit

  test("a pool is given back connections that do not listen, and needs no more than the log may have"):
    val config = HikariConfig()
    config.setJdbcUrl(database.url)
    config.setMaximumPoolSize(3)
    config.setMinimumIdle(3)
    Using.resource(HikariDataSource(config)): pool =>
      val settings = silent().withConnections(3)
      opened(settings, pool): log =>
        opened(settings): writer =>
          tailed(log): tail =>
            eventually("somebody listens")(listeners == 1)
            follows(tail, Nil, log, writer): Unit
            atOnce(4)(_ => ok(log.readAll[String]().toVector))
          eventually("nobody listens any longer")(listeners == 0)
      val all = Vector.fill(3)(pool.getConnection())
      for one <- all do
        val rows = one.createStatement().executeQuery("select count(*) from pg_listening_channels()")
        assert(rows.next() && rows.getInt(1) == 0)
      all.foreach(_.close())

  test("a look that fails leaves no connection that listens to a pool that resets nothing"):
    val left = AtomicInteger(3)
    Using.resource(KeptConnections(database.url)): kept =>
      kept.atStatement = (sql, before) =>
        if isLook(sql) && before.exists(_.contains("pg_backend_pid")) && left.getAndDecrement() > 0 then
          throw java.sql.SQLException("on purpose", "42P01")
      val settings = silent()
      opened(settings, kept.source): log =>
        opened(settings): writer =>
          tailed(log): tail =>
            eventually("looks have failed, and it listens")(left.get < 0 && listeners == 1)
            follows(tail, Nil, writer): Unit
          eventually("nobody listens any longer")(listeners == 0)
      for one <- kept.all do
        Using.resource(one.createStatement()): statement =>
          val rows = statement.executeQuery("select count(*) from pg_listening_channels()")
          assert(rows.next() && rows.getInt(1) == 0)

  /** Connections that are not those of the driver. */
  private def wrapped(as: Class[?]*)(answer: PartialFunction[String, AnyRef]): UrlSource = UrlSource(
    database.url,
    real =>
      java.lang.reflect.Proxy
        .newProxyInstance(
          getClass.getClassLoader,
          (classOf[Connection] +: as).toArray,
          (proxy, method, arguments) =>
            if method.getName == "unwrap" && as.nonEmpty then proxy
            else if answer.isDefinedAt(method.getName) then answer(method.getName)
            else
              try if arguments == null then method.invoke(real) else method.invoke(real, arguments*)
              catch case failed: java.lang.reflect.InvocationTargetException => throw failed.getCause
        )
        .asInstanceOf[Connection]
  )

  test("a connection to a pool between driver and server, and one that nothing is known of, polls and does not listen"):
    val elsewhere = wrapped(classOf[org.postgresql.PGConnection]) { case "getBackendPID" => Integer.valueOf(-1) }
    val unknown   = wrapped() { case "unwrap" => null }
    for source <- Vector(elsewhere, unknown) do
      val settings = database.fresh()
      opened(settings, source): log =>
        opened(settings): writer =>
          tailed(log): tail =>
            follows(tail, Nil, writer): Unit
            assertEquals(listeners, 0)

  test("a connection that does not unwrap as a Connection, but as the driver's, listens"):
    val settings = silent()
    opened(settings, wrapped(classOf[org.postgresql.PGConnection])(PartialFunction.empty)): log =>
      opened(settings)(writer => tailed(log)(tail => follows(tail, Nil, writer): Unit))

  test("with two connections, or turned off, a log polls"):
    for change <- Vector[JdbcSettings => JdbcSettings](_.withConnections(2), _.withNotifies(false)) do
      val settings = database.fresh()
      opened(change(settings)): log =>
        opened(settings): writer =>
          tailed(log): tail =>
            follows(tail, Nil, writer): Unit
            assertEquals(listeners, 0)

  test("who listens looks as often as polling, if others send no signals"):
    val faults   = Faults(database.url)
    val settings = database.fresh()
    opened(settings, faults.source): log =>
      opened(settings.withNotifies(false)): writer =>
        val looks = AtomicInteger()
        faults.atStatement = (sql, _) => if isLook(sql) then looks.incrementAndGet(): Unit
        tailed(log): tail =>
          eventually("it listens")(listeners == 1)
          appended(writer.append("s", "x"))
          tail.sees(Vector("x"))
          // Rare looks would be one in a second.
          val before = looks.get
          eventually("it polls")(looks.get - before > patience.toSeconds * 3 / 2)
          assertEquals(listeners, 1)

  test("an append completes before its signal is sent"):
    val faults       = Faults(database.url)
    val (sent, gate) = (CountDownLatch(1), CountDownLatch(1))
    opened(silent(), faults.source): log =>
      faults.atStatement = (sql, _) =>
        if isSending(sql) then
          sent.countDown()
          gate.await(patience.toNanos, TimeUnit.NANOSECONDS): Unit
      try
        appended(log.append("s", "first"))
        assert(sent.await(patience.toNanos, TimeUnit.NANOSECONDS))
      finally gate.countDown()

  test("appends do not fail if their signals do, and are seen all the same"):
    for failure <- Vector(Faults.lost, Faults.rolledBack, java.sql.SQLException("no such function", "42883")) do
      val (faults, settings) = (Faults(database.url), database.fresh())
      val failed             = AtomicInteger()
      faults.atStatement = (sql, _) =>
        if isSending(sql) then
          failed.incrementAndGet(): Unit
          throw failure
      opened(settings, faults.source): log =>
        opened(settings): other =>
          tailed(other): tail =>
            for i <- 1 to 5 do appended(log.append("s", s"$i"))
            tail.sees((1 to 5).map(_.toString))
            eventually("a signal was to be sent")(failed.get > 0)

  test("a log that is closed at once tells of its events"):
    val settings = silent()
    opened(settings): log =>
      tailed(log): tail =>
        for i <- 1 to Effort.sqlRounds do
          opened(settings)(writer => appended(writer.append("s", s"$i")))
          tail.sees((1 to i).map(_.toString))

  test("interrupts of all threads of a log do no harm"):
    val settings  = silent()
    val isOver    = AtomicBoolean()
    val interrupt = started:
      while !isOver.get do
        Thread.getAllStackTraces.keySet.forEach: one =>
          if one.getName.startsWith("brine-jdbc-") && one.getName.contains(settings.prefix) then one.interrupt()
        Thread.sleep(1)
    try logs(2, settings)(all => tailed(all(0))(tail => follows(tail, Nil, all(1)): Unit))
    finally isOver.set(true)
    interrupt()

  test("a server that is killed and comes back wakes whoever waits"):
    val server = KillableDatabase.Postgresql()
    try
      val settings = JdbcSettings.defaults.withPollEvery(Duration.ofHours(1)).withRetryFor(patience)
      opened(settings, server.source): log =>
        opened(settings, server.source): writer =>
          tailed(log): tail =>
            var all = Vector.empty[String]
            for _ <- 1 to 2 do
              all = follows(tail, all, writer)
              server.kill()
              server.restart()
            follows(tail, all, writer): Unit
    finally server.close()

  test("a signal reaches those who listen to its log, until they end, and says whether there are any"):
    val (one, two)              = (PostgresqlSignals(UUID(1, 2)), PostgresqlSignals(UUID(1, 3)))
    def session()               = Session(database.connect())
    val (sending, first, other) = (session(), session(), session())
    try
      assert(!one.send(sending))
      val listener = one.listen(first).get
      assert(one.send(sending) && !two.send(sending))
      assert(listener.await(patience.toMillis.toInt))
      val foreign = two.listen(other).get
      assert(one.send(sending) && listener.await(patience.toMillis.toInt))
      assert(!foreign.await(0) && !listener.await(1))
      assert(two.send(sending) && foreign.await(patience.toMillis.toInt))
      listener.end()
      assert(!one.send(sending) && two.send(sending))
      other.connection.close()
      eventually("the server has ended it")(!two.send(sending))
      sending.connection.setAutoCommit(true)
    finally Vector(sending, first, other).foreach(_.close())
