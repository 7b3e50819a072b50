package brine.journal.reading

import brine.journal.index.{IndexedSegment, Places, UnitCursor}
import brine.journal.{Filter, Query}
import brine.journal.format.EntryReader

/** Selects events of a journal.
  *
  * @param afterSequence
  *   the sequence to start after. If those that follow were deleted, that is an error; after -1 is what is kept
  */
private[journal] enum Selection(val afterSequence: Long):
  /** All events. */
  case All(after: Long) extends Selection(after)

  /** The events of a stream, from a version on; from 0 on, those that are kept. */
  case Stream(name: String, version: Long) extends Selection(0)

  /** The events of a stream, after an offset. */
  case StreamAfter(name: String, after: Long) extends Selection(after)

  /** The events with a tag. */
  case Tagged(tag: String, after: Long) extends Selection(after)

  /** The events that a query selects, after an offset. */
  case Matching(query: Query, after: Long) extends Selection(after)

  /** Name of the selected stream, if one is selected. */
  def stream: String | Null = this match
    case Stream(name, _)      => name
    case StreamAfter(name, _) => name
    case _                    => null

  /** The units of a segment that may have selected events, from this offset on; null for all. */
  def units(index: IndexedSegment, from: Long): UnitCursor | Null = this match
    case All(_)               => null
    case Stream(name, _)      => index.unitsOfStream(name, from)
    case StreamAfter(name, _) => index.unitsOfStream(name, from)
    case Tagged(tag, _)       => index.unitsOfTag(tag, from)
    case Matching(query, _)   => QueryUnits.of(query, index, from)

  /** The places of a segment with selected events; null if the index does not know them. */
  def places(index: IndexedSegment): Places | Null = this match
    case All(_)               => null
    case Stream(name, _)      => index.streamPlaces(name)
    case StreamAfter(name, _) => index.streamPlaces(name)
    case Tagged(tag, _)       => index.tagPlaces(tag)
    case Matching(query, _)   => QueryUnits.places(query, index)

  /** The first of these places that may have an event to read, after this sequence. */
  def firstPlace(places: Places, sequence: Long): Int = this match
    case Stream(_, version) => math.max(places.ofVersion(version), places.after(sequence))
    case _                  => places.after(sequence)

  /** The first version to read of the selected stream; 0 for what is kept of it, and if no version was named. */
  def firstVersion: Long = this match
    case Stream(_, version) => math.max(version, 0)
    case _                  => 0

  def accepts(entry: EntryReader, cursor: RecordCursor): Boolean = this match
    case All(_)             => true
    case StreamAfter(_, _)  => entry.stream == cursor.wantedStream
    case Stream(_, version) => entry.stream == cursor.wantedStream && cursor.version >= version
    case Tagged(tag, _)     => cursor.hasTag(tag)
    case Matching(query, _) => cursor.matches(query)

private[journal] object Selection:
  /** The events after a sequence that a filter selects. */
  def of(filter: Filter.Basic, after: Long): Selection = filter match
    case Filter.All          => All(after)
    case Filter.Stream(name) => StreamAfter(name, after)
    case Filter.Tagged(tag)  => Tagged(tag, after)
