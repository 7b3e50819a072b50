package brine.jdbc.rates

import brine.jdbc.{JdbcEventLog, JdbcSettings, KillableDatabase, TestDatabase, UrlSource}

import java.io.File
import scala.util.{Random, Using}

/** Events a second that several processes append to one log in a database: Brine's, one by hand in a small table, and
  * one by hand in tables as Brine's.
  *
  * {{{
  * ./brine sbt "storeJdbc/Test/runMain brine.jdbc.rates.ProcessRates"
  * }}}
  *
  * All are open at once and take turns, in random order, after turns that do not count: until none becomes faster. In
  * the end it checks that each has as many events as were acknowledged, without gaps. Optional arguments: rounds (20),
  * milliseconds of a turn (400), then databases (`postgresql`, `mariadb`, `sqlite`).
  */
object ProcessRates:
  private val databases = Vector[(String, () => TestDatabase)](
    "postgresql" -> (() => KillableDatabase.Postgresql()),
    "mariadb"    -> (() => KillableDatabase.Mariadb()),
    "sqlite"     -> (() => TestDatabase.Sqlite("journal_mode=WAL&busy_timeout=60000&synchronous=FULL"))
  )

  private val tables = Vector("brine" -> "rate_event", "bare" -> "bare_events", "tables" -> "same_event")

  private final val LeastWarmUp = 10000000000L
  private final val MostWarmUp  = 120000000000L

  def main(arguments: Array[String]): Unit =
    val rounds = arguments.headOption.fold(20)(_.toInt)
    val millis = arguments.drop(1).headOption.fold(400L)(_.toLong)
    val named  = arguments.drop(2)
    println(
      "| database | processes | callers of each | Brine, events/s | by hand, small table | Brine / it | " +
        "by hand, tables as Brine's | Brine / it |"
    )
    println("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for
      (name, make)         <- databases if named.isEmpty || named.contains(name)
      (processes, callers) <- Vector((1, 1), (1, 16), (4, 16))
    do
      val rates = Using.resource(make())(measure(_, processes, callers, rounds, millis, LeastWarmUp))
      println(s"| $name | $processes | $callers | ${rates.line} |")

  /** Events a second of each contender, by rounds. */
  final case class Rates(brine: Vector[Double], bare: Vector[Double], tables: Vector[Double]):
    private def median(values: Vector[Double]): String = f"${values.sorted.apply(values.size / 2)}%,.0f"

    private def ratio(other: Vector[Double]): String =
      val ratios            = brine.lazyZip(other).map(_ / _).sorted
      def at(share: Double) = ratios((share * (ratios.size - 1)).round.toInt)
      f"${at(0.5)}%.2f [${at(0.1)}%.2f, ${at(0.9)}%.2f]"

    def line: String = s"${median(brine)} | ${median(bare)} | ${ratio(bare)} | ${median(tables)} | ${ratio(tables)}"

  /** @param warmUp
    *   the least time of it, in nanoseconds
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
    for prefix <- Vector("rate_", RateWriter.TablesPrefix) do
      JdbcEventLog.open(UrlSource(database.url), JdbcSettings(prefix = prefix)).close()
    val all = Vector.newBuilder[Group]
    try
      for (name, _) <- tables do all += Group(name, database.url + kind.batching, processes, callers)
      val groups = all.result()
      warm(groups, millis, warmUp)
      val random = Random(1)
      val rates  = Vector.fill(rounds)(random.shuffle(groups).map(one => one -> one.turn(millis).rate).toMap)
      groups.foreach(_.close())
      for ((_, table), group) <- tables.zip(groups) do check(database, table, group.count)
      val Vector(brine, bare, same) = groups.map(group => rates.map(_(group))): @unchecked
      Rates(brine, bare, same)
    finally all.result().foreach(_.close())

  // Each process by itself first: together they share the processors, and each takes long to be compiled.
  private def warm(groups: Vector[Group], millis: Long, least: Long): Unit =
    if least > 0 then
      for group <- groups; process <- group.all do
        group.count += untilSteady(0)(Vector(process.turn(millis))).map(_.events).sum
    untilSteady(least)(groups.map(_.turn(millis))): Unit

  /** Repeats turns, at least for some nanoseconds, until none of them has become faster for some rounds. */
  private def untilSteady(least: Long)(turns: => Vector[Turn]): Vector[Turn] =
    val all     = Vector.newBuilder[Turn]
    val start   = System.nanoTime
    var fastest = Vector.empty[Double]
    var same    = 0
    def age     = System.nanoTime - start
    while fastest.isEmpty || age < MostWarmUp && (age < least || same < SteadyRounds) do
      val now   = turns
      val rates = now.map(_.rate)
      all ++= now
      same = if fastest.isEmpty || rates.lazyZip(fastest).exists(_ > _ * Gain) then 0 else same + 1
      fastest = if fastest.isEmpty then rates else rates.lazyZip(fastest).map(math.max)
    all.result()

  private final val SteadyRounds = 6
  private final val Gain         = 1.05

  /** What was appended in a turn, and the nanoseconds that it took. */
  private final class Turn(val events: Long, val nanos: Long):
    def rate: Double = events * 1e9 / nanos

  private def check(database: TestDatabase, table: String, count: Long): Unit =
    val found = database.ask(s"select count(*) from $table where seq between 1 and $count").toLong
    val all   = database.ask(s"select count(*) from $table").toLong
    if found != count || all != count then
      throw IllegalStateException(s"$table has $all events, $found of them up to $count, which were acknowledged")

  /** The processes of one contender. */
  private final class Group(contender: String, url: String, processes: Int, callers: Int) extends AutoCloseable:
    val all: Vector[Child] = Vector.fill(processes)(Child(contender, url, callers))
    all.foreach(_.expect("ready"))
    var count = 0L

    /** Lets all processes append. */
    def turn(millis: Long): Turn =
      all.foreach(_.begin(millis))
      val each = all.map(_.end())
      count += each.map(_.events).sum
      Turn(each.map(_.events).sum, each.map(_.nanos).max)

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

    def begin(millis: Long): Unit =
      process.outputWriter().write(s"$millis\n")
      process.outputWriter().flush()

    def end(): Turn =
      val Array(events, nanos) = hear().split(' ').map(_.toLong): @unchecked
      Turn(events, nanos)

    def turn(millis: Long): Turn =
      begin(millis)
      end()

    private def hear(): String =
      val line = lines.readLine()
      if line == null then throw IllegalStateException(s"a process of $contender ended") else line

    def expect(line: String): Unit =
      val heard = hear()
      if heard != line then throw IllegalStateException(s"$line was expected, not $heard")

    def close(): Unit =
      if process.isAlive then
        process.outputWriter().close()
        if !process.waitFor(1, java.util.concurrent.TimeUnit.MINUTES) then process.destroyForcibly(): Unit
