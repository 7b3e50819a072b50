package brine.journal

import brine.codec.Schema
import java.time.Instant
import java.util.UUID

/** Walks the events of another cursor that a query selects: how a query is read from a store that knows no queries. */
private[journal] final class QueryCursor(cursor: EventCursor, query: Query) extends SelectingCursor(cursor):
  def next(): Boolean =
    var found = cursor.next()
    while found && !query.matches(cursor) do found = cursor.next()
    found

private[journal] object QueryCursor:
  /** The events of a source that a query selects, by what every source knows. */
  def of(source: EventSource, query: Query, from: Offset): EventCursor =
    if query.clauses.isEmpty then NoEvents(source, from)
    else
      val filter = query.clauses match
        case Vector(one) if one.streams.size == 1 => Filter.Basic.Stream(one.streams.head)
        case Vector(one) if one.tags.nonEmpty     => Filter.Basic.Tagged(one.tags.head)
        case _                                    => Filter.Basic.All
      QueryCursor(source.events(filter, from), query)

  // It still says how far it has looked.
  private final class NoEvents(source: EventSource, from: Offset) extends EventCursor:
    private var looked = if from == Offset.Begin then from else Offset(from.sequence - 1)

    def next(): Boolean =
      if source.visible.sequence > looked.sequence then looked = source.visible
      false

    def offset: Offset       = looked
    def stream: String       = throw java.util.NoSuchElementException("no event")
    def version: Long        = throw java.util.NoSuchElementException("no event")
    def at: Instant          = throw java.util.NoSuchElementException("no event")
    def tags: Set[String]    = throw java.util.NoSuchElementException("no event")
    def key: Option[UUID]    = throw java.util.NoSuchElementException("no event")
    def keyEvents: Int       = throw java.util.NoSuchElementException("no event")
    def schema: Schema       = throw java.util.NoSuchElementException("no event")
    def payload: Array[Byte] = throw java.util.NoSuchElementException("no event")
    def close(): Unit        = ()
