package brine.journal.recovery

import brine.journal.appending.ActiveSegment
import brine.journal.lookup.ScannedSegment
import brine.journal.precondition.{Keys, Streams}
import brine.journal.storage.StorageFile

/** Gives what recovery has read of a segment to the writer. */
private[journal] object Continuation:
  /** The segment to continue in, which takes over the lists of units. */
  def segment(read: ScannedSegment, file: StorageFile): ActiveSegment =
    ActiveSegment(read.header, file, read.table, read.units, read.unitsOfTags)

  /** Gives the content to the writer, which continues the segment. */
  def restore(read: ScannedSegment, segment: ActiveSegment, streams: Streams, recent: Keys): Unit =
    read.dictionary.streams.foreach: stream =>
      val state = streams.recovered(stream.name, stream.version)
      segment.define(state, stream.versionBefore): Unit
    read.dictionary.schemas.foreach(schema => segment.define(streams.schema(schema)): Unit)
    read.dictionary.tags.foreach(tag => segment.define(streams.recoveredTag(tag)): Unit)
    restoreKeys(read, recent)

  def restoreKeys(read: ScannedSegment, recent: Keys): Unit =
    read.keys.forEach((key, append) => recent.add(key, append))

  /** Gives the versions of the streams of a segment that has ended to the writer, as many as it may remember. */
  def restoreStreams(read: ScannedSegment, streams: Streams): Unit =
    read.dictionary.streams.foreach(stream => streams.recoveredInEnded(stream.name, stream.version))
