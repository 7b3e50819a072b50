package brine.jdbc.internal.sql

import brine.jdbc.JdbcOpenError
import java.util.UUID

/** Creates the tables of a log, or changes those of an earlier release. */
private[jdbc] final class Migrations(dialect: Dialect, tables: Tables, log: String, all: Vector[Migration]):
  /** The version that this release writes. */
  private val newest = all.last.version

  /** Brings the tables to the newest version.
    *
    * @return
    *   an error if a later release has changed them
    */
  def run(session: Session): Either[JdbcOpenError, Unit] =
    // Without the lock first: most programs find everything done, and may have no right to create tables.
    versionIfAny(session) match
      case Some(version) if version == newest => Right(())
      case Some(version) if version > newest  => Left(JdbcOpenError.NewerTables(log, version, newest))
      case _                                  =>
        var result: Either[JdbcOpenError, Unit] = Right(())
        dialect.migrating(session, tables):
          session.execute(
            tables.layout,
            s"create table if not exists ${tables.layout} " +
              s"(version int not null primary key)${dialect.tableOptions}"
          )
          val version = versionOf(session)
          if version > newest then result = Left(JdbcOpenError.NewerTables(log, version, newest))
          else all.filter(_.version > version).foreach(migrate(session, _))
        result

  /** Compares the tables with the newest version, and changes nothing. */
  def check(session: Session): Either[JdbcOpenError, Unit] = versionIfAny(session) match
    case None                              => Left(JdbcOpenError.NoTables(log))
    case Some(version) if version > newest => Left(JdbcOpenError.NewerTables(log, version, newest))
    case Some(version) if version < newest => Left(JdbcOpenError.OlderTables(log, version, newest))
    case _                                 => Right(())

  private def migrate(session: Session, one: Migration): Unit =
    one.statements(dialect, tables).foreach(session.execute(tables.layout, _))
    begin(session)
    // Programs that know the earlier tables must not append any longer.
    session.update(tables.head, s"update ${tables.head} set epoch = epoch + 1 where id = 1")(_ => ()): Unit
    session.update(tables.layout, s"insert into ${tables.layout} (version) values (?)")(
      _.int(one.version)
    ): Unit

  private def begin(session: Session): Unit =
    val isThere = session.first(tables.head, s"select id from ${tables.head} where id = 1")(_ => ())(_ => ()).isDefined
    if !isThere then
      session.update(
        tables.head,
        s"insert into ${tables.head} (id, next_seq, next_name, next_schema, last_micros, epoch, log_id) " +
          "values (1, 1, 1, 1, 0, 0, ?)"
      )(_.uuid(UUID.randomUUID)): Unit

  private def versionOf(session: Session): Int =
    session.first(tables.layout, s"select max(version) from ${tables.layout}")(_ => ())(_.getInt(1)).getOrElse(0)

  // By the catalog: a statement about a table that is not there would end the transaction in some databases.
  private def versionIfAny(session: Session): Option[Int] =
    val catalog = session.connection.getCatalog
    val schema  = session.connection.getSchema
    val found   = session.connection.getMetaData.getTables(catalog, schema, tables.layout, Array("TABLE", "BASE TABLE"))
    // The name is a pattern there, in which `_` stands for any character.
    var isThere = false
    try while found.next() do if found.getString("TABLE_NAME").equalsIgnoreCase(tables.layout) then isThere = true
    finally found.close()
    Option.when(isThere)(versionOf(session)).filter(_ > 0)
