package brine.examples.site.views

import brine.entity.projection.Projection
import brine.examples.site.model.{SiteChange, Sites}
import brine.journal.{Query, Record}
import java.sql.Connection
import scala.util.Using

/** What a view stores of the events of sites. Each version has tables of its own, so that a new one is built beside the
  * one that is read.
  */
trait ViewDefinition:
  /** Names the view in messages and tables. */
  def name: String

  /** Creates the tables of a version. */
  def create(connection: Connection, version: Int): Unit

  /** Stores what follows from records. */
  def apply(connection: Connection, version: Int, records: Vector[Record[SiteChange]]): Unit

  /** Names of the tables of a version. */
  def tables(version: Int): Vector[String]

  final def drop(connection: Connection, version: Int): Unit =
    tables(version).foreach(table => ViewDefinition.execute(connection, s"drop table if exists $table"))

  final def projection(version: Int): Projection[SiteChange] =
    Projection[SiteChange](name, version)(Query.category(Sites.name))

object ViewDefinition:
  private[views] def execute(connection: Connection, sql: String): Unit =
    Using.resource(connection.createStatement())(_.execute(sql): Unit)
