package brine.cli.journal

import brine.jdbc.{JdbcEventLog, JdbcOpenError, JdbcSettings}
import brine.journal.EventLogReader
import java.io.PrintWriter
import java.nio.file.{Files, Path}
import java.sql.{Connection, Driver, SQLException, SQLFeatureNotSupportedException}
import java.util.Properties
import java.util.logging.Logger
import javax.sql.DataSource

/** Opens logs in databases. */
private[journal] object Databases:
  // Not by DriverManager, which would say less if a driver is missing.
  private val drivers: Map[String, () => Driver] = Map(
    JdbcUrl.Sqlite -> (() => org.sqlite.JDBC()),
    "postgresql"   -> (() => org.postgresql.Driver()),
    "mariadb"      -> (() => org.mariadb.jdbc.Driver())
  )

  /** The kinds of databases whose drivers are there. */
  val kinds: Set[String] = drivers.keySet

  /** URLs for people to begin with. */
  val examples = "examples: jdbc:sqlite:shop.db, jdbc:postgresql://host/database, jdbc:mariadb://host/database"

  /** Uses a log that is only read. Creates neither a file nor tables. Returns the exit code. */
  def reading(place: LogPlace.Database)(use: EventLogReader => Int): Int =
    place.url.file.filterNot(Files.exists(_)) match
      case Some(file) => Ending.complain(s"no file $file: name one with a log, or check the path")
      case None       =>
        val settings = JdbcSettings(prefix = place.prefix, createTables = false, requireDurable = false)
        opened(place, settings)(use)

  /** Uses a log to append to. Creates its file and tables if there are none. Returns the exit code. */
  def writing(place: LogPlace.Database)(use: JdbcEventLog => Int): Int =
    val folder = place.url.file.map(_.toAbsolutePath.getParent).filterNot(Files.isDirectory(_))
    folder match
      case Some(folder) => Ending.complain(s"the folder $folder does not exist; create it first")
      case None         =>
        val settings = JdbcSettings(
          prefix = place.prefix,
          // Journals in files may have larger appends than a database by default.
          maxAppendBytes = LargestAppend
        )
        opened(place, settings)(use)

  private final val LargestAppend = 256 << 20

  private def opened(place: LogPlace.Database, settings: JdbcSettings)(use: JdbcEventLog => Int): Int =
    source(place.url, drivers(place.url.kind)) match
      case Left(missing) => Ending.failed(missing)
      case Right(source) =>
        JdbcEventLog.tryOpen(source, settings) match
          case Left(error: JdbcOpenError.NoTables) =>
            Ending.complain(s"${place.url.masked(error.message)} (--log NAME names other tables)")
          case Left(error) => Ending.failed(place.url.masked(error.message))
          case Right(log)  =>
            try use(log)
            finally log.close()

  /** Gives connections to a URL; or says that its driver is missing. */
  private[journal] def source(url: JdbcUrl, driver: () => Driver): Either[String, DataSource] =
    try
      val known      = driver()
      val properties = Properties()
      // The file has neither.
      if url.kind != JdbcUrl.Sqlite then
        url.user.filterNot(_ => url.has("user")).foreach(properties.setProperty("user", _): Unit)
        url.password.filterNot(_ => url.has("password")).foreach(properties.setProperty("password", _): Unit)
      Right(Source(known, url, properties))
    catch
      case error: LinkageError =>
        Left(s"the driver for ${url.shown} is missing (${error.getMessage}): use the whole jar, brine-cli.jar")

  private final class Source(driver: Driver, url: JdbcUrl, properties: Properties) extends DataSource:
    def getConnection(): Connection =
      val connection =
        try driver.connect(url.text, properties)
        catch case error: SQLException => throw masked(error)
      if connection == null then throw SQLException(s"the driver does not know ${url.shown}", "08001")
      connection

    // What others print of it, too, has no password.
    private def masked(error: SQLException): SQLException =
      SQLException(url.masked(s"${error.getMessage}"), error.getSQLState, error.getErrorCode)

    def getConnection(user: String, password: String): Connection = getConnection()
    def getLogWriter(): PrintWriter                               = null
    def setLogWriter(out: PrintWriter): Unit                      = ()
    def setLoginTimeout(seconds: Int): Unit                       = ()
    def getLoginTimeout(): Int                                    = 0
    def getParentLogger(): Logger                                 = throw SQLFeatureNotSupportedException()
    def unwrap[A](as: Class[A]): A                                = throw SQLException("no wrapper")
    def isWrapperFor(as: Class[?]): Boolean                       = false

  /** Whether both are the same tables, as far as the URLs say it. */
  def areSame(one: LogPlace.Database, other: LogPlace.Database): Boolean =
    def place(of: LogPlace.Database) = of.url.file.map(real).getOrElse(of.url.text)
    one.prefix == other.prefix && place(one) == place(other)

  /** Whether a file is in a folder, or below it. */
  def isWithin(file: Path, folder: Path): Boolean = Files.exists(folder) && real(file).startsWith(folder.toRealPath())

  /** The path without links; the file itself may be missing. */
  private def real(file: Path): Path =
    val parent = file.toAbsolutePath.normalize.getParent
    if Files.exists(file) then file.toRealPath()
    else if parent != null && Files.exists(parent) then parent.toRealPath().resolve(file.getFileName)
    else file.toAbsolutePath.normalize
