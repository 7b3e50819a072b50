package brine.examples.site.stores

import brine.examples.site.Failures
import brine.jdbc.JdbcEventLog
import brine.journal.{EventLog, Journal}
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException
import com.zaxxer.hikari.{HikariConfig, HikariDataSource}
import java.nio.file.{Files, Path}
import java.sql.Connection

/** Where the events of sites are, and the tables of views. Close it after all that uses them. A store is open in one
  * process at a time: two would take the views from each other. The nodes of a cluster share the events, and each has
  * views of its own.
  *
  * @param log
  *   the events
  * @param connect
  *   gives connections to the database of the views
  */
final class Store private (
    val name: String,
    val log: EventLog,
    val connect: () => Connection,
    resources: List[AutoCloseable]
) extends AutoCloseable:
  def close(): Unit =
    log.close()
    resources.foreach(_.close())

object Store:
  /** How many connections the views use at a time: one for each projection, the others for readers. */
  private val ForViews = 8

  /** Opens the store that a flag names: `files:FOLDER`, `sqlite:FILE`, or a URL `postgresql://…`.
    *
    * Views of files and of SQLite are in a SQLite file of their own. It may be deleted: they are built again.
    *
    * @return
    *   what is wrong with the flag
    */
  def open(flag: String): Either[String, Store] = flag match
    case s"files:$folder" if folder.nonEmpty          => opened(flag)(files(Path.of(folder)))
    case s"sqlite:$file" if file.nonEmpty             => opened(flag)(sqlite(Path.of(file)))
    case s"postgresql:$rest" if rest.startsWith("//") => opened(flag)(postgresql(s"jdbc:$flag"))
    case _                                            =>
      Left(
        s"no store '${StoreFlag.withoutSecrets(flag, flag)}': it is files:FOLDER, sqlite:FILE or postgresql://HOST:PORT/DATABASE?user=NAME&password=WORD"
      )

  /** Opens the store of a node of a cluster: events in PostgreSQL, and views in a SQLite file of the node. The file may
    * be deleted: the views are built again. Its folder is created.
    *
    * @param flag
    *   a URL `postgresql://…`
    * @return
    *   what is wrong with the flag
    */
  def ofNode(flag: String, views: Path): Either[String, Store] = flag match
    case s"postgresql:$rest" if rest.startsWith("//") => opened(flag)(node(s"jdbc:$flag", views))
    case _                                            =>
      Left(
        s"no store of a cluster '${StoreFlag.withoutSecrets(flag, flag)}': its nodes share events in postgresql://HOST:PORT/DATABASE?user=NAME&password=WORD"
      )

  private def opened(flag: String)(store: => Store): Either[String, Store] =
    try Right(store)
    catch
      case failed: Exception =>
        Left(s"the store cannot be opened: ${StoreFlag.withoutSecrets(flag, Failures.reason(failed))}")

  private def files(folder: Path): Store =
    Files.createDirectories(folder): Unit
    // The journal has a lock of its own.
    val views = viewsOf(folder.resolve("views.db"))
    or(views)(
      new Store(s"files in $folder", Journal.open(folder.resolve("events")), () => views.getConnection, List(views))
    )

  private def sqlite(file: Path): Store =
    val folder = file.toAbsolutePath.getParent
    // The driver takes what follows for options, and creates a file before it looks at them.
    if file.toString.contains('?') then
      throw StoreException(s"'$file' has a '?': name the file alone, because the service sets the options of SQLite")
    if folder == null || !Files.isDirectory(folder) then
      throw StoreException(s"there is no folder $folder: create it first")
    val lock = ProcessLock.ofFile(file)
    or(lock):
      val source = org.sqlite.SQLiteDataSource()
      source.setUrl(urlOf(file))
      val views = viewsOf(file.resolveSibling(s"${file.getFileName}.views"))
      or(views):
        new Store(s"SQLite in $file", JdbcEventLog.open(source), () => views.getConnection, List(views, lock))

  private def postgresql(url: String): Store =
    val lock = ProcessLock.ofPostgresql(url, isShared = false)
    or(lock):
      val source = pool(url, 5 + ForViews)
      or(source)(new Store("PostgreSQL", JdbcEventLog.open(source), () => source.getConnection, List(source, lock)))

  private def node(url: String, file: Path): Store =
    Option(file.toAbsolutePath.getParent).foreach(Files.createDirectories(_): Unit)
    val own = ProcessLock.ofFile(file, s"the file of views $file")
    or(own):
      val all = ProcessLock.ofPostgresql(url, isShared = true)
      or(all):
        // A machine that is cut off while its transaction has locks would stop all others.
        val source = pool(url, 5, "set idle_in_transaction_session_timeout = '5s'")
        or(source):
          val views = viewsOf(file)
          or(views):
            new Store("PostgreSQL", JdbcEventLog.open(source), () => views.getConnection, List(views, source, all, own))

  private def or(resource: AutoCloseable)(store: => Store): Store =
    try store
    catch
      case failed: Throwable =>
        resource.close()
        throw failed

  /** Losing a commit of the views harms nothing: their positions are lost with it, and the log has the events. */
  private def viewsOf(file: Path): HikariDataSource =
    try pool(s"${urlOf(file)}&synchronous=NORMAL", ForViews)
    catch
      case failed: PoolInitializationException =>
        // The driver does not say which file it cannot open.
        throw StoreException(s"the views in $file: ${Failures.cause(failed)}")

  private def urlOf(file: Path) = s"jdbc:sqlite:$file?journal_mode=WAL&busy_timeout=10000"

  /** @param first
    *   a statement for each new connection
    */
  private def pool(url: String, most: Int, first: String | Null = null): HikariDataSource =
    val config = HikariConfig()
    config.setJdbcUrl(url)
    config.setMaximumPoolSize(most)
    config.setMinimumIdle(0)
    config.setConnectionTimeout(10_000)
    config.setConnectionInitSql(first)
    HikariDataSource(config)
