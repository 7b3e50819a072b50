package brine.journal.index

import brine.journal.format.{Entry, EntryReader, Frame, UnitScanner}

/** Where a unit of a segment has its events, and what an index needs to know of each, so that a reader can read some of
  * them without the others. Made when the whole unit agreed with its checksums. Immutable.
  */
private[journal] final class KnownUnit private (
    head: UnitHead,
    bodyBytes: Int,
    count: Int,
    starts: Array[Int],
    lengths: Array[Int],
    checks: Array[Int],
    streams: Array[Int],
    versions: Array[Int],
    tagsUntil: Array[Int],
    tags: Array[Int]
):
  /** Offset of the unit. */
  def offset: Long = head.unit

  /** About how many bytes of heap it takes. */
  def bytes: Int = KnownUnit.BytesBeside + count * KnownUnit.BytesOfEach + tags.length * 4

  /** Number of the stream of an event, which is given by its number in the unit. */
  def stream(event: Int): Int = streams(event)

  /** Whether an event has the tag of this number. */
  def hasTag(event: Int, tag: Int): Boolean =
    val until = tagsUntil(event)
    var at    = if event == 0 then 0 else tagsUntil(event - 1)
    while at < until && tags(at) != tag do at += 1
    at < until

  /** The places of the events for which a condition holds; null if reading the whole unit costs less, or one of them is
    * in two frames.
    */
  def places(holds: Int => Boolean): Places | Null =
    val found = PlaceBuffer(1)
    var left  = UnitPlaces.most(bodyBytes)
    var event = 0
    while event < count && left >= 0 do
      if holds(event) then
        left = if Frame.isInOne(starts(event), lengths(event)) then left - 1 else -1
        found.add(
          offset,
          Frame.offsetOf(offset, starts(event)),
          lengths(event),
          head.firstSequence + event,
          versions(event),
          checks(event)
        )
      event += 1
    if left < 0 then null else found.places(-1, 0, head)

private[journal] object KnownUnit:
  private inline val BytesBeside = 240
  private inline val BytesOfEach = 24

  /** The unit at which a scanner stands; null if its events cannot be read one by one, or that is never worth it.
    *
    * @param entry
    *   reads the unit's entries; it stands anywhere afterward
    */
  def of(unit: UnitScanner, salt: Long, entry: EntryReader): KnownUnit | Null =
    val bytes = unit.bodyUntil - unit.bodyFrom
    if unit.isCompressed || unit.isSparse || UnitPlaces.most(bytes) == 0 then null
    else
      entry.reset(unit)
      try read(unit, salt, entry)
      catch case _: EntryReader.Malformed => null // reading the unit will say so

  private def read(unit: UnitScanner, salt: Long, entry: EntryReader): KnownUnit | Null =
    val count     = unit.count
    val check     = PlaceCheck()
    val starts    = new Array[Int](count)
    val lengths   = new Array[Int](count)
    val checks    = new Array[Int](count)
    val streams   = new Array[Int](count)
    val versions  = new Array[Int](count)
    val tagsUntil = new Array[Int](count)
    var tags      = new Array[Int](count)
    var tagCount  = 0
    val last      = java.util.HashMap[Integer, Integer]()
    var event     = 0
    var isLikely  = true
    while isLikely && entry.next() do
      if entry.kind == Entry.Event then
        val before  = if entry.versionAfter >= 0 then null else last.get(entry.stream)
        val version = if before == null then entry.versionAfter else before.longValue + 1
        isLikely = event < count && version >= 0 && version < Int.MaxValue
        if isLikely then
          last.put(entry.stream, version.toInt): Unit
          starts(event) = entry.start - unit.bodyFrom
          lengths(event) = entry.end - entry.start
          checks(event) = check.of(
            salt,
            unit.firstSequence,
            unit.baseTime,
            false,
            unit.body,
            entry.start,
            lengths(event),
            Frame.offsetOf(unit.offset, starts(event))
          )
          streams(event) = entry.stream
          versions(event) = version.toInt
          if tagCount + entry.tagCount > tags.length then
            tags = java.util.Arrays.copyOf(tags, (tagCount + entry.tagCount) * 2)
          System.arraycopy(entry.tags, 0, tags, tagCount, entry.tagCount)
          tagCount += entry.tagCount
          tagsUntil(event) = tagCount
          event += 1
    if !isLikely || event != count then null
    else
      val head = UnitHead(unit.offset, unit.firstSequence, unit.baseTime, isSparse = false)
      val own  = java.util.Arrays.copyOf(tags, tagCount)
      KnownUnit(head, unit.bodyUntil - unit.bodyFrom, count, starts, lengths, checks, streams, versions, tagsUntil, own)
