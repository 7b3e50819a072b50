package brine.pekko.projection

import brine.entity.projection.*
import brine.journal.{EventLog, Offset, Record}
import brine.pekko.*
import java.nio.file.Path
import java.sql.{Connection, DriverManager}
import org.apache.pekko.actor.typed.ActorSystem
import scala.concurrent.duration.*
import scala.util.Using

/** A database with the tables that projections of moves need, in a file of a folder. */
final class MoveTables(folder: Path, version: Int = 1):
  private val url = s"jdbc:sqlite:${folder.resolve("views.db")}?journal_mode=WAL&busy_timeout=20000&synchronous=OFF"

  def connect(): Connection = DriverManager.getConnection(url)

  Using.resource(connect())(Moves.createTable(_, version))

  def lines: Map[String, Line] = Using.resource(connect())(Moves.lines(_, version))

  /** Starts the projection on a node. A record that comes twice or too early fails, and would be set aside.
    *
    * @param before
    *   called with the records before they are stored; what it throws fails them
    */
  def start(
      system: ActorSystem[?],
      log: EventLog,
      slices: Int,
      settings: PekkoProjectionSettings = MoveTables.settings,
      name: String = "moves"
  )(before: Vector[Record[Move]] => Unit = _ => ()): PekkoProjection =
    PekkoProjection.start(system, log, Moves.projection(name, version), slices, () => connect(), settings):
      (connection, records) =>
        before(records)
        Moves.store(connection, records, version)

object MoveTables:
  val settings: PekkoProjectionSettings = PekkoProjectionSettings.defaults
    .withWakeEvery(50.millis)
    .withProjection(ProjectionSettings(attempts = 2, backoff = brine.actor.Backoff(1.milli, 20.millis)))

  def move(log: EventLog, line: Int, number: Long): Offset =
    log.append(s"line-$line", Move(number)).await().fold(error => throw AssertionError(error.message), _.last)

  /** What the tables must have when all records up to an offset are in them. */
  def fold(log: EventLog, upTo: Offset): Map[String, Line] =
    Moves.fold(
      log.readQuery[Move](Moves.projection().query).toVector.toOption.get.takeWhile(_.offset.sequence <= upTo.sequence)
    )
