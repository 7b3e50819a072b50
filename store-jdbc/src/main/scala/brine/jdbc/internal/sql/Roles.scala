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
    * @param held
    *   the epoch that the log must have; otherwise nothing is changed
    * @param change
    *   the new role, given the one it has and whether the log has events; None to change nothing
    * @return
    *   the role before, and the new one if there is one
    */
  def change(session: Session, tables: Tables, held: Option[Long] = None)(
      change: (LogRole, Boolean) => Option[LogRole]
  ): Changed =
    session.transaction:
      // Locks the row: in SQLite, a transaction must begin with a change.
      session.update(tables.head, s"update ${tables.head} set next_seq = next_seq where id = 1")(_ => ()): Unit
      val (role, hasEvents, epoch) = session
        .first(tables.head, s"select $Columns, next_seq, epoch from ${tables.head} where id = 1")(_ => ())(row =>
          (of(row), row.getLong(4) > 1, row.getLong(5))
        )
        .getOrElse(throw OwnFailure(s"the table ${tables.head} has no row: somebody has deleted it"))
      val changed = change(role, hasEvents).filter(_ => held.forall(_ == epoch))
      changed.foreach: changed =>
        session.update(
          tables.head,
          s"update ${tables.head} set epoch = epoch + 1, log_role = ?, role_of = ?, role_micros = ? where id = 1"
        )(binder => store(binder, changed)): Unit
      Changed(role, changed, epoch + 1)

  /** Changes the role of a log, and not its epoch, unless somebody else has opened it since this epoch began.
    *
    * @return
    *   the role before, and whether the epoch was this one
    */
  def confirm(session: Session, tables: Tables, epoch: Long)(change: LogRole => LogRole): (LogRole, Boolean) =
    session.transaction:
      session.update(tables.head, s"update ${tables.head} set next_seq = next_seq where id = 1")(_ => ()): Unit
      val (role, isHeld) = session
        .first(tables.head, s"select $Columns, epoch from ${tables.head} where id = 1")(_ => ())(row =>
          (of(row), row.getLong(4) == epoch)
        )
        .getOrElse(throw OwnFailure(s"the table ${tables.head} has no row: somebody has deleted it"))
      val changed = change(role)
      if isHeld && changed != role then
        session.update(
          tables.head,
          s"update ${tables.head} set log_role = ?, role_of = ?, role_micros = ? where id = 1"
        )(binder => store(binder, changed)): Unit
      (role, isHeld)

  /** A change of a role.
    *
    * @param now
    *   the new one, if there is one
    * @param epoch
    *   the epoch, if there is a new one
    */
  final case class Changed(before: LogRole, now: Option[LogRole], epoch: Long)

  private def store(binder: Binder, role: LogRole): Binder =
    def put(number: Int, of: String, since: Instant) =
      binder.int(number).bytes(of.getBytes(UTF_8)).long(Micros.of(since))
    role match
      case LogRole.Ordinary            => binder.int(0).noBytes().noLong()
      case LogRole.Replica(of, since)  => put(1, of, since)
      case LogRole.Promoted(of, since) => put(2, of, since)
      case LogRole.Fenced(since)       => put(3, "", since)
