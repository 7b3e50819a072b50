package brine.examples.site.stores

import java.nio.channels.{FileChannel, OverlappingFileLockException}
import java.nio.file.StandardOpenOption.{CREATE, WRITE}
import java.nio.file.{Files, Path}
import java.sql.DriverManager
import scala.util.Using

/** Keeps a second process of this service away from a database. Locks of files and sessions end with their process, so
  * none is left after a crash.
  */
private[site] object ProcessLock:
  /** A number that other programs will not use in the same database. */
  private val Key = 0x6272696e65736974L

  /** Locks a file beside a database in a file.
    *
    * @param what
    *   what the message calls the database if another process has the lock
    */
  def ofFile(database: Path, what: String = "it"): AutoCloseable = tryFile(database).getOrElse(throw inUse(what))

  /** Locks a file beside a file or a folder; None if another process has the lock. It stays: deleting it would let two
    * processes lock different files.
    */
  def tryFile(beside: Path): Option[AutoCloseable] =
    val real    = if Files.exists(beside) then beside.toRealPath() else beside
    val channel = FileChannel.open(real.resolveSibling(s"${real.getFileName}.lock"), CREATE, WRITE)
    val isOwn   =
      try channel.tryLock() != null
      catch
        // Another store of this process.
        case _: OverlappingFileLockException => false
        case failed: Throwable               =>
          channel.close()
          throw failed
    if !isOwn then channel.close()
    Option.when(isOwn)(channel)

  /** Locks a database of PostgreSQL with a session of its own.
    *
    * @param isShared
    *   whether others that share it may have it as well: the nodes of a cluster
    */
  def ofPostgresql(url: String, isShared: Boolean): AutoCloseable =
    val suffix                 = if isShared then "_shared" else ""
    val session                = DriverManager.getConnection(url)
    def call(function: String) = Using.Manager { use =>
      val found = use(use(session.createStatement()).executeQuery(s"select $function$suffix($Key)"))
      found.next() && found.getBoolean(1)
    }
    try
      if !call("pg_try_advisory_lock").get then throw if isShared then usedAlone else inUse("it")
      () =>
        // The server ends a session some time after its connection, and this process may be started again at once.
        // If the connection is broken, there is nothing to unlock.
        try call("pg_advisory_unlock"): Unit
        finally session.close()
    catch
      case failed: Throwable =>
        session.close()
        throw failed

  private def usedAlone = StoreException(
    "a process of this service that is no node of a cluster uses it: end that one first"
  )

  private def inUse(what: String) =
    StoreException(s"another process of this service uses $what: end that one first")
