package brine.jdbc

import brine.jdbc.internal.appending.{Announcer, AppendQueue, GroupTransaction, Request, Seen, Writer}
import brine.jdbc.internal.flight.FlightEvents
import brine.jdbc.internal.names.{Names, Schemas}
import brine.jdbc.internal.opening.{Access, Opened}
import brine.jdbc.internal.reading.Reading
import brine.jdbc.internal.saving.{JdbcSnapshots, JdbcStates}
import brine.jdbc.internal.sql.{Migration, Roles}
import brine.journal.*
import brine.journal.snapshot.SnapshotStore
import brine.journal.state.StateRecords
import java.time.Instant
import java.util.Objects
import javax.sql.DataSource

/** An [[brine.journal.EventLog]] in a database: SQLite, PostgreSQL, MariaDB or MySQL. Several processes may append to
  * one log; offsets are dense and in the order of commits all the same. Thread-safe.
  *
  * {{{
  * val log = JdbcEventLog.open(dataSource)
  * log.append("account-1", ExpectedVersion.NoStream, Seq(Paid(500))).await()
  * log.close()
  * }}}
  *
  * A thread of the log commits what waits in one transaction, and calls listeners. Every level is as durable as
  * [[brine.journal.Level.Disk]]: a commit of the database. Reads run on other threads of the log, while callers wait;
  * so interrupts do no harm. The DataSource stays the program's: close it after the log.
  */
final class JdbcEventLog private (opened: Opened, settings: JdbcSettings) extends EventLog:
  import opened.database

  private val names   = Names(database.tables, opened.identity)
  private val schemas = Schemas(database.tables)
  private val signals = if settings.notifies then database.dialect.signals(opened.identity) else None
  private val reading = Reading(database, names, schemas, opened.identity, signals = signals)
  private val seen    = Seen(names, schemas, () => reading.watermark.value)
  private val queue   = AppendQueue(settings.maxPendingAppends, settings.maxPendingBytes)
  private val writer  = Writer(
    database,
    queue,
    GroupTransaction(database, names, schemas, opened.identity, seen),
    Announcer(signals),
    reading.watermark.raise,
    () => reading.watermark.end()
  )

  def name: String = database.name

  private[brine] override def logIdentity: Option[java.util.UUID] = Some(opened.identity.id)

  def appendEncoded(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
    Objects.requireNonNull(append, "append"): Unit
    Objects.requireNonNull(listener, "listener"): Unit
    val refused =
      if settings.readOnly then Some(AppendError.Closed("it was opened to be read alone (JdbcSettings.readOnly)"))
      else if append.bytes > settings.maxAppendBytes then
        Some(AppendError.TooLarge(append.bytes, settings.maxAppendBytes.toLong))
      else queue.offer(Request(append, listener, context), waits)
    refused.foreach(listener.rejected(context, _))

  override def takesStored: Boolean  = true
  override def mostAppendBytes: Long = settings.maxAppendBytes.toLong

  val source: EventSource = reading

  def durable: Offset =
    reading.refresh()
    reading.visible

  def version(stream: String): Either[ReadError, Long] =
    Objects.requireNonNull(stream, "stream"): Unit
    answered(reading.version(stream))

  def offsetAt(time: Instant): Either[ReadError, Offset] =
    Objects.requireNonNull(time, "time"): Unit
    answered(Offset(reading.firstAt(time)))

  private def answered[A](body: => A): Either[ReadError, A] =
    if queue.isClosed then Left(ReadError.Closed)
    else
      try Right(body)
      catch
        case failed: JournalException =>
          failed.error match
            case error: ReadError => Left(error)
            case _                => throw failed

  val snapshots: SnapshotStore = JdbcSnapshots(database, opened.identity, () => durable, () => queue.isClosed)

  private val savedStates = JdbcStates(database, schemas, opened.identity, seen, () => durable, () => queue.isClosed)

  val states: StateRecords = savedStates

  private[jdbc] def epoch: Long = opened.identity.epoch

  /** The role of the log, and whether its epoch is that of the opening. */
  private[jdbc] def roleNow: Either[ReadError, (LogRole, Boolean)] = answered:
    database.read: session =>
      val role  = Roles.read(session, database.tables).getOrElse(LogRole.Ordinary)
      val epoch = s"select epoch from ${database.tables.head} where id = 1"
      (role, session.first(database.tables.head, epoch)(_ => ())(_.getLong(1)).contains(opened.identity.epoch))

  private def start(): JdbcEventLog =
    reading.watermark.raise(opened.last)
    reading.watermark.start()
    writer.start()
    this

  /** Commits every accepted append, ends subscriptions, and gives the connections back. If the database does not
    * answer, what waits fails after one try: in at most twice `connectTimeout` and `networkTimeout` together.
    * Records that are being read can be read on while the DataSource gives connections.
    */
  def close(): Unit =
    StoreThread.requireOther("close")
    var wasInterrupted = Thread.interrupted()
    queue.close(AppendError.Closed("it was closed by this program"))
    database.beginClosing()
    if writer.awaitEnd() then wasInterrupted = true
    savedStates.close()
    database.close()
    if wasInterrupted then Thread.currentThread.interrupt()

object JdbcEventLog:
  /** Opens the log in a database, and creates its tables if there are none.
    *
    * @param source
    *   gives connections to the database, best from a pool
    * @throws JdbcOpenException
    *   if it cannot be opened
    */
  def open(source: DataSource, settings: JdbcSettings = JdbcSettings.defaults): JdbcEventLog =
    tryOpen(source, settings).fold(error => throw JdbcOpenException(error), identity)

  /** Opens the log in a database, as [[open]] does. */
  def tryOpen(
      source: DataSource,
      settings: JdbcSettings = JdbcSettings.defaults
  ): Either[JdbcOpenError, JdbcEventLog] =
    tryOpen(source, settings, Migration.all)

  /** The same with other tables, for tests. */
  private[jdbc] def tryOpen(
      source: DataSource,
      settings: JdbcSettings,
      migrations: Vector[Migration]
  ): Either[JdbcOpenError, JdbcEventLog] =
    Objects.requireNonNull(settings, "settings"): Unit
    tryOpen(source, settings, migrations, if settings.readOnly then Access.Reading else Access.Appending)

  /** Opens a replica for its follower. */
  private[jdbc] def tryOpen(
      source: DataSource,
      settings: JdbcSettings,
      access: Access
  ): Either[JdbcOpenError, JdbcEventLog] = tryOpen(source, settings, Migration.all, access)

  private def tryOpen(
      source: DataSource,
      settings: JdbcSettings,
      migrations: Vector[Migration],
      access: Access
  ): Either[JdbcOpenError, JdbcEventLog] =
    Objects.requireNonNull(source, "source"): Unit
    FlightEvents.prepare()
    Opened.of(source, settings, migrations, access).map(opened => new JdbcEventLog(opened, settings).start())
