package brine.examples.site.views

import brine.examples.site.model.SiteChange
import brine.examples.site.model.SiteEvent.SiteCreated
import brine.journal.Record
import java.sql.Connection
import scala.util.Using

/** How many events of each kind there are, and how many sites of each type. */
object Statistics extends ViewDefinition:
  def name: String = "statistics"

  def tables(version: Int): Vector[String] = Vector(table(version))

  private def table(version: Int) = s"site_statistics_$version"

  def create(connection: Connection, version: Int): Unit =
    ViewDefinition.execute(
      connection,
      s"""create table if not exists ${table(version)} (
         |  topic varchar(20) not null, name varchar(60) not null, amount bigint not null, primary key (topic, name))
         |""".stripMargin
    )

  def apply(connection: Connection, version: Int, records: Vector[Record[SiteChange]]): Unit =
    val events = records.map(record => "events" -> record.value.event.productPrefix)
    val sites  = records.map(_.value.event).collect { case SiteCreated(_, _, of) => "sites" -> of.toString }
    val sql    = s"""insert into ${table(version)} as known values (?, ?, ?)
                 |on conflict (topic, name) do update set amount = known.amount + excluded.amount""".stripMargin
    Using.resource(connection.prepareStatement(sql)): statement =>
      for ((topic, of), found) <- (events ++ sites).groupBy(identity) do
        statement.setString(1, topic)
        statement.setString(2, of)
        statement.setLong(3, found.size.toLong)
        statement.addBatch()
      statement.executeBatch(): Unit

  /** The counts of a topic, `events` or `sites`, the largest first. */
  def counts(connection: Connection, version: Int, topic: String): Vector[(String, Long)] =
    val sql = s"select name, amount from ${table(version)} where topic = ? order by amount desc, name"
    Using.resource(connection.prepareStatement(sql)): statement =>
      statement.setString(1, topic)
      Using.resource(statement.executeQuery()): rows =>
        Iterator.continually(rows).takeWhile(_.next()).map(row => (row.getString(1), row.getLong(2))).toVector
