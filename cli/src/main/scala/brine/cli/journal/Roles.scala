package brine.cli.journal

import brine.jdbc.{JdbcOpenError, JdbcReplica, JdbcSettings}
import brine.journal.replication.Promotion
import brine.journal.{LogRole, OpenError}
import java.nio.file.Path
import javax.sql.DataSource

/** Reads and changes the roles of logs, in folders and databases. Errors are exit codes, and were reported. */
private[journal] object Roles:
  def role(place: LogPlace): Either[Int, LogRole]    = at(place)(Promotion.role(_), JdbcReplica.role)
  def promote(place: LogPlace): Either[Int, LogRole] = at(place)(Promotion.promote(_), JdbcReplica.promote)
  def fence(place: LogPlace): Either[Int, LogRole]   = at(place)(Promotion.fence(_), JdbcReplica.fence)

  private def at(place: LogPlace)(
      folder: Path => Either[OpenError, LogRole],
      database: (DataSource, JdbcSettings) => Either[JdbcOpenError, LogRole]
  ): Either[Int, LogRole] = place match
    case LogPlace.Folder(path)    => folder(path).left.map(Ending.failed)
    case known: LogPlace.Database =>
      Databases.existing(known)((source, settings) => database(source, settings).left.map(Databases.failed(known, _)))

  /** How a role is told. */
  def text(role: LogRole): String = role match
    case LogRole.Ordinary            => "programs append"
    case LogRole.Replica(of, since)  => s"replica of ${Ending.oneLine(of)} since $since"
    case LogRole.Promoted("", since) => s"promoted at $since"
    case LogRole.Promoted(of, since) => s"promoted at $since; before, a replica of ${Ending.oneLine(of)}"
    case LogRole.Fenced(since)       => s"fenced at $since"

  /** The role as a further line of a summary, unless it is the usual one. */
  def line(role: LogRole): String = if role == LogRole.Ordinary then "" else s"\nrole      ${text(role)}"
