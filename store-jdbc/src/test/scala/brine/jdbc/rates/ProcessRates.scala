package brine.jdbc.rates

import brine.jdbc.{JdbcEventLog, JdbcSettings, KillableDatabase, TestDatabase, UrlSource}

import java.io.File
import scala.util.{Random, Using}

/** Events a second that several processes append to one log in a database, Brine's beside one by hand.
  *
  * {{{
  * ./brine sbt "storeJdbc/Test/runMain brine.jdbc.rates.ProcessRates"
  * }}}
  *
  * Both are open at once and take turns, in random order, after turns that do not count. In the end it checks that each
  * has as many events as were acknowledged, without gaps. Optional arguments: rounds (20), milliseconds of a turn
  * (500), then databases (`postgresql`, `mariadb`, `sqlite`).
  */
object ProcessRates:
  private val databases = Vector[(String, () => TestDatabase)](
    "postgresql" -> (() => KillableDatabase.Postgresql()),
    "mariadb"    -> (() => KillableDatabase.Mariadb()),
    "sqlite"     -> (() => TestDatabase.Sqlite("journal_mode=WAL&busy_timeout=60000&synchronous=FULL"))
  )

  private final val WarmUp = 3000000000L

  def main(arguments: Array[String]): Unit =
    val rounds = arguments.headOption.fold(20)(_.toInt)
    val millis = arguments.drop(1).headOption.fold(500L)(_.toLong)
    val named  = arguments.drop(2)
    println("| database | processes | callers of each | Brine, events/s | by hand, events/s | Brine / by hand |")
    println("| --- | --- | --- | --- | --- | --- |")
    for
      (name, make)         <- databases if named.isEmpty || named.contains(name)
      (processes, callers) <- Vector((1, 1), (1, 16), (4, 16))
    do
      val rates = Using.resource(make())(measure(_, processes, callers, rounds, millis, WarmUp))
      println(s"| $name | $processes | $callers | ${rates.line} |")

  /** Events a second of both, by rounds. */
  final case class Rates(brine: Vector[Double], bare: Vector[Double]):
    private def median(values: Vector[Double]): Double = values.sorted.apply(values.size / 2)

    def line: String =
      val ratios            = brine.lazyZip(bare).map(_ / _).sorted
      def at(share: Double) = ratios((share * (ratios.size - 1)).round.toInt)
      f"${median(brine)}%,.0f | ${median(bare)}%,.0f | ${at(0.5)}%.2f [${at(0.1)}%.2f, ${at(0.9)}%.2f]"

  /** @param warmUp
    *   nanoseconds for each of both
    */
  def measure(
      database: TestDatabase,
      processes: Int,
      callers: Int,
      rounds: Int,
      millis: Long,
      warmUp: Long
  ): Rates =
    val kind = BareLog.Kind.of(database.url)
    database(BareLog.createTables(_, kind))
    JdbcEventLog.open(UrlSource(database.url), JdbcSettings(prefix = "rate_")).close()
    val both = Vector.newBuilder[Group]
    try
      for name <- Vector("brine", "bare") do both += Group(name, database.url + kind.batching, processes, callers)
      val groups = both.result()
      val until  = System.nanoTime + 2 * warmUp
      groups.foreach(_.turn(millis): Unit)
      while System.nanoTime < until do groups.foreach(_.turn(millis): Unit)
      val random = Random(1)
      val rates  = Vector.fill(rounds):
        val order = random.shuffle(groups.indices.toVector)
        val taken = order.map(i => i -> groups(i).turn(millis)).toMap
        (taken(0), taken(1))
      groups.foreach(_.close())
      check(database, groups(0).count, groups(1).count)
      Rates(rates.map(_(0)), rates.map(_(1)))
    finally both.result().foreach(_.close())

  private def check(database: TestDatabase, brine: Long, bare: Long): Unit =
    for (table, count) <- Vector("rate_event" -> brine, "bare_events" -> bare) do
      val found = database.ask(s"select count(*) from $table where seq between 1 and $count").toLong
      val all   = database.ask(s"select count(*) from $table").toLong
      if found != count || all != count then
        throw IllegalStateException(s"$table has $all events, $found of them up to $count, which were acknowledged")

  /** The processes of one contender. */
  private final class Group(contender: String, url: String, processes: Int, callers: Int) extends AutoCloseable:
    private val all = Vector.fill(processes)(Child(contender, url, callers))
    all.foreach(_.expect("ready"))
    var count = 0L

    /** Events a second of all processes. */
    def turn(millis: Long): Double =
      all.foreach(_.tell(millis.toString))
      val each = all.map(_.hear().split(' ').map(_.toLong))
      count += each.map(_(0)).sum
      each.map(_(0)).sum * 1e9 / each.map(_(1)).max

    def close(): Unit = all.foreach(_.close())

  private final class Child(contender: String, url: String, callers: Int) extends AutoCloseable:
    private val process = ProcessBuilder(
      List(System.getProperty("java.home"), "bin", "java").mkString(File.separator),
      "-Xmx256m",
      "-XX:+UseSerialGC",
      "-cp",
      System.getProperty("java.class.path"),
      "brine.jdbc.rates.RateWriter",
      contender,
      url,
      callers.toString
    ).redirectError(ProcessBuilder.Redirect.INHERIT).start()
    private val lines = process.inputReader()

    def tell(line: String): Unit =
      process.outputWriter().write(s"$line\n")
      process.outputWriter().flush()

    def hear(): String =
      val line = lines.readLine()
      if line == null then throw IllegalStateException(s"a process of $contender ended") else line

    def expect(line: String): Unit =
      val heard = hear()
      if heard != line then throw IllegalStateException(s"$line was expected, not $heard")

    def close(): Unit =
      if process.isAlive then
        process.outputWriter().close()
        if !process.waitFor(1, java.util.concurrent.TimeUnit.MINUTES) then process.destroyForcibly(): Unit
