package brine.journal.reading

import brine.journal.format.EntryReader

/** Counts the versions of events as their units are read. A version is relative to the stream's first one in the
  * segment: 0, 1, 2 and so on. The first event of a stream in a unit names its version, so a unit may be skipped. Owned
  * by one thread at a time.
  */
private[reading] final class EventVersions:
  private var versions = new Array[Long](16)

  /** Takes the event at which the reader stands. */
  def count(entry: EntryReader): Unit =
    if entry.stream >= versions.length then
      versions = java.util.Arrays.copyOf(versions, math.max(entry.stream + 1, versions.length * 2))
    versions(entry.stream) = if entry.versionAfter < 0 then versions(entry.stream) + 1 else entry.versionAfter

  /** The version of the last event of a stream that was counted. */
  def apply(stream: Int): Long = versions(stream)
