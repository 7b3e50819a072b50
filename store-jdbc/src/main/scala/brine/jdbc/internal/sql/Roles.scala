package brine.jdbc.internal.sql

import brine.journal.{LogRole, Micros}
import java.nio.charset.StandardCharsets.UTF_8
import java.sql.ResultSet
import java.time.Instant

/** The role of a log, in columns of its head. Stateless. */
private[jdbc] object Roles:
  private final val Columns = "log_role, role_of, role_micros"

  /** The version of the tables that have it. */
  final val Since = 3

  def additions(tables: Tables, nameType: String): Vector[Migration.Addition] = Vector(
    Migration.Addition.Column(tables.head, "log_role", "int"),
    Migration.Addition.Column(tables.head, "role_of", nameType),
    Migration.Addition.Column(tables.head, "role_micros", "bigint")
  )

  /** The role; None if there is no head. */
  def read(session: Session, tables: Tables): Option[LogRole] =
    session.first(tables.head, s"select $Columns from ${tables.head} where id = 1")(_ => ())(of)

  private def of(row: ResultSet): LogRole =
    def name  = Option(row.getBytes(2)).fold("")(String(_, UTF_8))
    def since = Micros.instant(row.getLong(3))
    row.getInt(1) match
      case 0     => LogRole.Ordinary
      case 1     => LogRole.Replica(name, since)
      case 2     => LogRole.Promoted(name, since)
      case 3     => LogRole.Fenced(since)
      case other => throw OwnFailure(s"the log has the role $other, which no release has written")

  /** Changes the role, and raises the epoch, in a transaction: from then on nobody appends who opened the log before.
    *
    * @param change
    *   the new role, given the one it has; None to change nothing
    * @return
    *   the role that the log has then
    */
  def change(session: Session, tables: Tables)(change: LogRole => Option[LogRole]): LogRole =
    session.transaction:
      val head    = locked(session, tables)
      val changed = change(head.role)
      changed.foreach(set(session, tables, _))
      changed.getOrElse(head.role)

  /** Makes a log a replica, and raises the epoch, in a transaction, if it is still as its follower has compared it.
    *
    * @param epoch
    *   its epoch then
    * @param last
    *   number of its last event then
    * @param change
    *   the new role, given the one it has; None to refuse it
    */
  def take(session: Session, tables: Tables, epoch: Long, last: Long)(change: LogRole => Option[LogRole]): Taken =
    session.transaction:
      val head = locked(session, tables)
      if head.epoch != epoch then Taken.Refused(head.role)
      else if head.last != last then Taken.Grown(head.last)
      else
        change(head.role) match
          case None       => Taken.Refused(head.role)
          case Some(role) =>
            set(session, tables, role)
            Taken.Done(epoch + 1)

  private def locked(session: Session, tables: Tables): Head =
    // Locks the row: in SQLite, a transaction must begin with a change.
    session.update(tables.head, s"update ${tables.head} set next_seq = next_seq where id = 1")(_ => ()): Unit
    session
      .first(tables.head, s"select $Columns, next_seq, epoch from ${tables.head} where id = 1")(_ => ())(row =>
        Head(of(row), row.getLong(4) - 1, row.getLong(5))
      )
      .getOrElse(throw OwnFailure(s"the table ${tables.head} has no row: somebody has deleted it"))

  private def set(session: Session, tables: Tables, role: LogRole): Unit =
    session.update(
      tables.head,
      s"update ${tables.head} set epoch = epoch + 1, log_role = ?, role_of = ?, role_micros = ? where id = 1"
    )(binder => store(binder, role)): Unit

  private final case class Head(role: LogRole, last: Long, epoch: Long)

  /** What has come of [[take]]. */
  enum Taken:
    /** The log has this epoch. */
    case Done(epoch: Long)

    /** It has more events, up to this one. Nothing was changed. */
    case Grown(last: Long)

    /** It is no replica to take, or somebody else has taken it. Nothing was changed. */
    case Refused(role: LogRole)

  private def store(binder: Binder, role: LogRole): Binder =
    def put(number: Int, of: String, since: Instant) =
      binder.int(number).bytes(of.getBytes(UTF_8)).long(Micros.of(since))
    role match
      case LogRole.Ordinary            => binder.int(0).noBytes().noLong()
      case LogRole.Replica(of, since)  => put(1, of, since)
      case LogRole.Promoted(of, since) => put(2, of, since)
      case LogRole.Fenced(since)       => put(3, "", since)
