package brine.examples.site.views

import brine.entity.projection.SqlProjection
import brine.journal.{EventLogReader, Journal}
import java.sql.Connection
import java.util.UUID
import scala.util.Using

/** Remembers in the database of the views of which log they are. Positions in one log say nothing about another. */
private[site] object LogOfViews:
  /** Makes the database that of a log: forgets all views in it if they are of another one. Call it before there are
    * views.
    *
    * @return
    *   whether views were forgotten. They are not if the log has no identity, because nothing can be compared
    */
  def claim(log: EventLogReader, connect: () => Connection, views: Seq[ViewDefinition]): Boolean =
    identityOf(log).fold(false): identity =>
      SqlConnections.use(connect): connection =>
        ViewDefinition.execute(connection, "create table if not exists site_views_log (log varchar(36) primary key)")
      val isOther = !known(connect).contains(identity)
      val hasSome = isOther && views.map(forget(connect, _)).contains(true)
      // Last: what a crash has interrupted is done again.
      if isOther then remember(connect, identity)
      hasSome

  private def identityOf(log: EventLogReader): Option[UUID] = log match
    case journal: Journal => journal.journalIdentity
    case other            => other.logIdentity

  private def known(connect: () => Connection): Option[UUID] =
    SqlConnections.use(connect): connection =>
      Using.Manager { use =>
        val rows = use(use(connection.createStatement()).executeQuery("select log from site_views_log"))
        Option.when(rows.next())(UUID.fromString(rows.getString(1)))
      }.get

  private def forget(connect: () => Connection, view: ViewDefinition): Boolean =
    val versions = SqlProjection.versions(connect, view.name).map(_.version)
    for version <- versions do
      SqlConnections.use(connect)(view.drop(_, version))
      SqlProjection.forget(connect, view.name, version)
    versions.nonEmpty

  private def remember(connect: () => Connection, identity: UUID): Unit =
    SqlConnections.use(connect): connection =>
      ViewDefinition.execute(connection, "delete from site_views_log")
      ViewDefinition.execute(connection, s"insert into site_views_log values ('$identity')")
