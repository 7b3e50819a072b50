package brine.jdbc.internal.sql

import brine.jdbc.JdbcOpenError
import java.sql.{ResultSet, SQLFeatureNotSupportedException}
import java.util.UUID

/** Creates the tables of a log, or changes those of an earlier release. */
private[jdbc] final class Migrations(dialect: Dialect, tables: Tables, log: String, all: Vector[Migration]):
  /** The version that this release writes. */
  private val newest = all.last.version

  /** Brings the tables to the newest version.
    *
    * @return
    *   an error if a later release has changed them, or somebody else
    */
  def run(session: Session): Either[JdbcOpenError, Unit] =
    try known(session)
    catch case unknown: Migrations.Unknown => Left(JdbcOpenError.UnknownTables(log, unknown.version))

  private def known(session: Session): Either[JdbcOpenError, Unit] =
    // Without the lock first: most programs find everything done, and may have no right to create tables.
    versionIfAny(session) match
      case Some(version) if version == newest => Right(())
      case Some(version) if version > newest  => Left(JdbcOpenError.NewerTables(log, version, newest))
      case None                               => inOtherSchema(session).fold(migrated(session))(Left(_))
      case _                                  =>
        val before = limitless(session)
        try migrated(session)
        finally before.foreach(limited(session, _))

  private def inOtherSchema(session: Session): Option[JdbcOpenError] =
    dialect.otherSchema(session, tables.layout).map(JdbcOpenError.OtherSchema(log, _))

  private def migrated(session: Session): Either[JdbcOpenError, Unit] =
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
  def check(session: Session): Either[JdbcOpenError, Unit] =
    try checked(session)
    catch case unknown: Migrations.Unknown => Left(JdbcOpenError.UnknownTables(log, unknown.version))

  private def checked(session: Session): Either[JdbcOpenError, Unit] = versionIfAny(session) match
    case None                              => Left(inOtherSchema(session).getOrElse(JdbcOpenError.NoTables(log)))
    case Some(version) if version > newest => Left(JdbcOpenError.NewerTables(log, version, newest))
    case Some(version) if version < newest => Left(JdbcOpenError.OlderTables(log, version, newest))
    case _                                 => Right(())

  private def migrate(session: Session, one: Migration): Unit =
    // The head first, as those do who append: otherwise they and this one could wait for each other.
    if one.version > 1 then fence(session)
    one.statements(dialect, tables).foreach(session.execute(tables.layout, _))
    one.additions(dialect, tables).foreach(add(session, _))
    begin(session)
    dialect.finishing(session):
      fence(session)
      one.fill(session, tables)
      session.update(tables.layout, s"insert into ${tables.layout} (version) values (?)")(
        _.int(one.version)
      ): Unit

  /** Programs that know the earlier tables must not append any longer. */
  private def fence(session: Session): Unit =
    session.update(tables.head, s"update ${tables.head} set epoch = epoch + 1 where id = 1")(_ => ()): Unit

  private def add(session: Session, addition: Migration.Addition): Unit =
    import Migration.Addition.*
    val data              = session.connection.getMetaData
    val (catalog, schema) = (session.connection.getCatalog, session.connection.getSchema)
    def has(found: ResultSet, label: String, table: String, name: String): Boolean =
      var isThere = false
      // Names of tables are patterns in some of these calls.
      try
        while found.next() do
          if name.equalsIgnoreCase(found.getString(label)) && table.equalsIgnoreCase(found.getString("TABLE_NAME")) then
            isThere = true
      finally found.close()
      isThere
    addition match
      case Column(table, name, kind) =>
        if !has(data.getColumns(catalog, schema, table, null), "COLUMN_NAME", table, name) then
          session.execute(table, s"alter table $table add column $name $kind")
      case Index(table, name, columns) =>
        if !has(data.getIndexInfo(catalog, schema, table, false, true), "INDEX_NAME", table, name) then
          session.execute(table, s"create index $name on $table ($columns)")

  // Changing a large table takes longer than any other call. Returns the limit before.
  private def limitless(session: Session): Option[Int] =
    try
      val before = session.connection.getNetworkTimeout
      limited(session, math.max(before, Migrations.LongestMillis))
      Some(before).filter(_ > 0)
    catch case _: (SQLFeatureNotSupportedException | AbstractMethodError) => None

  private def limited(session: Session, millis: Int): Unit =
    try session.connection.setNetworkTimeout(task => task.run(), millis)
    catch case _: (SQLFeatureNotSupportedException | AbstractMethodError) => ()

  private def begin(session: Session): Unit =
    val isThere = session.first(tables.head, s"select id from ${tables.head} where id = 1")(_ => ())(_ => ()).isDefined
    if !isThere then
      session.update(
        tables.head,
        s"insert into ${tables.head} (id, next_seq, next_name, next_schema, last_micros, epoch, log_id) " +
          "values (1, 1, 1, 1, 0, 0, ?)"
      )(_.uuid(UUID.randomUUID)): Unit

  /** The version of the tables; 0 if they have none yet. */
  private def versionOf(session: Session): Int =
    val rows = session.query(tables.layout, s"select version from ${tables.layout} order by version")(_ => ()):
      _.getInt(1)
    rows.headOption.filter(_ < 1).foreach(version => throw Migrations.Unknown(version))
    rows.lastOption.getOrElse(0)

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

private[jdbc] object Migrations:
  private final val LongestMillis = 3_600_000

  /** A version that no release has written. */
  private final class Unknown(val version: Int) extends Exception
