package brine.journal.spec

import brine.journal.format.*
import brine.journal.spec.SpecPage.{hex, Row, Words}
import brine.journal.storage.MemoryStorage
import java.nio.ByteBuffer
import java.nio.file.Path
import java.util.UUID

/** The page of the format is the authority: each of its examples must hold, in both directions. */
class SpecSuite extends munit.FunSuite:
  // Finds what hangs; a machine that is busy is no failure.
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  private val path = Path.of("spec.seg")

  private def each(head: String, least: Int)(check: Row => Unit): Unit =
    test(s"every row of the tables '$head' holds"):
      val rows = SpecPage.rows(head)
      assert(rows.sizeIs >= least, s"${rows.size} rows")
      rows.foreach(check)

  each("number", 10): row =>
    val value   = row.example.tail.text.toLong
    val written = if row.example.head == "Z" then Entry.zigzag(value) else value
    assertEquals(Varint.length(written), row.bytes.length, row.where)
    // The one place that reads numbers is an entry: here that of a stream's version.
    val reader = reading(entryOf(Array[Byte](1) ++ row.bytes))
    assert(reader.next(), row.where)
    assertEquals(
      if row.example.head == "Z" then Entry.unzigzag(reader.versionBefore) else reader.versionBefore,
      value,
      row.where
    )
    assertEquals(hex(bodyOf(isSparse = false)(_.defineStream("", written)).drop(2)), hex(row.bytes), row.where)

  each("function", 6): row =>
    val words = row.example.text.split(' ').toVector
    words.head match
      case "mask" =>
        val salt = java.lang.Long.parseUnsignedLong(words(1), 16)
        assertEquals(f"${Checksum.mask(salt, words(2).toLong)}%08x", row.cells(0), row.where)
      case "digest" =>
        val checks = words.tail.map(Integer.parseUnsignedInt(_, 16))
        assertEquals(f"${checks.foldLeft(Digest.Start)(Digest.step)}%016x", row.cells(0), row.where)

  each("header", 2): row =>
    val words = row.example
    val bytes = row.bytes.padTo(4096, 0: Byte)
    val check = java.util.HexFormat.fromHexDigits(row.cells(1))
    Little.putInt(bytes, 4092, check)
    if words.head == "manifest" then
      val manifest = Manifest(
        words.long("generation"),
        UUID.fromString(words.after("journal")),
        words.long("epoch"),
        words.long("first"),
        words.long("first", 2),
        Watermark(words.long("watermark"), words.long("watermark", 2), words.long("watermark", 3)),
        words.has("closed"),
        roleOf(words)
      )
      assertEquals(Manifest.read("MANIFEST-b", bytes), Some(manifest), row.where)
      assertEquals(hex(manifest.toBytes), hex(bytes), row.where)
    else
      val header = headerOf(words)
      assertEquals(SegmentHeader.read("x", bytes), header, row.where)
      assertEquals(hex(header.toBytes), hex(bytes), row.where)

  private def roleOf(words: Words) =
    def since = brine.journal.Micros.instant(words.long("replica"))
    if words.has("replica") then brine.journal.LogRole.Replica(words.after("replica", 2), since)
    else brine.journal.LogRole.Ordinary

  private def headerOf(words: Words) = SegmentHeader(
    UUID.fromString(words.after("journal")),
    words.long("number"),
    words.long("epoch"),
    words.long("first"),
    words.long("size"),
    words.long("created"),
    SegmentEnd(words.long("previous"), words.long("previous", 2), words.hexLong("previous", 3)),
    words.hexLong("salt"),
    words.int("compression"),
    None
  )

  each("frame", 3): row =>
    val words   = row.example
    val salt    = words.hexLong("salt")
    val offset  = words.long("offset")
    val body    = hex(words.after("body"))
    val storage = MemoryStorage()
    val file    = storage.create(path)
    val frames  = FrameWriter.ofGroups(1 << 16)
    frames.start(file, salt, offset, Digest.Start)
    frames.putUnit(
      UnitBody.of(body),
      words.long("first"),
      words.long("durable"),
      words.long("time"),
      words.int("count"),
      words.int("flags")
    )
    frames.flush()
    assertEquals(hex(storage.bytes(path).drop(offset.toInt)), row.cells(0), row.where)
    val header  = SegmentHeader(UUID(0, 0), 1, 1, 1, 1 << 16, 0, SegmentEnd.none, salt, 0, None)
    val scanner = UnitScanner("x", file, header, offset, _ => None)
    assert(scanner.next(), row.where)
    assertEquals(
      (scanner.firstSequence, scanner.durableSequence, scanner.baseTime, scanner.count),
      (words.long("first"), words.long("durable"), words.long("time"), words.int("count")),
      row.where
    )
    assertEquals(hex(scanner.body.slice(scanner.bodyFrom, scanner.bodyUntil)), hex(body), row.where)
    assertEquals((scanner.isSeal, scanner.isSparse), (words.int("flags") == 4, words.int("flags") == 8), row.where)
    // A frame is valid nowhere else, and with no bit changed but those of its padding.
    file.write(ByteBuffer.wrap(row.bytes), offset + 512)
    assert(!UnitScanner("x", file, header, offset + 512, _ => None).next(), row.where)
    for bit <- 0 until (Frame.HeaderLength + body.length) * 8 do
      val changed = row.bytes
      changed(bit / 8) = (changed(bit / 8) ^ 1 << bit % 8).toByte
      file.write(ByteBuffer.wrap(changed), offset)
      assert(!UnitScanner("x", file, header, offset, _ => None).next(), s"${row.where}, bit $bit")

  each("entry", 12): row =>
    val words    = if row.example.head == "sparse" then row.example.tail else row.example
    val isSparse = row.example.head == "sparse"
    assertEquals(hex(written(words, isSparse)), row.cells(0), row.where)
    val reader = reading(row.bytes, isSparse)
    assert(reader.next(), row.where)
    words.head match
      case "event"  => checkEvent(words, reader, row.where)
      case "stream" =>
        assertEquals(
          (reader.kind, reader.versionBefore, reader.name),
          (1, words.long("stream"), words.after("stream", 2))
        )
      case "schema" => assertEquals((reader.kind, hex(reader.payload)), (2, hex(hex(words.after("schema")))), row.where)
      case "tag"    => assertEquals((reader.kind, reader.name), (3, words.after("tag")), row.where)
    assert(!reader.next(), row.where)

  private def checkEvent(words: Words, reader: EntryReader, where: String): Unit =
    assertEquals(
      (reader.kind, reader.stream, reader.schema, hex(reader.payload)),
      (0, words.int("stream"), words.int("schema"), hex(hex(words.after("payload")))),
      where
    )
    assertEquals(reader.time, if words.has("time") then words.long("time") else 0L, where)
    assertEquals(reader.sequence, 1 + (if words.has("sequence") then words.long("sequence") else 0L), where)
    assertEquals(reader.versionAfter, if words.has("version") then words.long("version") else -1L, where)
    assertEquals(reader.hasKey, words.has("key"), where)
    if words.has("key") then
      assertEquals(UUID(reader.keyHigh, reader.keyLow).toString, words.after("key"), where)
      assertEquals(reader.keyEvents, words.int("key", 2), where)
    assertEquals(reader.keyVersion, if words.has("outcome") then words.long("outcome") else -1L, where)
    assertEquals(reader.tags.take(reader.tagCount).toVector, tagsOf(words), where)

  private def tagsOf(words: Words) = words.allAfter("tags", "payload").map(_.toInt)

  private def written(words: Words, isSparse: Boolean): Array[Byte] = bodyOf(isSparse): unit =>
    words.head match
      case "stream" => unit.defineStream(words.after("stream", 2), words.long("stream"))
      case "tag"    => unit.defineTag(words.after("tag"))
      case "schema" => unit.defineSchema(hex(words.after("schema")))
      case "event"  =>
        val payload = hex(words.after("payload"))
        val key     = if words.has("key") then UUID.fromString(words.after("key")) else UUID(0, 0)
        val fields  = EventFields()
        fields.stream = words.int("stream")
        fields.schema = words.int("schema")
        fields.time = if words.has("time") then words.long("time") else 0
        fields.sequence = 1 + (if words.has("sequence") then words.long("sequence") else 0L)
        fields.versionAfter = if words.has("version") then words.long("version") else -1
        fields.hasKey = words.has("key")
        fields.keyHigh = key.getMostSignificantBits
        fields.keyLow = key.getLeastSignificantBits
        fields.keyEvents = if words.has("key") then words.int("key", 2) else 0
        fields.keyVersion = if words.has("outcome") then words.long("outcome") else -1
        fields.tags = tagsOf(words).toArray
        fields.tagCount = fields.tags.length
        unit.event(fields, payload, 0, payload.length)

  /** The body of a unit, of time 0 and sequence 1. */
  private def bodyOf(isSparse: Boolean)(fill: UnitWriter => Unit): Array[Byte] =
    val storage = MemoryStorage()
    val frames  = FrameWriter.ofGroups(1 << 16)
    val unit    = UnitWriter(isSparse)
    frames.start(storage.create(path), 0, 0, Digest.Start)
    unit.begin(1, 0)
    fill(unit)
    unit.end(frames, 0)
    frames.flush()
    val bytes = storage.bytes(path)
    bytes.slice(Frame.HeaderLength, Frame.HeaderLength + Little.int(bytes, 0))

  private def entryOf(bytes: Array[Byte]): Array[Byte] = bytes.length.toByte +: bytes

  private def reading(body: Array[Byte], isSparse: Boolean = false): EntryReader =
    val reader = EntryReader()
    reader.reset(body, 0, body.length, 1, 0, isSparse)
    reader

  each("body", 10): row =>
    val reader     = reading(hex(row.example.text))
    val dictionary = SegmentDictionary()
    intercept[EntryReader.Malformed]:
      while reader.next() do
        if reader.kind == Entry.Event then dictionary.count(reader): Unit else dictionary.define(reader)
    : Unit
