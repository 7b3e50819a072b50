package brine.journal.format

import java.nio.charset.StandardCharsets.UTF_8

/** Reads the entries of a unit's body one by one. Reused for the next unit. Holds the current entry in its fields; a
  * field is valid only for the kinds that have it. Owned by one thread.
  */
private[journal] final class EntryReader extends EventFields:
  private var bytes: Array[Byte] = EntryReader.Nothing
  private var position           = 0
  private var until              = 0
  private var entryEnd           = 0
  private var nextSequence       = 0L
  private var firstSequence      = 0L
  private var baseTime           = 0L
  private var isSparse           = false

  /** The kind of the entry, see [[Entry]]. */
  var kind = 0

  /** Where the entry starts in the body's array. */
  var start = 0

  // Fields of a stream definition
  var versionBefore = 0L

  /** Where the entry ends in the body's array. */
  def end: Int = entryEnd

  /** Where the payload starts: that of an event, or the name or schema of a definition. */
  var payloadFrom   = 0
  def payloadLength = entryEnd - payloadFrom

  /** The array that payloads are in. */
  def array: Array[Byte] = bytes

  /** Begins with the unit at which the scanner stands. */
  def reset(unit: UnitScanner): Unit =
    reset(unit.body, unit.bodyFrom, unit.bodyUntil, unit.firstSequence, unit.baseTime, unit.isSparse)

  def reset(
      bytes: Array[Byte],
      from: Int,
      until: Int,
      firstSequence: Long,
      baseTime: Long,
      isSparse: Boolean
  ): Unit =
    this.bytes = bytes
    this.position = from
    this.until = until
    this.entryEnd = from
    this.firstSequence = firstSequence
    this.nextSequence = firstSequence
    this.baseTime = baseTime
    this.isSparse = isSparse

  /** Advances to the next entry; false if there is none.
    *
    * @throws EntryReader.Malformed
    *   if the bytes are not an entry
    */
  def next(): Boolean =
    position = entryEnd
    if position == until then false
    else
      start = position
      val length = varint()
      if length <= 0 || length > until - position then fail(s"an entry of $length bytes with ${until - position} left")
      entryEnd = position + length.toInt
      val kindByte = bytes(position)
      position += 1
      kind = kindByte & Entry.KindMask
      kind match
        case Entry.Event                                  => readEvent(kindByte)
        case Entry.StreamDefinition                       => versionBefore = varint()
        case Entry.SchemaDefinition | Entry.TagDefinition =>
        case unknown                                      => fail(s"an entry of kind $unknown")
      if position > entryEnd then fail("an entry shorter than its fields")
      payloadFrom = position
      true

  private def readEvent(flags: Int): Unit =
    stream = small("a stream")
    schema = small("a schema")
    time = if (flags & Entry.HasTime) == 0 then baseTime else baseTime + Entry.unzigzag(varint())
    sequence = if isSparse then firstSequence + varint() else nextSequence
    versionAfter = if (flags & Entry.HasVersion) == 0 then -1 else varint()
    nextSequence = sequence + 1
    hasKey = (flags & Entry.HasKey) != 0
    if hasKey then
      if entryEnd - position < Entry.KeyLength then fail("an entry shorter than its fields")
      keyHigh = Little.long(bytes, position)
      keyLow = Little.long(bytes, position + 8)
      position += Entry.KeyLength
      keyEvents = small("a count of events")
    keyVersion = -1
    if (flags & Entry.HasOutcome) != 0 then
      if !hasKey then fail("the outcome of an append without a key")
      keyVersion = varint()
    tagCount = 0
    if (flags & Entry.HasTags) != 0 then
      val count = small("a count of tags")
      if count > entryEnd - position then fail(s"$count tags in ${entryEnd - position} bytes")
      ensureTags(count)
      while tagCount < count do
        tags(tagCount) = small("a tag")
        tagCount += 1

  /** The name in a definition of a stream or tag. */
  def name: String = String(bytes, payloadFrom, payloadLength, UTF_8)

  /** A copy of the payload. */
  def payload: Array[Byte] = java.util.Arrays.copyOfRange(bytes, payloadFrom, entryEnd)

  private def small(what: String): Int =
    val value = varint()
    if value < 0 || value > Int.MaxValue then fail(s"$what of number $value")
    value.toInt

  private def varint(): Long =
    if position < until && bytes(position) >= 0 then
      position += 1
      bytes(position - 1)
    else longVarint()

  private def longVarint(): Long =
    val from = position
    val end  = Varint.end(bytes, from, until)
    if end < 0 then fail("a number that does not end")
    position = end
    Varint.get(bytes, from, end)

  private def fail(problem: String): Nothing = throw EntryReader.Malformed(problem, position)

private[journal] object EntryReader:
  private val Nothing = new Array[Byte](0)

  /** Entries that no writer writes, in a frame whose checksum agrees. */
  final class Malformed(val problem: String, val at: Int) extends Exception(problem, null, false, false)
