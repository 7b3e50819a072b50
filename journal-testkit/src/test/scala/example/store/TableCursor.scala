package example.store

import brine.codec.Schema
import brine.journal.{EventCursor, Offset}
import java.time.Instant
import java.util.UUID

/** Reads the rows of a table that are selected, as a query `where seq >= ? order by seq` would. */
final class TableCursor(table: () => Table, from: Long, selects: Row => Boolean) extends EventCursor:
  private var place = math.max(from - 1, 0)
  private var row   = Option.empty[Row]

  def next(): Boolean =
    val now = table()
    row = now.rows.iterator.drop(math.min(place, Int.MaxValue).toInt).find(selects)
    place = row.fold(math.max(place, now.last))(_.offset)
    row.isDefined

  def offset: Offset       = Offset(place)
  def stream: String       = row.get.stream
  def version: Long        = row.get.version
  def at: Instant          = row.get.at
  def tags: Set[String]    = row.get.tags
  def key: Option[UUID]    = row.get.key
  def schema: Schema       = row.get.schema
  def keyEvents: Int       = row.get.keyEvents
  def payload: Array[Byte] = row.get.payload.toArray
  def close(): Unit        = ()
