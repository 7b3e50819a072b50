package brine.jdbc.internal.reading

import brine.jdbc.internal.names.{Names, Schemas}
import brine.jdbc.internal.queries.{StoredEvent, StoredEvents}
import brine.jdbc.internal.sql.{Database, Identity, LaggingFailure, OwnFailure, Session, Signals}
import brine.journal.*
import java.time.Instant

/** What is read of a log, as its source. Thread-safe.
  *
  * @param most
  *   the most events of one path that are looked for at a time
  * @param signals
  *   tell of events of other processes
  */
private[jdbc] final class Reading(
    database: Database,
    names: Names,
    schemas: Schemas,
    identity: Identity,
    most: Int = Selection.Most,
    signals: Option[Signals] = None
) extends EventSource:
  import database.tables

  private val events     = StoredEvents(tables, names, schemas, identity)
  private val selections = Selections(database.dialect, tables, names, most)

  private val pollNanos = database.settings.pollEvery.toNanos

  // Listening keeps one connection, appends another one: so there must be a third to read.
  private val listening =
    signals.filter(_ => database.settings.connections >= 3).map(Listening(database, _, pollNanos))

  val watermark: Watermark = Watermark(database.name, pollNanos, () => database.call(head), head, listening)

  private def head(session: Session): Long =
    val found = session.first(tables.head, s"select next_seq, log_id from ${tables.head} where id = 1")(_ => ()): row =>
      (row.getLong(1), row.getBytes(2))
    identity.verify(found.map(_._2).orNull)
    found.fold(0L)(_._1 - 1)

  def visible: Offset = Offset(watermark.value)

  private def read[A](body: Session => A): A = database.read(body)

  /** The next events of a selection. */
  def look(selection: Selection, after: Long, until: Long): Selection.Found = read: session =>
    session.forgetReached()
    val found = selection.next(session, after, until)
    // Another server may have said how far the log goes, and this one may be a standby that lags.
    if session.leastReached < until then
      selection.forget()
      identity.verify(session)
      throw LaggingFailure(session.leastReached, s"event $until")
    // By numbers of names that may be those of another log. Otherwise `load` finds out.
    if found.events.isEmpty then identity.verify(session)
    found

  def load(seqs: Vector[Long]): Vector[StoredEvent] = read(events.load(_, seqs))

  /** Asks the database how far the log goes. */
  def refresh(): Unit = if !isClosed then watermark.raise(read(head))

  // ---- Cursors ------------------------------------------------------------------------------------------------------

  def events(filter: Filter.Basic, from: Offset): EventCursor =
    val selection = filter match
      case Filter.All          => selections.all
      case Filter.Stream(name) => selections.stream(name)
      case Filter.Tagged(tag)  => selections.tagged(tag)
    JdbcCursor(this, selection, before(from), _ => true)

  override def matching(query: Query, from: Offset): EventCursor =
    if query == Query.all then events(Filter.All, from)
    else
      JdbcCursor(
        this,
        selections.matching(query),
        before(from),
        event => query.matches(event.stream, event.tags, event.kind)
      )

  def stream(name: String, from: Long): EventCursor =
    JdbcCursor(this, selections.stream(name, from), 0, _ => true)

  private def before(from: Offset): Long = math.max(from.sequence - 1, 0)

  override def deletedUpTo(stream: String): Long = read: session =>
    names.id(session, stream) match
      case None     => 0
      case Some(id) =>
        highest(session, tables.deletion, id)

  // ---- Questions ----------------------------------------------------------------------------------------------------

  /** The version of a stream, as it is committed. */
  def version(stream: String): Long = read: session =>
    names.id(session, stream) match
      case None     => 0
      case Some(id) =>
        highest(session, tables.event, id)

  private def highest(session: Session, table: String, stream: Long): Long =
    val sql = s"select (select max(version) from $table where stream = ?), log_id from ${tables.head} where id = 1"
    // 0 for null
    val found = session.first(table, sql)(_.long(stream))(row => (row.getLong(1), row.getBytes(2)))
    identity.verify(found.map(_._2).orNull)
    found.fold(0L)(_._1)

  /** Number of the first event at this time or later, or of the next one. */
  def firstAt(time: Instant): Long = read: session =>
    val end  = head(session) + 1
    var low  = 1L
    var high = end
    while low < high do
      val middle = (low + high) >>> 1
      val micros = session
        .first(tables.event, s"select micros from ${tables.event} where seq = ?")(_.long(middle))(_.getLong(1))
        .getOrElse(throw OwnFailure(s"event $middle is missing: somebody has deleted it"))
      if Micros.instant(micros).isBefore(time) then low = middle + 1 else high = middle
    watermark.raise(end - 1)
    low

  // ---- Waiting ------------------------------------------------------------------------------------------------------

  def awaitBeyond(offset: Offset, nanos: Long): Boolean = watermark.await(offset.sequence, nanos)
  def isClosed: Boolean                                 = watermark.isEnded
