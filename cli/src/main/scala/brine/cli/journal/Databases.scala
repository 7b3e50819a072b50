package brine.cli.journal

import brine.jdbc.{JdbcEventLog, JdbcFailure, JdbcOpenError, JdbcSettings}
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
    missing(place).getOrElse(opened(place, settingsOf(place))(use))

  /** Uses a log to append to. Creates its file and tables if there are none. Returns the exit code. */
  def writing(place: LogPlace.Database)(use: JdbcEventLog => Int): Int =
    withoutFolder(place).getOrElse(opened(place, toAppend(place))(use))

  /** Uses a database in which a log may be created. Returns the exit code. */
  def changing(place: LogPlace.Database)(use: (DataSource, JdbcSettings) => Int): Int =
    withoutFolder(place).getOrElse(connected(place).fold(identity, use(_, toAppend(place))))

  /** Uses a database in which a log is. Errors are exit codes, and were reported. */
  def existing[A](place: LogPlace.Database)(use: (DataSource, JdbcSettings) => Either[Int, A]): Either[Int, A] =
    missing(place).toLeft(()).flatMap(_ => connected(place)).flatMap(use(_, settingsOf(place)))

  private def missing(place: LogPlace.Database): Option[Int] =
    place.url.file
      .filterNot(Files.exists(_))
      .map(file => Ending.complain(s"${side(place)}no file $file: name one with a log, or check the path"))

  private def side(place: LogPlace.Database): String =
    if place.url.named == place.url.shown then "" else s"${place.url.named}: "

  private def withoutFolder(place: LogPlace.Database): Option[Int] =
    place.url.file
      .map(_.toAbsolutePath.getParent)
      .filterNot(Files.isDirectory(_))
      .map(folder => Ending.complain(s"the folder $folder does not exist; create it first"))

  private def settingsOf(place: LogPlace.Database) =
    JdbcSettings(prefix = place.prefix, createTables = false, requireDurable = false, readOnly = true)

  // Journals in files may have larger appends than a database by default.
  private def toAppend(place: LogPlace.Database) =
    JdbcSettings(prefix = place.prefix, maxAppendBytes = LargestAppend)

  private final val LargestAppend = 256 << 20

  private def opened(place: LogPlace.Database, settings: JdbcSettings)(use: JdbcEventLog => Int): Int =
    connected(place)
      .flatMap(source => JdbcEventLog.tryOpen(source, settings).left.map(failed(place, _)))
      .fold(
        identity,
        log =>
          try use(log)
          finally log.close()
      )

  private def connected(place: LogPlace.Database): Either[Int, DataSource] =
    source(place.url, drivers(place.url.kind)).left.map(Ending.failed(_))

  /** Reports why a log cannot be opened. Returns the exit code. */
  def failed(place: LogPlace.Database, error: JdbcOpenError): Int = error match
    case error: JdbcOpenError.NoTables =>
      Ending.complain(s"${side(place)}${error.message} (--log NAME names other tables)")
    case error: JdbcOpenError.UnknownParameters => Ending.complain(s"${side(place)}${error.message}")
    // Without a connection, the log does not know where it is.
    case error: JdbcOpenError.Failed if !error.log.startsWith("jdbc:") =>
      Ending.failed(s"${place.url.named} cannot be opened: ${error.cause.getMessage}")
    case error => Ending.failed(s"${side(place)}${error.message}")

  // Drivers print what they cannot use, and throw no error then. The loggers are kept, or their levels are forgotten.
  private val silenced = Vector("org.postgresql", "org.mariadb.jdbc").map(Logger.getLogger)
  silenced.foreach(_.setLevel(java.util.logging.Level.OFF))

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
      SQLException(url.masked(JdbcFailure.reason(error)), error.getSQLState, error.getErrorCode)

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
