package brine.jdbc

import brine.journal.*
import brine.journal.snapshot.SnapshotError
import java.io.IOException
import java.sql.SQLException
import java.util.concurrent.{CompletableFuture, CountDownLatch, TimeUnit}
import java.util.concurrent.atomic.AtomicBoolean
import scala.util.Random

/** What becomes of appends and states that are too large for the database, and of those that come with them.
  *
  * @param words
  *   what their errors say
  */
abstract class StatementLimits(make: () => TestDatabase, words: Vector[String]) extends FaultyLogs(make):
  /** Makes the database refuse a statement, or a value, of this many bytes and more. */
  protected def limit(bytes: Int, faults: Faults): Unit

  protected final val Most = 1 << 20

  protected def limited(body: (JdbcEventLog, Faults) => Unit): Unit = faulty(): (log, faults) =>
    limit(Most, faults)
    try body(log, faults)
    finally faults.atValue = _ => ()

  protected def isTooLarge(error: AppendError, words: Vector[String])(using munit.Location): Unit =
    assert(isUnavailable(error), error)
    for word <- words do assert(error.message.contains(word), s"no '$word': ${error.message}")

  /** Appends texts to a stream as one group, and returns the results. */
  protected def together(
      log: JdbcEventLog,
      faults: Faults,
      all: Vector[String]
  ): Vector[Either[AppendError, Appended]] =
    val gate = Gate(faults)
    val held = log.append("a", "held")
    gate.isEntered()
    val group = all.map(log.append("a", _))
    gate.open()
    appended(held)
    group.map(done)

  test("an append that is too large is refused, and no other one of its group"):
    for large <- Vector(Set(0), Set(3), Set(8), Set(0, 1, 5)) do
      limited: (log, faults) =>
        appended(log.append("a", "first"))
        val all     = Vector.tabulate(9)(i => if large(i) then "x" * (Most + 100_000) else s"$i")
        val results = together(log, faults, all)
        for (result, i) <- results.zipWithIndex do
          if large(i) then result.fold(isTooLarge(_, words), found => fail(s"$found"))
          else assert(result.isRight, result)
        val rest = all.filter(_.length == 1)
        assertEquals(texts(log), "first" +: "held" +: rest)
        assertEquals(offsets(log), (1L to rest.size + 2L).toVector)
        appended(log.append("a", ExpectedVersion(rest.size + 2L), Seq("last"))): Unit

  test("a state that is too large is not saved, and all others of its transaction are"):
    limited: (log, faults) =>
      appended(log.append("a", "first"))
      val (entered, leave) = (CountDownLatch(1), CountDownLatch(1))
      val isFirst          = AtomicBoolean(true)
      val before           = faults.atStatement
      faults.atStatement = (sql, bytes) =>
        if sql.contains("_state ") && isFirst.compareAndSet(true, false) then
          entered.countDown()
          leave.await(patience.toNanos, TimeUnit.NANOSECONDS): Unit
        before(sql, bytes)
      val held = log.states.save("held", Offset(1), "held")
      assert(entered.await(patience.toNanos, TimeUnit.NANOSECONDS))
      val large   = Set(2, 7)
      val waiting = Vector.tabulate(20): i =>
        log.states.save(s"k$i", Offset(1), if large(i) then "x" * (Most + 100_000) else s"$i")
      leave.countDown()
      def result(one: CompletableFuture[Either[SnapshotError, Unit]]) = one.get(2, TimeUnit.MINUTES)
      assertEquals(result(held), Right(()))
      for (one, i) <- waiting.zipWithIndex do
        if large(i) then
          val message = result(one).left.map(_.message).swap.getOrElse("it was saved")
          for word <- words do assert(message.contains(word), message)
          assertEquals(log.states.load[String](s"k$i"), Right(None))
        else
          assertEquals(result(one), Right(()))
          assertEquals(log.states.load[String](s"k$i").map(_.map(_.state)), Right(Some(s"$i")))

/** On SQLite. */
class SqliteStatementLimitSuite
    extends StatementLimits(
      () => TestDatabase.Sqlite("journal_mode=WAL&busy_timeout=10000&synchronous=OFF&limit_length=1048576"),
      Vector("limit_length", "1,000,000,000", "maxAppendBytes")
    ):
  protected def limit(bytes: Int, faults: Faults): Unit = assertEquals(bytes, 1_048_576)

/** On PostgreSQL, whose limit takes more memory than tests have: its errors are made up. */
class PostgresqlStatementLimitSuite
    extends StatementLimits(() => TestDatabase.Postgresql(), Vector("1,073,741,823", "maxAppendBytes")):

  /** What the driver and the server say, in whatever language the driver speaks. */
  private def failures = Vector(
    SQLException("Bindevorgang gescheitert", "22023", IOException("Bind message length 1,100,000,000 too long")),
    SQLException("ERROR: array size exceeds the maximum allowed (1073741823)", "54000"),
    SQLException("ERROR: invalid memory alloc request size 1100000000", "XX000")
  )

  protected def limit(bytes: Int, faults: Faults): Unit =
    val next = failures.iterator ++ Iterator.continually(failures.head)
    faults.atStatement = (_, values) => if values.exists(_.length >= bytes) then throw next.next()

  test("if memory lacks for the values of an append, no other one of its group fails, and none is uncertain"):
    for failure <- Vector(() => OutOfMemoryError("on purpose"), () => NegativeArraySizeException("on purpose")) do
      faulty(): (log, faults) =>
        appended(log.append("a", "first"))
        faults.atValue = bytes => if bytes.length > Most then throw failure()
        val results = together(log, faults, Vector("1", "x" * (Most + 1), "2"))
        assertEquals(results.map(_.isRight), Vector(true, false, true))
        results(1).left.foreach(error => assert(error.isInstanceOf[AppendError.Unchecked], error))
        assertEquals(texts(log), Vector("first", "held", "1", "2"))

/** On MariaDB, whose server closes a connection that sends too much. */
class MariadbStatementLimitSuite
    extends StatementLimits(
      () => TestDatabase.Mariadb(),
      Vector("max_allowed_packet", "1048576", "maxAppendBytes")
    ):
  protected def limit(bytes: Int, faults: Faults): Unit = database.change(s"set global max_allowed_packet = $bytes")

  // As encoded: a letter of a text is a byte.
  private def text(length: Int, escaped: Int): String = "\\" * escaped + "x" * (length - escaped)

  test("appends around the limit are stored or refused alone, whatever their bytes are"):
    val seed   = System.nanoTime // printed on failure
    val random = Random(seed)
    for round <- 1 to 12 do
      limited: (log, faults) =>
        val sizes = Vector.fill(6):
          val near   = Most + random.nextInt(2_000) - 1_000
          val length = random.nextInt(5) match
            case 0 => random.nextInt(100)
            case 1 => near
            case 2 => near / 2
            case _ => random.nextInt(Most) + 1
          val escaped = random.nextInt(4) match
            case 0 => 0
            case 1 => length
            case 2 => math.max(0, math.min(length, near - length)) // as much as makes it about as large as may be
            case _ => random.nextInt(length + 1)
          (length, escaped)
        val clue    = s"$sizes in round $round of seed $seed"
        val results = together(log, faults, sizes.map(text(_, _)))
        for ((length, escaped), result) <- sizes.zip(results) do
          result.left.foreach(isTooLarge(_, Vector("max_allowed_packet", "1048576")))
          if length + escaped + 1_000 < Most then assert(result.isRight, s"$length, $escaped: $result of $clue")
          if length + escaped >= Most then assert(result.isLeft, s"$length, $escaped: $result of $clue")
        val stored = sizes.zip(results).collect { case ((length, escaped), Right(_)) => text(length, escaped) }
        assert(texts(log) == "held" +: stored, clue)
        appended(log.append("a", ExpectedVersion(stored.size + 1L), Seq("last"))): Unit

  test("many small events take several statements, if their bytes are sent as two"):
    limited: (log, faults) =>
      val events = Vector.tabulate(60)(i => s"$i" + text(30_000, 30_000))
      appended(log.append("a", ExpectedVersion.NoStream, events))
      val each = together(log, faults, events)
      assert(each.forall(_.isRight), each.map(_.isRight))
      assert(texts(log) == (events :+ "held") ++ events)

  test("with statements that the server prepares, bytes are sent as one"):
    database.change(s"set global max_allowed_packet = $Most")
    val source = UrlSource(s"${database.url}&useServerPrepStmts=true")
    val log    = JdbcEventLog.open(source, database.fresh())
    try
      appended(log.append("a", text(800_000, 800_000)))
      val refused = done(log.append("a", text(Most + 1, 0)))
      refused.fold(isTooLarge(_, Vector("max_allowed_packet")), found => fail(s"$found"))
      appended(log.append("a", ExpectedVersion(1), Seq("last"))): Unit
    finally within(log.close())

  test("once the limit was raised, the same append is stored by the log that is open"):
    limited: (log, _) =>
      val large = text(900_000, 900_000)
      assert(done(log.append("a", large)).isLeft)
      database.change("set global max_allowed_packet = 16777216")
      appended(log.append("a", large)): Unit

  test("opening, reading and queries work with the smallest limit"):
    val settings = database.fresh()
    logs(1, settings): all =>
      for i <- 1 to 100 do all.head.append(s"s-$i", ExpectedVersion.Any, Seq("x" * 1_000), tags = Set(s"t$i")): Unit
      appended(all.head.append("end", "end"))
    database.change("set global max_allowed_packet = 16384")
    try
      logs(1, settings): all =>
        assertEquals(texts(all.head).size, 101)
        val streams = Vector.tabulate(60)(i => s"s-${i + 1}")
        assertEquals(ok(all.head.readQuery[String](Query.stream(streams.head, streams.tail*)).toVector).size, 60)
        appended(all.head.append("end", "again")): Unit
    finally database.change("set global max_allowed_packet = 16777216")
