package brine.journal.format

import brine.journal.storage.MemoryStorage
import java.nio.file.Path
import java.util.SplittableRandom

/** Units with lent payloads have the bytes of units whose payloads were copied. */
final class LentPayloadsSuite extends munit.FunSuite:
  private val path = Path.of("/journal/x.seg").toAbsolutePath

  private final case class Written(bytes: Vector[Byte], digest: Long, end: Long, starts: Vector[Long])

  /** An event: its payload's length, and whether it is lent where some are. */
  private type Event = (Int, Boolean)

  /** Writes units of events, in appends whose lent payloads share memory. */
  private def written(appends: Vector[Vector[Event]], lends: Boolean, capacity: Int, unitsOf: Int): Written =
    val storage = MemoryStorage()
    val frames  = FrameWriter.ofGroups(capacity)
    val unit    = UnitWriter()
    val random  = SplittableRandom(7)
    var starts  = Vector.empty[Long]
    var first   = 1L
    frames.start(storage.create(path), 0x1234, 4096, Digest.Start)
    for (append, number) <- appends.zipWithIndex do
      if unit.isEmpty then unit.begin(first, 17)
      val all = new Array[Byte](append.map(_._1).sum)
      random.nextBytes(all)
      val lent = LentBytes(math.max(1, all.length))
      lent.begin()
      lent.buffer.put(all)
      lent.end()
      var at = 0
      for ((length, isLent), event) <- append.zipWithIndex do
        val fields = EventFields()
        fields.stream = event
        fields.time = 17
        fields.versionAfter = if event == 0 then number else -1
        if lends && isLent then unit.event(fields, lent, at, length)
        else unit.event(fields, all, at, length)
        at += length
        first += 1
      if number % unitsOf == unitsOf - 1 then
        starts :+= frames.end
        unit.end(frames, 3)
    if !unit.isEmpty then unit.end(frames, 3)
    val end = frames.end
    frames.flush()
    assertEquals(frames.end, end)
    Written(storage.bytes(path).toVector, frames.digest, end, starts)

  private def check(appends: Vector[Vector[Event]], capacity: Int, unitsOf: Int): Unit =
    val where  = s"capacity $capacity, $unitsOf appends in a unit: $appends"
    val copied = written(appends, lends = false, capacity, unitsOf)
    val lent   = written(appends, lends = true, capacity, unitsOf)
    assertEquals((lent.end, lent.digest, lent.starts), (copied.end, copied.digest, copied.starts), where)
    assert(lent.bytes == copied.bytes, where)

  private val capacity = 1 << 20

  test("one payload of each length around the limits"):
    val limits = Seq(1, 40, 1024, 8192, 65536, Frame.MostBody, 2 * Frame.MostBody)
    for limit <- limits; length <- limit - 12 to limit + 3 if length >= 0 do
      check(Vector(Vector((length, true))), capacity, 1)

  test("a payload at each place of a frame's end"):
    for before <- 0 to 80 do
      val length = Frame.MostBody - 40 - before
      check(Vector(Vector((length, false), (1000, true), (30, false), (500, true))), capacity, 1)
      check(Vector(Vector((length, true), (50, true), (0, true), (1, true), (40, true))), capacity, 1)

  test("any mixture of payloads, lent and copied, with little room and much"):
    val random = SplittableRandom(11)
    for _ <- 0 until 150 do
      val appends = Vector.fill(random.nextInt(1, 6)):
        Vector.fill(random.nextInt(1, 5)):
          val length = random.nextInt(5) match
            case 0 => random.nextInt(3)
            case 1 => random.nextInt(100)
            case 2 => random.nextInt(9000)
            case 3 => random.nextInt(70000)
            case _ => random.nextInt(3) * Frame.MostBody + random.nextInt(100)
          (length, random.nextInt(4) > 0)
      check(appends, if random.nextBoolean() then Frame.length(Frame.MostBody) else capacity, random.nextInt(1, 4))

  test("the checksum of any part is the one of its bytes"):
    val random = SplittableRandom(13)
    val join   = CrcJoin()
    for _ <- 0 until 300 do
      val bytes = new Array[Byte](random.nextInt(1, 100000))
      random.nextBytes(bytes)
      val lent = LentBytes(bytes.length + random.nextInt(20000))
      lent.begin()
      lent.buffer.put(bytes)
      lent.end()
      val from   = random.nextInt(bytes.length)
      val length = random.nextInt(bytes.length - from + 1)
      assertEquals(lent.checksum(0, bytes.length, join), Checksum.of(bytes, 0, bytes.length))
      assertEquals(lent.checksum(from, length, join), Checksum.of(bytes, from, length), s"$length from $from")

  test("writers are used again and again: nothing of earlier groups remains"):
    val storage = MemoryStorage()
    val file    = storage.create(path)
    val frames  = FrameWriter.ofGroups(capacity)
    val unit    = UnitWriter()
    val lent    = LentBytes(20000)
    frames.start(file, 5, 0, Digest.Start)
    for round <- 0 until 40 do
      lent.begin()
      lent.buffer.put(Array.fill(10000)(round.toByte))
      lent.end()
      val fields = EventFields()
      fields.versionAfter = round
      unit.begin(round + 1, 0)
      if round % 3 == 0 then unit.event(fields, Array.fill(10000)(round.toByte), 0, 10000)
      else unit.event(fields, lent, 0, 10000)
      unit.end(frames, round)
      frames.flush()
    val header  = SegmentHeader(java.util.UUID(0, 0), 1, 1, 1, 1 << 20, 0, SegmentEnd.none, 5, 0, None)
    val scanner = UnitScanner("x", file, header, 0, _ => None)
    for round <- 0 until 40 do
      assert(scanner.next(), s"round $round")
      val payload = scanner.body.slice(scanner.bodyUntil - 10000, scanner.bodyUntil)
      assert(payload.forall(_ == round.toByte), s"round $round")
