package brine.jdbc.internal.reading

import brine.jdbc.internal.names.{Names, Schemas}
import brine.jdbc.internal.queries.{ClauseSql, StoredEvent, StoredEvents}
import brine.jdbc.internal.sql.{Database, Session}
import brine.journal.*
import java.time.Instant

/** What is read of a log, as its source. Thread-safe. */
private[jdbc] final class Reading(database: Database, names: Names, schemas: Schemas) extends EventSource:
  import database.tables

  private val events     = StoredEvents(tables, names, schemas)
  private val selections = Selections(tables, names, ClauseSql(database.dialect, tables))

  val watermark: Watermark =
    Watermark(database.name, database.settings.pollEvery.toNanos, () => database.call(head))

  private def head(session: Session): Long =
    session.first(tables.head, s"select next_seq from ${tables.head} where id = 1")(_ => ())(_.getLong(1)) match
      case Some(next) => next - 1
      case None       => throw java.sql.SQLException(s"table ${tables.head} has no row: somebody has deleted it")

  def visible: Offset = Offset(watermark.value)

  /** Runs a body that reads. */
  def read[A](body: Session => A): A = database.read(body)

  def load(seqs: Vector[Long]): Vector[StoredEvent] = read(events.load(_, seqs))

  /** Asks the database how far the log goes. */
  def refresh(): Unit = if !isClosed then watermark.raise(read(head))

  // ---- Cursors ------------------------------------------------------------------------------------------------------

  def events(filter: Filter.Basic, from: Offset): EventCursor =
    val selection = filter match
      case Filter.All          => selections.all
      case Filter.Stream(name) => selections.stream(name, 0)
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
        session
          .first(tables.deletion, s"select max(version) from ${tables.deletion} where stream = ?")(_.long(id)):
            _.getLong(1) // 0 for null
          .getOrElse(0L)

  // ---- Questions ----------------------------------------------------------------------------------------------------

  /** The version of a stream, as it is committed. */
  def version(stream: String): Long = read: session =>
    names.id(session, stream) match
      case None     => 0
      case Some(id) =>
        session
          .first(tables.event, s"select max(version) from ${tables.event} where stream = ?")(_.long(id))(_.getLong(1))
          .getOrElse(0L)

  /** Number of the first event at this time or later, or of the next one. */
  def firstAt(time: Instant): Long = read: session =>
    val end  = head(session) + 1
    var low  = 1L
    var high = end
    while low < high do
      val middle = (low + high) >>> 1
      val micros = session
        .first(tables.event, s"select micros from ${tables.event} where seq = ?")(_.long(middle))(_.getLong(1))
        .getOrElse(throw java.sql.SQLException(s"event $middle is missing: somebody has deleted it"))
      if Micros.instant(micros).isBefore(time) then low = middle + 1 else high = middle
    watermark.raise(end - 1)
    low

  // ---- Waiting ------------------------------------------------------------------------------------------------------

  def awaitBeyond(offset: Offset, nanos: Long): Boolean = watermark.await(offset.sequence, nanos)
  def isClosed: Boolean                                 = watermark.isEnded
