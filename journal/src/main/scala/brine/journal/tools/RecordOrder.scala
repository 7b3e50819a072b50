package brine.journal.tools

import brine.journal.JournalError

/** Checks the order of records over all segments: versions of each stream rise, and times do not fall. Owned by one
  * thread; keeps the name of every stream.
  */
private[tools] final class RecordOrder:
  private val versions = java.util.HashMap[String, java.lang.Long]()
  private var lastTime = Long.MinValue

  /** Checks the current event, and reports each problem. */
  def check(reading: SegmentReading)(bad: String => Unit): Unit =
    val stream = reading.stream.name
    val known  = versions.get(stream)
    if known != null && reading.version <= known then
      bad(s"version ${reading.version} of stream '${JournalError.inLine(stream)}' after version $known")
    versions.put(stream, reading.version)
    if reading.event.time < lastTime then bad("its time is before that of the record before it")
    lastTime = math.max(lastTime, reading.event.time)
