package brine.journal.reading

import brine.journal.format.EntryReader

/** Counts the versions of events as their units are read. A version is relative to the stream's first one in the
  * segment: 0, 1, 2 and so on. The first event of a stream in a unit names its version, so a unit may be skipped. Owned
  * by one thread at a time.
  *
  * @param isOfOne
  *   whether only events of one stream are counted in each segment. Its number may be high, which then costs nothing
  */
private[reading] final class EventVersions(isOfOne: Boolean):
  private var versions = new Array[Long](if isOfOne then 1 else 16)

  /** Takes the event at which the reader stands. */
  def count(entry: EntryReader): Unit =
    val at = place(entry.stream)
    if at >= versions.length then versions = java.util.Arrays.copyOf(versions, math.max(at + 1, versions.length * 2))
    versions(at) = if entry.versionAfter < 0 then versions(at) + 1 else entry.versionAfter

  /** The version of the last event of a stream that was counted. */
  def apply(stream: Int): Long = versions(place(stream))

  private def place(stream: Int): Int = if isOfOne then 0 else stream
