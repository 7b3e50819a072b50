package brine.jdbc

import brine.journal.LogRole

/** Why a log in a database could not be opened. Nothing was changed, except that tables may have been created, or
  * changed in part to those of this release. Opening again continues that.
  */
enum JdbcOpenError(val message: String):
  /** The log is for SQLite, PostgreSQL, MariaDB and MySQL. */
  case UnknownDatabase(product: String)
      extends JdbcOpenError(
        s"the database is $product: a log needs SQLite, PostgreSQL, MariaDB or MySQL. Give JdbcEventLog.open a " +
          "DataSource of one of these"
      )

  /** The URL of SQLite has parameters that the driver does not know: it takes them for the end of the file's name.
    * Nothing was changed, but there may be an empty file of that name.
    *
    * @param file
    *   the file that was meant
    * @param parameters
    *   names of the parameters
    */
  case UnknownParameters(file: String, parameters: String)
      extends JdbcOpenError(
        s"the URL of the file $file has parameters that SQLite's driver does not know: $parameters. It takes them for " +
          "a part of the file's name: correct them, and delete the empty file of that name"
      )

  /** A later release has changed the tables. */
  case NewerTables(log: String, version: Int, newest: Int)
      extends JdbcOpenError(
        s"the log $log has tables of version $version, and this release knows up to $newest: use a newer release"
      )

  /** There are no tables with this prefix, and [[JdbcSettings.createTables]] is false. Nothing was changed. */
  case NoTables(log: String)
      extends JdbcOpenError(s"there is no log $log: check the database and the prefix of the tables")

  /** The tables are in a schema that the search path of the connection names after another one: a new log would be
    * created there, without the events of this one. Nothing was changed.
    *
    * @param schema
    *   the schema of the tables
    */
  case OtherSchema(log: String, schema: String)
      extends JdbcOpenError(
        s"the log $log has its tables in the schema $schema, and the search_path of this connection has another schema " +
          s"before that, where a new log without events would begin. Name the schema: currentSchema=$schema in the " +
          "URL, or the other one for a new log"
      )

  /** The tables are those of an earlier release, and [[JdbcSettings.createTables]] is false. Nothing was changed. */
  case OlderTables(log: String, version: Int, newest: Int)
      extends JdbcOpenError(
        s"the log $log has tables of version $version, and this release reads $newest: open the log with a program " +
          "of this release first, which changes them"
      )

  /** The tables have a version that no release has written. */
  case UnknownTables(log: String, version: Int)
      extends JdbcOpenError(
        s"the log $log has tables of version $version, which no release has written: somebody has changed the table " +
          "with the name that ends in layout. Restore it from a backup"
      )

  /** The database is set to lose commits in a power cut. */
  case NotDurable(log: String, problem: String)
      extends JdbcOpenError(
        s"the log $log would lose appends in a power cut: $problem. Change that, or say " +
          "JdbcSettings.withRequireDurable(false) if they may be lost"
      )

  /** The log is a replica, or was fenced: see [[brine.journal.LogRole]]. Nothing was changed. To read it, set
    * [[JdbcSettings.readOnly]].
    */
  case NotWritable(log: String, role: LogRole) extends JdbcOpenError(role.refusal(s"the log $log"))

  /** The database refused, or cannot be reached. */
  case Failed(log: String, cause: Exception)
      extends JdbcOpenError(s"the log $log cannot be opened: ${cause.getMessage}")

/** A [[JdbcOpenError]] as an exception. */
final class JdbcOpenException(val error: JdbcOpenError)
    extends RuntimeException(
      error.message,
      error match
        case JdbcOpenError.Failed(_, cause) => cause
        case _                              => null
    )
