package brine.journal.reading

import brine.journal.Query
import brine.journal.Query.Clause
import brine.journal.index.{IndexedSegment, KnownUnit, Places}

/** Finds the events of a known unit that a selection may have, by the numbers of its names in the segment. */
private[reading] object KnownEvents:
  /** Their places; null if the unit is not known, or has to be read as a whole.
    *
    * @param offset
    *   offset of the unit
    */
  def of(selection: Selection, offset: Long, index: IndexedSegment): Places | Null =
    val known = index.knownUnits
    val unit  = if known == null then null else known.of(offset)
    if unit == null then null else selected(selection, unit, index)

  private def selected(selection: Selection, unit: KnownUnit, index: IndexedSegment): Places | Null = selection match
    case Selection.All(_)               => null
    case Selection.Stream(name, _)      => ofStream(name, unit, index)
    case Selection.StreamAfter(name, _) => ofStream(name, unit, index)
    case Selection.Tagged(tag, _)       => ofTag(tag, unit, index)
    case Selection.Matching(query, _)   => ofQuery(query, unit, index)

  // A name without a number may have been forgotten, because the segment has ended meanwhile.
  private def ofStream(name: String, unit: KnownUnit, index: IndexedSegment): Places | Null =
    val number = index.streamNumber(name)
    if number < 0 then null else unit.places(unit.stream(_) == number)

  private def ofTag(tag: String, unit: KnownUnit, index: IndexedSegment): Places | Null =
    val number = index.tagNumber(tag)
    if number < 0 then null else unit.places(unit.hasTag(_, number))

  private def ofQuery(query: Query, unit: KnownUnit, index: IndexedSegment): Places | Null =
    val clauses = query.clauses.map(Numbers(_, index)).toArray
    if clauses.exists(!_.areKnown) then null else unit.places(mayHave(clauses, unit, _))

  // Asked of each event of the unit, so these loops make no objects.
  private def mayHave(clauses: Array[Numbers], unit: KnownUnit, event: Int): Boolean =
    var at = 0
    while at < clauses.length && !clauses(at).mayHave(unit, event) do at += 1
    at < clauses.length

  /** The numbers of a clause's names. */
  private final class Numbers(clause: Clause, index: IndexedSegment):
    private val streams = clause.streams.iterator.map(index.streamNumber).toArray
    private val tags    = clause.tags.iterator.map(index.tagNumber).toArray

    /** Whether there are names, and each has a number. */
    def areKnown: Boolean =
      streams.length + tags.length > 0 && !streams.exists(_ < 0) && !tags.exists(_ < 0)

    def mayHave(unit: KnownUnit, event: Int): Boolean =
      var tag = 0
      while tag < tags.length && unit.hasTag(event, tags(tag)) do tag += 1
      tag == tags.length && (streams.length == 0 || isOf(unit.stream(event)))

    private def isOf(stream: Int): Boolean =
      var at = 0
      while at < streams.length && streams(at) != stream do at += 1
      at < streams.length
