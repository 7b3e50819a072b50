package brine.journal.testkit.mistakes

import brine.journal.*
import brine.journal.testkit.mistakes.Mistake.selecting

/** Mistakes in reading by queries. */
object QueryMistakes:
  /** A log whose cursors of queries select otherwise. */
  private def matching(name: String, rule: String)(selects: (Query.Clause, EventCursor) => Boolean): Mistake =
    cursors(name, rule): (query, all) =>
      new ForwardingCursor(all):
        override def next(): Boolean =
          var found = super.next()
          while found && !query.clauses.exists(selects(_, this)) do found = super.next()
          found

  /** A log whose cursors of queries are made of cursors of all events. */
  private def cursors(name: String, rule: String)(make: (Query, EventCursor) => EventCursor): Mistake =
    selecting(name, rule): (_, source) =>
      new ForwardingSource(source):
        override def matching(query: Query, from: Offset): EventCursor =
          make(query, source.events(Filter.All, from))

  private def whole(clause: Query.Clause, event: EventCursor, kind: Option[String]): Boolean =
    clause.matches(event.stream, event.tags, kind)

  private val anyTag = matching("selects events with any tag of a clause", "query: tags are and-ed"): (clause, event) =>
    if clause.tags.isEmpty then whole(clause, event, event.kind) else clause.tags.exists(event.tags)

  private val repeats = cursors("repeats events that several clauses select", "query: a subscription gets"):
    (query, all) =>
      new ForwardingCursor(all):
        private var left             = 0
        override def next(): Boolean =
          left -= 1
          if left > 0 then true
          else
            var found = super.next()
            while found && { left = query.clauses.count(whole(_, this, kind)); left == 0 } do found = super.next()
            found

  private val pages = cursors("ends at a page without selected events", "query: selected events may be far apart"):
    (query, all) =>
      new ForwardingCursor(all):
        override def next(): Boolean =
          var left  = 1000
          var found = super.next()
          while found && left > 0 && !query.matches(this) do
            found = super.next()
            left -= 1
          found && query.matches(this)

  private val excludes = selecting("begins a query after the offset", "offset: what an append says"): (_, source) =>
    new ForwardingSource(source):
      override def matching(query: Query, from: Offset): EventCursor =
        super.matching(query, if from == Offset.Begin then from else Offset(from.sequence + 1))

  val all: Vector[Mistake] = Vector(
    excludes,
    excludes.alsoBreaks("composition: random programs"),
    anyTag,
    anyTag.alsoBreaks("composition: random programs"),
    repeats,
    repeats.alsoBreaks("composition: random programs"),
    pages,
    cursors("looks for fifty clauses at most", "condition: each of a hundred"): (query, all) =>
      new ForwardingCursor(all):
        override def next(): Boolean =
          var found = super.next()
          while found && !query.clauses.take(50).exists(whole(_, this, kind)) do found = super.next()
          found
    ,
    matching("takes the name of the type for the kind", "query: the kind of an event is its case"): (clause, event) =>
      whole(clause, event, Some("ContractEvent")),
    selecting("tells the kind of old events by the newest schema", "query: the kind is named as the program"):
      (log, source) =>
        new ForwardingSource(source):
          override def matching(query: Query, from: Offset): EventCursor =
            val newest = log.readAll[Stored]().toVector.map(_.last.value.schema)
            new ForwardingCursor(source.events(Filter.All, from)):
              override def next(): Boolean =
                var found = super.next()
                while found && !query.matches(stream, tags, newest.toOption.flatMap(_.cases.name(payload))) do
                  found = super.next()
                found
    ,
    matching("takes streams for a category whose names begin like it", "query: a category has the streams"):
      (clause, event) =>
        clause.categories.exists(one => event.stream.startsWith(one.name)) ||
          clause.categories.isEmpty && whole(clause, event, event.kind)
    ,
    cursors("does not say how far a query looked", "query: records that reached the end"): (query, all) =>
      new ForwardingCursor(all):
        private var last             = Offset.Begin
        override def next(): Boolean =
          var found = super.next()
          while found && !query.matches(this) do found = super.next()
          if found then last = super.offset
          found
        override def offset: Offset = last
  )
