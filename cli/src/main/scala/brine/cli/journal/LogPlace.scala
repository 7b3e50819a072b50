package brine.cli.journal

import java.nio.file.Path

/** Where a log is: a journal in a folder, or tables in a database. */
private[journal] enum LogPlace:
  case Folder(path: Path)

  /** @param prefix
    *   what the names of the tables begin with
    */
  case Database(url: JdbcUrl, prefix: String)

private[journal] object LogPlace:
  /** What the names of tables begin with, unless an option says something else. */
  private val DefaultPrefix = "brine_"

  /** What the option `--log` says of itself. */
  final val LogDoc = "of a log in a database: what the names of its tables begin with; brine_ by default"

  /** What an argument says of itself. */
  final val DirDoc = "the journal's folder, or the URL of a database, such as jdbc:sqlite:shop.db"

  /** The place with this name.
    *
    * @param log
    *   the prefix of the tables, which only a database has
    * @param isTarget
    *   whether records are copied there: the user and password of the environment may be others
    * @param side
    *   what the command calls the place, such as TO, if it has several
    */
  def of(
      name: String,
      log: Option[String],
      isTarget: Boolean = false,
      environment: String => Option[String] = sys.env.get,
      side: String = ""
  ): Either[String, LogPlace] =
    if isUrl(name) then database(name, log.getOrElse(DefaultPrefix), isTarget, environment, side)
    else if MistypedUrl.problem(name).isDefined then Left(MistypedUrl.problem(name).get)
    else if log.isDefined then Left(s"$name is a folder, and --log names tables of a database")
    else Ending.path(name).map(Folder(_))

  /** Whether a name is the URL of a database. */
  def isUrl(name: String): Boolean = name.startsWith("jdbc:")

  private def database(
      name: String,
      prefix: String,
      isTarget: Boolean,
      environment: String => Option[String],
      side: String
  ): Either[String, LogPlace] =
    def of(what: String) =
      Option.when(isTarget)(environment(s"BRINE_JDBC_TO_$what")).flatten.orElse(environment(s"BRINE_JDBC_$what"))
    val url = JdbcUrl(name, of("USER"), of("PASSWORD"), side)
    if !prefix.matches("[a-z][a-z0-9_]{0,29}") then
      Left(s"'$prefix' is no name of a log: it is 1 to 30 of a-z, 0-9 and _, the first a letter, such as brine_")
    else if url.kind == "mysql" then
      Left(s"${url.shown} is for another driver: the one here is of MariaDB, also for MySQL: use jdbc:mariadb:")
    else if !Databases.kinds.contains(url.kind) then
      Left(s"${url.shown} is no URL of SQLite, PostgreSQL or MariaDB; ${Databases.examples}")
    else if url.kind == JdbcUrl.Sqlite && url.file.isEmpty then
      Left(s"${url.shown} names no file; ${Databases.examples}")
    else url.problem.toLeft(Database(url, prefix))
