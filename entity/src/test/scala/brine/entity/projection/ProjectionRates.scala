package brine.entity.projection

import brine.journal.{AppendBatch, Journal, JournalSettings, Level}
import java.nio.file.Files
import java.sql.Connection
import java.util.Arrays
import scala.concurrent.duration.*

/** Measures how many records a second a projection stores into SQLite, and how long `at` takes after an append while
  * nothing else happens. Prints medians and ranges of turns; the first turns are not counted.
  *
  * {{{
  * ./brine sbt "entity/Test/runMain brine.entity.projection.projectionRates"
  * }}}
  */
@main def projectionRates(): Unit =
  val folder   = Files.createTempDirectory("brine-rates")
  val database = TestDatabase.Sqlite()
  val log      = Journal.open(folder.resolve("log"), JournalSettings())
  try
    database(_.createStatement().execute("create table moves (offset bigint primary key, stream text, n bigint)"))
    for start <- 0 until RateTurns.Records by 500 do
      val batch = AppendBatch().withLevel(Level.OsCache).to(s"line-${start / 500 % 100}")
      for number <- start until start + 500 do batch.add(Move(number))
      log.append(batch).await(): Unit
    val rates = (1 to RateTurns.Turns).map: version =>
      database(_.createStatement().execute("delete from moves"))
      val begun = System.nanoTime
      val moves = SqlProjection.start(log, Moves.projection(version = version), () => database.connect())(
        RateTurns.insert
      )
      moves.await(log.durable, 10.minutes)
      val seconds = (System.nanoTime - begun) / 1e9
      moves.close()
      RateTurns.Records / seconds
    RateTurns.print("records a second into SQLite", rates.drop(2).toArray)
    val moves = SqlProjection.start(log, Moves.projection(), () => database.connect())(RateTurns.insert)
    val waits = (1 to RateTurns.Waits).map: number =>
      Thread.sleep(2)
      val appended = log.append("line-0", Move(number)).await().toOption.get
      val begun    = System.nanoTime
      moves.await(appended.last, 10.seconds)
      (System.nanoTime - begun) / 1e3
    RateTurns.print("microseconds until a durable event is in SQLite", waits.drop(RateTurns.Waits / 4).toArray)
    moves.close()
  finally
    log.close()
    database.close()
    TestDatabase.deleteAll(folder)

private object RateTurns:
  val Records = 500_000
  val Turns   = 7
  val Waits   = 2000

  def insert(connection: Connection, records: Vector[brine.journal.Record[Move]]): Unit =
    val statement = connection.prepareStatement("insert into moves values (?, ?, ?)")
    try
      records.foreach: record =>
        statement.setLong(1, record.offset.sequence)
        statement.setString(2, record.stream)
        statement.setLong(3, record.value.number)
        statement.addBatch()
      statement.executeBatch(): Unit
    finally statement.close()

  def print(what: String, values: Array[Double]): Unit =
    Arrays.sort(values)
    val at99 = values((values.length * 99) / 100)
    val at50 = values(values.length / 2)
    println(f"$what: median $at50%.0f, least ${values.head}%.0f, 99 %% $at99%.0f, most ${values.last}%.0f")
