package brine.jdbc

import brine.effort.Effort
import brine.journal.*
import java.nio.file.{Files, Path}
import java.sql.DriverManager
import java.time.Duration
import java.util.concurrent.ConcurrentLinkedQueue
import scala.jdk.CollectionConverters.*
import scala.util.Random

/** Readers whose connections are those of several servers, as behind a balancer: standbys that lag answer, too. No
  * event is skipped. Older copies of a file stand for them.
  */
class StandbySuite extends DatabaseSuite(() => TestDatabase.Sqlite()):
  private lazy val folder: Path = Files.createTempDirectory("brine-standby")

  override def afterAll(): Unit =
    TestDatabase.deleteAll(folder)
    super.afterAll()

  /** A log, and copies of it that lag, the last one least. */
  private final class Servers(val settings: JdbcSettings, random: Random):
    private val copies = Vector.tabulate(2)(i => s"jdbc:sqlite:${folder.resolve(s"${settings.prefix}$i.db")}")

    logs(1, settings): all =>
      for copy <- copies do
        fill(all.head)
        database.change(s"vacuum into '${copy.stripPrefix("jdbc:sqlite:")}'")
      fill(all.head)

    private val urls = copies :+ database.url

    /** Which one answers; the last one lags not. */
    @volatile var answering: () => Int = () => primary

    def primary: Int = urls.size - 1

    val source: UrlSource = UrlSource(
      database.url,
      real =>
        real.close()
        DriverManager.getConnection(urls(answering()))
    )

    private def fill(log: JdbcEventLog): Unit =
      for i <- 1 to 1 + random.nextInt(12) do
        val stream = s"${Vector("a-", "b-", "c/")(random.nextInt(3))}${random.nextInt(6)}"
        appended(log.append(stream, ExpectedVersion.Any, Seq(s"$i"), tags = Set(s"t${random.nextInt(8)}")))

  private val cursors: Vector[(String, EventSource => EventCursor)] = Vector(
    "all"                           -> (_.events(Filter.All, Offset.Begin)),
    "a stream by number"            -> (_.events(Filter.Stream("a-1"), Offset.Begin)),
    "a stream by version"           -> (_.stream("a-1", 0)),
    "a tag"                         -> (_.events(Filter.Tagged("t1"), Offset.Begin)),
    "a category"                    -> (_.matching(Query.category("a"), Offset.Begin)),
    "a category of other separator" -> (_.matching(Query.category("c", '/'), Offset.Begin)),
    "several"                       ->
      (_.matching(Query.tagged("t2") or Query.stream("b-1", "b-2") or Query.category("a"), Offset.Begin)),
    "a kind" -> (_.matching(Query.kinds("String"), Offset.Begin))
  )

  private def walked(cursor: EventCursor): Vector[Long] =
    Iterator.continually(cursor.next()).takeWhile(identity).map(_ => cursor.offset.sequence).toVector

  test("a cursor skips nothing, whichever server answers each of its questions"):
    var lagged = 0
    for seed <- 1 to Effort.sqlTwins do
      val random  = Random(seed)
      val servers = Servers(database.fresh().withRetryFor(Duration.ZERO), random)
      val log     = JdbcEventLog.open(servers.source, servers.settings.withReadOnly(true))
      log.durable: Unit
      // From now on each question has a connection of its own.
      log.close()
      for (what, open) <- cursors do
        val want   = walked(open(log.source))
        val cursor = open(log.source)
        val found  = Vector.newBuilder[Long]
        servers.answering = () => random.nextInt(servers.primary + 1)
        for _ <- 1 to 10 do
          try if cursor.next() then found.addOne(cursor.offset.sequence): Unit
          catch
            case failed: JournalException =>
              assert(failed.getMessage.contains("a standby that lags"), failed.getMessage)
              lagged += 1
        servers.answering = () => servers.primary
        found ++= walked(cursor)
        assertEquals(found.result(), want, s"seed $seed: $what")
    assert(lagged > 0, "no server has lagged")

  test("a name that a server does not know yet is asked for again"):
    val servers = Servers(database.fresh().withRetryFor(Duration.ZERO), Random(0))
    val log     = JdbcEventLog.open(servers.source, servers.settings.withReadOnly(true))
    logs(1, servers.settings)(all =>
      appended(all.head.append("late-1", ExpectedVersion.Any, Seq("x"), tags = Set("late")))
    )
    val last = log.durable.sequence
    log.close()
    val open = Vector[EventSource => EventCursor](
      _.events(Filter.Tagged("late"), Offset.Begin),
      _.stream("late-1", 1),
      _.matching(Query.category("late"), Offset.Begin)
    )
    for each <- open do
      val cursor = each(log.source)
      servers.answering = () => 0
      val failed = intercept[JournalException](cursor.next())
      assert(failed.getMessage.contains(s"had event $last"), failed.getMessage)
      servers.answering = () => servers.primary
      assertEquals(walked(cursor), Vector(last))

  test("a subscription waits for the server that lags, and gets each event once"):
    val servers = Servers(database.fresh().withRetryFor(patience), Random(1))
    val log     = JdbcEventLog.open(servers.source, servers.settings.withReadOnly(true))
    val last    = log.durable.sequence
    val answers = java.util.concurrent.atomic.AtomicInteger()
    servers.answering = () => answers.getAndIncrement() % (servers.primary + 1)
    val seen         = ConcurrentLinkedQueue[Long]()
    val subscription = log.subscribe[Stored](Offset.Begin)(record => seen.add(record.offset.sequence): Unit)
    try
      eventually(s"all are seen; ${subscription.failure}")(subscription.offset.sequence >= last)
      assertEquals(seen.asScala.toVector, (1L to last).toVector)
    finally
      subscription.close()
      within(log.close())
