package brine.journal.index

import brine.journal.format.{EntryReader, Frame, UnitScanner}
import scala.collection.mutable.ArrayBuffer

/** Decides for each stream and tag of a unit whether a reader should enter the unit at its events or read it as a
  * whole. Reused for the next unit. Owned by one thread.
  */
private[index] final class UnitPlaces(salt: Long):
  import UnitPlaces.*

  private val check   = PlaceCheck()
  private val touched = ArrayBuffer.empty[PlaceList]

  private var events    = 0
  private var starts    = new Array[Int](256)
  private var lengths   = new Array[Int](256)
  private var sequences = new Array[Long](256)
  private var versions  = new Array[Long](256)

  // The events of each list, newest first: an event, and the node before plus 1.
  private var nodes    = 0
  private var nodeOf   = new Array[Int](256)
  private var nodePast = new Array[Int](256)

  /** Begins a unit. */
  def begin(): Unit =
    events = 0
    nodes = 0
    touched.clear()

  /** Adds the event at which the reader stands.
    *
    * @param version
    *   its version, minus 1, minus the one before the segment
    */
  def event(entry: EntryReader, version: Long): Unit =
    if events == starts.length then
      starts = java.util.Arrays.copyOf(starts, events * 2)
      lengths = java.util.Arrays.copyOf(lengths, events * 2)
      sequences = java.util.Arrays.copyOf(sequences, events * 2)
      versions = java.util.Arrays.copyOf(versions, events * 2)
    starts(events) = entry.start
    lengths(events) = entry.end - entry.start
    sequences(events) = entry.sequence
    versions(events) = version
    events += 1

  /** Adds the last event to a list. */
  def of(list: PlaceList): Unit =
    if nodes == nodeOf.length then
      nodeOf = java.util.Arrays.copyOf(nodeOf, nodes * 2)
      nodePast = java.util.Arrays.copyOf(nodePast, nodes * 2)
    if list.events == 0 then
      touched += list
      list.oldest = events - 1
    nodeOf(nodes) = events - 1
    nodePast(nodes) = list.newest
    nodes += 1
    list.newest = nodes
    list.events += 1

  /** Puts the unit into the lists of its events. */
  def end(unit: UnitScanner): Unit =
    val bytes = unit.bodyUntil - unit.bodyFrom
    var at    = 0
    while at < touched.length do
      val list = touched(at)
      // Most events are in dense units; these allocate nothing.
      val own = if unit.isCompressed || list.events > most(bytes) then null else ordered(list)
      if own == null || crosses(unit, own) then list.whole(unit.offset, sequences(list.oldest), versions(list.oldest))
      else place(unit, list, own)
      list.events = 0
      list.newest = 0
      at += 1

  private def ordered(list: PlaceList): Array[Int] =
    val own  = new Array[Int](list.events)
    var node = list.newest
    var left = own.length
    while left > 0 do
      left -= 1
      own(left) = nodeOf(node - 1)
      node = nodePast(node - 1)
    own

  private def place(unit: UnitScanner, list: PlaceList, own: Array[Int]): Unit =
    list.placed(unit.offset, sequences(own(0)), versions(own(0)), own.length)
    var i = 0
    while i < own.length do
      val event  = own(i)
      val offset = Frame.offsetOf(unit.offset, starts(event) - unit.bodyFrom)
      val sum    = check.of(
        salt,
        unit.firstSequence,
        unit.baseTime,
        unit.isSparse,
        unit.body,
        starts(event),
        lengths(event),
        offset
      )
      list.entry(offset, lengths(event), i == 0, sequences(event), versions(event), sum)
      i += 1

  // Whether the entry of one of these events is in more than one frame.
  private def crosses(unit: UnitScanner, own: Array[Int]): Boolean =
    var i     = 0
    var found = false
    while !found && i < own.length do
      val start = starts(own(i)) - unit.bodyFrom
      found = !Frame.isInOne(start, lengths(own(i)))
      i += 1
    found

private[index] object UnitPlaces:
  // A reader parses a unit as a whole if it parses at most this number of bytes for each event that it wants.
  private inline val BytesOfEach = 2048

  /** How many events of a unit a reader reads one by one at most, by the length of its body. */
  def most(bytes: Int): Int = math.max(bytes - 1, 0) / BytesOfEach
