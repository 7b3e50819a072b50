package brine.journal.reading

import brine.journal.Query
import brine.journal.Query.Clause
import brine.journal.format.EntryReader
import brine.journal.index.IndexedSegment

/** Compares an event in its segment with a query, without making sets of its names. */
private[reading] object QueryMatch:
  def selects(query: Query, entry: EntryReader, index: IndexedSegment): Boolean =
    query.clauses.exists(selects(_, entry, index))

  private def selects(clause: Clause, entry: EntryReader, index: IndexedSegment): Boolean =
    clause.tags.size <= entry.tagCount && clause.tags.forall(hasTag(_, entry, index)) &&
      (clause.kinds.isEmpty || hasKind(clause, entry, index)) &&
      (clause.streams.isEmpty && clause.categories.isEmpty || clause.hasStream(index.streamName(entry.stream)))

  private def hasTag(tag: String, entry: EntryReader, index: IndexedSegment): Boolean =
    var at = 0
    while at < entry.tagCount && index.tag(entry.tags(at)) != tag do at += 1
    at < entry.tagCount

  private def hasKind(clause: Clause, entry: EntryReader, index: IndexedSegment): Boolean =
    val cases  = index.schema(entry.schema).cases
    val number = cases.number(entry.array, entry.payloadFrom, entry.end)
    number >= 0 && clause.kinds(cases.names(number))
