package brine.journal.file

import brine.journal.format.EntryReader

/** Which events of a journal are asked for. */
private[journal] enum Selection(val afterSequence: Long):
  /** All of them. */
  case All(after: Long) extends Selection(after)

  /** Those of a stream from a version on. */
  case Stream(name: String, version: Long) extends Selection(0)

  /** Those of a stream after an offset. */
  case StreamAfter(name: String, after: Long) extends Selection(after)

  /** Those with a tag. */
  case Tagged(tag: String, after: Long) extends Selection(after)

  /** Name of the stream, if it is one. */
  def stream: String | Null = this match
    case Stream(name, _)      => name
    case StreamAfter(name, _) => name
    case _                    => null

  /** The units to look at in a segment; null for all. */
  def units(index: IndexedSegment): Array[Long] | Null = this match
    case All(_)               => null
    case Stream(name, _)      => index.streamUnits(name)
    case StreamAfter(name, _) => index.streamUnits(name)
    case Tagged(tag, _)       => index.tagUnits(tag)

  /** Whether it takes what there is, where the first ones were deleted. */
  def skipsDeleted: Boolean = stream != null

  def accepts(entry: EntryReader, cursor: RecordCursor): Boolean = this match
    case All(_)             => true
    case StreamAfter(_, _)  => entry.stream == cursor.wantedStream
    case Stream(_, version) => entry.stream == cursor.wantedStream && cursor.version >= version
    case Tagged(tag, _)     => cursor.hasTag(tag)
