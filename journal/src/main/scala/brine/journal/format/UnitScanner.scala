package brine.journal.format

import brine.codec.Compression
import brine.journal.storage.StorageFile
import java.nio.ByteBuffer
import java.util.zip.CRC32C
import scala.util.control.NonFatal

/** Reads the units of a segment one after the other, and checks every frame. Reads ahead in chunks, so that scanning
  * costs little more than the checksums. Holds the current unit in its fields. Owned by one thread.
  *
  * @param name
  *   name of the file, for errors
  * @param from
  *   offset of a frame, where the scan starts
  * @param compressions
  *   the compression of each kind, for compressed units
  */
private[journal] final class UnitScanner(
    name: String,
    file: StorageFile,
    header: SegmentHeader,
    from: Long,
    compressions: Int => Option[Compression],
    chunkSize: Int = UnitScanner.ChunkSize
):
  import UnitScanner.{NoBytes, Stop}

  private val crc   = CRC32C()
  private var chunk =
    new Array[Byte](math.min(chunkSize.toLong, math.max(header.size - from, Frame.HeaderLength)).toInt)
  private var chunkFrom = from // the file's offset of the chunk's first byte
  private var chunkEnd  = from // the file's offset of the byte after the chunk's last one
  private var at        = from // where the next frame starts
  private var joined    = NoBytes

  /** Where the unit starts in the file. */
  var offset: Long = from

  /** Where the next unit starts. */
  def end: Long = at

  var firstSequence   = 0L
  var durableSequence = 0L
  var baseTime        = 0L
  var count           = 0
  var isSeal          = false
  var isSparse        = false
  var isCompressed    = false

  /** Digest of all frames scanned except the seal, if the scan began at the first frame. */
  var digest: Long = Digest.Start

  // The one before the current unit
  private var digestBefore = Digest.Start

  /** The expanded body. */
  var body: Array[Byte] = NoBytes
  var bodyFrom          = 0
  var bodyUntil         = 0

  /** Why there was no next unit. */
  var stop: Stop = Stop.Empty

  /** Reads the next unit; false if there is no whole, valid one at [[end]], see [[stop]].
    *
    * @throws Damage
    *   if the unit is whole and valid, but does not expand; it is at [[offset]] then, and ends at [[end]]
    * @throws UnknownCompression
    *   if the unit's compression is missing
    */
  def next(): Boolean =
    val start = at
    digestBefore = digest
    val isWhole = readUnit(start)
    if !isWhole then
      at = start
      digest = digestBefore
    isWhole

  /** Goes back before the current unit, as if it had not been read. */
  def unread(): Unit =
    at = offset
    digest = digestBefore

  /** The seal at which the scanner stands. */
  def seal: Seal = Seal.read(body, bodyFrom)

  private def readUnit(start: Long): Boolean =
    val first = frame()
    if first < 0 then false
    else
      offset = start
      firstSequence = Little.long(chunk, first + Frame.SequenceAt)
      durableSequence = Little.long(chunk, first + Frame.DurableAt)
      baseTime = Little.long(chunk, first + Frame.TimeAt)
      val flags = Little.short(chunk, first + Frame.FlagsAt)
      isSeal = (flags & Frame.Seal) != 0
      isSparse = (flags & Frame.Sparse) != 0
      isCompressed = (flags & Frame.Compressed) != 0
      if (flags & Frame.Continued) == 0 then
        count = Little.short(chunk, first + Frame.CountAt)
        body = chunk
        bodyFrom = first + Frame.HeaderLength
        bodyUntil = bodyFrom + Little.int(chunk, first)
        finish(first, flags)
      else
        val size = append(first, 0)
        step(first)
        readRest(size, flags)

  /** Reads the frames after the first, of a unit of several. */
  private def readRest(begun: Int, flags: Int): Boolean =
    var size   = begun
    var isLast = false
    var isGood = true
    while isGood && !isLast do
      val next = frame()
      if next < 0 then
        isGood = false
        if stop == Stop.Empty then stop = Stop.Invalid("a unit without its last frame")
      else if Little.long(chunk, next + Frame.SequenceAt) != firstSequence then
        isGood = false
        stop = Stop.Invalid("a unit without its last frame")
      else
        size = append(next, size)
        isLast = (Little.short(chunk, next + Frame.FlagsAt) & Frame.Continued) == 0
        count = Little.short(chunk, next + Frame.CountAt)
        step(next)
    isGood && {
      body = joined
      bodyFrom = 0
      bodyUntil = size
      expand(flags)
    }

  private def append(frameAt: Int, size: Int): Int =
    val length = Little.int(chunk, frameAt)
    if joined.length < size + length then
      joined = java.util.Arrays.copyOf(joined, math.max(size + length, joined.length * 2))
    System.arraycopy(chunk, frameAt + Frame.HeaderLength, joined, size, length)
    size + length

  private def finish(frameAt: Int, flags: Int): Boolean =
    if isSeal then
      at += Frame.length(Little.int(chunk, frameAt))
      true
    else
      step(frameAt)
      expand(flags)

  private def step(frameAt: Int): Unit =
    digest = Digest.step(digest, Little.int(chunk, frameAt + Frame.CheckAt))
    at += Frame.length(Little.int(chunk, frameAt))

  private def expand(flags: Int): Boolean =
    if (flags & Frame.Compressed) != 0 then
      compressions(header.compression) match
        case None              => throw UnknownCompression(name, header.compression)
        case Some(compression) =>
          val from   = Varint.end(body, bodyFrom, bodyUntil)
          val length = if from < 0 then -1L else Varint.get(body, bodyFrom, from)
          if length < 0 || length > UnitScanner.MostExpanded then
            throw Damage(name, offset, s"a compressed unit of $length bytes")
          val expanded = UnitScanner
            .expand(compression, body, from, bodyUntil - from, length.toInt)
            .fold(problem => throw Damage(name, offset, problem), identity)
          if expanded.length != length then
            throw Damage(name, offset, s"a compressed unit of ${expanded.length} bytes, not $length")
          body = expanded
          bodyFrom = 0
          bodyUntil = expanded.length
    true

  /** Checks the frame at [[at]]. Returns its place in the chunk, or -1 with the reason in [[stop]]. */
  private def frame(): Int =
    val room = header.size - at
    if room < Frame.HeaderLength + Frame.Alignment then
      stop = Stop.Empty
      -1
    else if !load(Frame.HeaderLength) then
      stop = Stop.Empty // the file was truncated here
      -1
    else
      var place  = (at - chunkFrom).toInt
      val length = Little.int(chunk, place)
      if length == 0 then
        stop = Stop.Empty
        -1
      else if Little.int(chunk, place + Frame.MagicAt) != Frame.Magic then refuse("not a frame")
      else if length < 0 || length > Frame.MostBody || length > room - Frame.HeaderLength then
        refuse(s"a frame of ${length & 0xffffffffL} bytes")
      else if !load(Frame.HeaderLength + length) then refuse("a frame that continues after the file's end")
      else
        place = (at - chunkFrom).toInt
        crc.reset()
        crc.update(chunk, place + Frame.CheckedFrom, Frame.HeaderLength - Frame.CheckedFrom + length)
        val check = crc.getValue.toInt ^ Checksum.mask(header.salt, at)
        if check != Little.int(chunk, place + Frame.CheckAt) then
          refuse("a frame that does not agree with its checksum")
        else if length != Seal.BodyLength && (Little.short(chunk, place + Frame.FlagsAt) & Frame.Seal) != 0 then
          refuse(s"a seal of $length bytes")
        else place

  private def refuse(problem: String): Int =
    stop = Stop.Invalid(problem)
    -1

  /** Loads at least this number of bytes from [[at]] on into the chunk; false if the file has fewer. */
  private def load(bytes: Int): Boolean =
    if chunkEnd - at >= bytes then true
    else
      val kept = math.max(chunkEnd - at, 0).toInt
      if chunk.length < bytes then
        chunk = java.util.Arrays.copyOfRange(
          chunk,
          (at - chunkFrom).toInt,
          (at - chunkFrom).toInt + math.max(bytes, chunkSize)
        )
      else if kept > 0 then System.arraycopy(chunk, (at - chunkFrom).toInt, chunk, 0, kept)
      chunkFrom = at
      chunkEnd = at + kept
      val room = math.min(chunk.length - kept, math.max(header.size - chunkEnd, 0)).toInt
      chunkEnd += file.read(ByteBuffer.wrap(chunk, kept, room), chunkEnd)
      chunkEnd - at >= bytes

  /** Continues at another frame of the segment. With `fresh`, discards what was read ahead. */
  def seek(offset: Long, fresh: Boolean = false): Unit =
    if fresh || offset < chunkFrom || offset > chunkEnd then
      chunkFrom = offset
      chunkEnd = offset
    at = offset

  /** Finds the next offset, this one or a later one, where a single valid frame starts; -1 if there is none. Puts the
    * frame's durable sequence into [[durableSequence]]. Finds frames after a damaged one: first by their magic number,
    * then by their checksum.
    */
  def findFrame(after: Long): Long =
    var place = (after + Frame.Alignment - 1) & -Frame.Alignment
    var found = -1L
    while found < 0 && place + Frame.HeaderLength <= header.size do
      seek(place)
      if !load(Frame.HeaderLength) then place = header.size
      else if Little.int(chunk, (at - chunkFrom).toInt + Frame.MagicAt) == Frame.Magic && {
          val there = frame(); there >= 0
        }
      then
        val there = (at - chunkFrom).toInt
        durableSequence = Little.long(chunk, there + Frame.DurableAt)
        firstSequence = Little.long(chunk, there + Frame.SequenceAt)
        found = place
      else place += Frame.Alignment
    found

  /** The highest sequence that a valid frame at this offset or later says was durable; 0 if there is none. Reads the
    * rest of the file. Afterward, the scanner stands anywhere.
    */
  def durableFrom(offset: Long): Long =
    var highest = 0L
    var at      = findFrame(offset)
    while at >= 0 do
      highest = math.max(highest, durableSequence)
      at = findFrame(at + Frame.Alignment)
    highest

private[journal] object UnitScanner:
  private[format] inline val ChunkSize = 1 << 19
  private val NoBytes                  = new Array[Byte](0)

  /** Maximum expanded length of a compressed unit: the largest append and its definitions. */
  private inline val MostExpanded = 1L << 30

  // A program's own compression may throw for bytes that it has not compressed.
  private def expand(
      compression: Compression,
      bytes: Array[Byte],
      from: Int,
      length: Int,
      size: Int
  ): Either[String, Array[Byte]] =
    try
      compression
        .expand(bytes, from, length, size)
        .left
        .map(problem => s"a unit that cannot be expanded (${compression.name}): $problem")
    catch case NonFatal(error) => Left(s"a unit that cannot be expanded (${compression.name}): $error")

  /** Why a scan ended. */
  enum Stop:
    /** Nothing was written there. */
    case Empty

    /** The bytes there are not a whole unit. */
    case Invalid(problem: String)
