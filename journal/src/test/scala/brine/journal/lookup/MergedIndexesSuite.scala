package brine.journal.lookup

import brine.journal.*
import brine.journal.index.MergedIndex
import brine.journal.live.FileJournal
import brine.journal.storage.MemoryStorage
import java.nio.ByteBuffer
import java.nio.file.Path
import java.util.UUID
import scala.util.Random

/** Whatever happens to index files, a journal says what a scan of its segments says. */
class MergedIndexesSuite extends munit.FunSuite:
  // Finds what hangs; a machine that is busy is no failure.
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  import MergedIndexesSuite.*

  test("a journal of many segments says what a scan of them says"):
    val storage = MemoryStorage()
    val random  = Random(1)
    val world   = World(random)
    for round <- 1 to 6 do
      use(storage): journal =>
        world.append(journal, 30)
        if round % 2 == 0 then journal.mergeIndexes()
        world.check(journal)
    assert(merged(storage).nonEmpty)

  test("retention and compaction keep the indexes in step with the segments"):
    val random = Random(2)
    for _ <- 1 to 3 do
      val storage = MemoryStorage()
      val world   = World(random)
      for _ <- 1 to 8 do
        use(storage): journal =>
          world.append(journal, 20)
          if random.nextBoolean() then journal.mergeIndexes()
          if random.nextInt(3) == 0 then
            val before = Offset(random.nextInt(world.size.toInt + 1))
            ok(journal.retain(RetentionRules(upTo = before))): Unit
          if random.nextInt(2) == 0 then
            val rest = random.nextInt(3)
            ok(journal.compact(CompactionRules(streams = _.hashCode % 3 == rest, leastGain = 0))): Unit
          if random.nextBoolean() then journal.mergeIndexes()
          world.check(journal)

  test("index files that are damaged, missing or of an earlier state change nothing"):
    val random  = Random(3)
    val storage = MemoryStorage()
    val world   = World(random)
    // Index files of earlier states, under their names.
    var old = Vector.empty[(Path, Array[Byte])]
    for round <- 1 to 20 do
      use(storage): journal =>
        world.append(journal, 12)
        if random.nextInt(3) > 0 then journal.mergeIndexes()
        if round % 7 == 0 then ok(journal.compact(CompactionRules(streams = _.hashCode % 4 == 0, leastGain = 0))): Unit
        if round % 9 == 0 then ok(journal.retain(RetentionRules(upTo = Offset(world.size / 3)))): Unit
        world.check(journal)
      val files = storage.list(folder).filter(_.endsWith(".idx")).filterNot(_.startsWith("retired"))
      files.foreach(name =>
        if random.nextInt(4) == 0 then old :+= (folder.resolve(name), storage.bytes(folder.resolve(name)))
      )
      val before = files.map(name => storage.bytes(folder.resolve(name)))
      for name <- files do
        val path  = folder.resolve(name)
        val bytes = storage.bytes(path)
        random.nextInt(6) match
          case 0 => storage.delete(path)
          case 1 => storage.put(path, bytes.take(random.nextInt(bytes.length)))
          case 2 =>
            val at = random.nextInt(bytes.length)
            bytes(at) = (bytes(at) ^ 1 << random.nextInt(8)).toByte
            storage.put(path, bytes)
          // Another file of the same kind in its place.
          case 3 => storage.put(path, before(random.nextInt(before.size)))
          case _ =>
      random.shuffle(old).take(3).foreach((path, bytes) => storage.put(path, bytes))
      if random.nextInt(3) == 0 then storage.put(folder.resolve("merged-1-64.idx.part"), Array[Byte](1))
      // Damage beneath a journal that is open: what was read before is still in memory.
      use(storage): journal =>
        world.check(journal)
        merged(storage).foreach: name =>
          val path = folder.resolve(name)
          val at   = random.nextInt(storage.bytes(path).length)
          val file = storage.openWrite(path)
          file.write(ByteBuffer.wrap(Array((storage.bytes(path)(at) ^ 4).toByte)), at)
        world.check(journal)
        journal.mergeIndexes()
        world.check(journal)

  test("a segment that was compacted twice is asked itself until it is merged again"):
    val storage = MemoryStorage()
    use(storage): journal =>
      for n <- 1 to 20 do
        ok(journal.append("a", ExpectedVersion.Any, Seq(s"a$n")).await()): Unit
        ok(journal.append("b", ExpectedVersion.Any, Seq(s"b$n")).await()): Unit
        endSegment(journal)
        ok(journal.append(s"only-$n", ExpectedVersion.Any, Seq(s"$n")).await()): Unit
      journal.mergeIndexes()
      for stream <- Seq("a", "b") do
        ok(journal.compact(CompactionRules(streams = _ == stream, leastGain = 0))): Unit
        assertEquals(ok(journal.read[String](stream).toVector).map(_.value), Vector(s"${stream}20"))
        for n <- 1 to 20 do assertEquals(ok(journal.read[String](s"only-$n").toVector).map(_.value), Vector(s"$n"))
        journal.mergeIndexes()
        assertEquals(ok(journal.version("a")), 20L)
        assertEquals(ok(journal.read[String](stream).toVector).map(_.version), Vector(20L))

  test("what a crash while merging leaves is deleted, and merged again"):
    val made = MemoryStorage()
    use(made): journal =>
      World(Random(5)).append(journal, 40)
    merged(made).foreach(name => made.delete(folder.resolve(name)))
    val start = made.afterCrash(everything = true)
    use(start)(_.mergeIndexes())
    val names = merged(start)
    assert(names.size >= 2, s"$names")
    for crash <- 0 to 60 by 3; everything <- Seq(true, false) do
      val storage = made.afterCrash(everything = true)
      storage.failFrom = storage.changes + 12 + crash
      try use(storage)(journal => journal.mergeIndexes())
      catch case _: Exception => ()
      val after = storage.afterCrash(everything)
      use(after)(_.mergeIndexes())
      // The crash has begun one more segment.
      val found = merged(after).flatMap(MergedIndex.parse).sortBy(_._1)
      assertEquals(found.head._1, 1L)
      found.zip(found.drop(1)).foreach((one, next) => assertEquals(next._1, one._2 + 1))
      assert(found.last._2 >= names.flatMap(MergedIndex.parse).map(_._2).max, s"$found")
      assert(!after.list(folder).exists(name => name.startsWith("merged-") && name.endsWith(".part")))

object MergedIndexesSuite:
  val folder   = Path.of("data")
  val settings = JournalSettings(segmentSize = 1 << 16)

  def merged(storage: MemoryStorage): Vector[String] =
    storage.list(folder).filter(_.startsWith("merged-")).filterNot(MergedIndex.parse(_).isEmpty)

  def use(storage: MemoryStorage)(body: FileJournal => Unit): Unit =
    Journal.open(folder, settings, storage) match
      case journal: FileJournal =>
        try body(journal)
        finally journal.close()
      case other => throw AssertionError(s"$other")

  /** Ends the segment, and returns when there is another. */
  def endSegment(journal: Journal): Unit =
    val number = journal.view.segments.last.number
    journal.endSegment()
    while journal.view.segments.last.number == number do Thread.sleep(1)

  def ok[E, A](result: Either[E, A]): A = result.fold(error => throw AssertionError(s"$error"), identity)

  /** Appends at random, and compares what a journal says of streams, tags and keys with a scan of it. */
  final class World(random: Random):
    private val streams = scala.collection.mutable.LinkedHashMap.empty[String, Long]
    private val keys    = scala.collection.mutable.LinkedHashMap.empty[UUID, Long]
    var size            = 0L

    def append(journal: Journal, segments: Int): Unit =
      for _ <- 1 to segments do
        for _ <- 1 to 1 + random.nextInt(6) do
          val stream = if random.nextInt(4) == 0 then s"new-${random.nextInt()}" else s"s${random.nextInt(12)}"
          val tags   = (1 to random.nextInt(3)).map(_ => s"t${random.nextInt(9)}").toSet
          val key    = Option.when(random.nextInt(3) == 0)(UUID(random.nextLong(), random.nextLong()))
          val events = Seq.fill(1 + random.nextInt(3))(s"${random.nextInt()}" + "x" * random.nextInt(40))
          val done   = ok(journal.append(stream, ExpectedVersion.Any, events, key, tags).await())
          streams(stream) = done.version
          size = done.last.sequence
          key.foreach(keys(_) = size)
        endSegment(journal)
      streams("end") = ok(journal.append("end", ExpectedVersion.Any, Seq("end")).await()).version
      size += 1

    private def query: Query =
      def tag    = s"t${random.nextInt(9)}"
      def stream = s"s${random.nextInt(12)}"
      random.nextInt(4) match
        case 0 => Query.tagged(tag, tag) or Query.tagged(tag, tag, tag)
        case 1 => Query.tagged(tag) and Query.stream(stream, stream)
        case 2 => Query.stream(stream) or Query.tagged(tag, tag)
        case _ => Query.tagged(tag, tag)

    def check(journal: Journal): Unit =
      import munit.Assertions.*
      val begin    = Offset(journal.view.segments.head.firstSequence)
      val first    = ok(journal.readAll[String](begin).toVector)
      val byStream = first.groupBy(_.stream)
      for (name, version) <- streams do
        assertEquals(ok(journal.version(name)), version, name)
        assertEquals(ok(journal.read[String](name, from = 0).toVector), byStream.getOrElse(name, Vector.empty), name)
      val some = random.nextInt(12)
      for from <- 1 to 40 by 3 do
        val kept    = byStream.getOrElse(s"s$some", Vector.empty).filter(_.version >= from)
        val isWhole = kept.size == streams.getOrElse(s"s$some", 0L) - from + 1
        journal.read[String](s"s$some", from).toVector match
          case Right(found) => assertEquals(found, kept)
          case Left(gone)   =>
            assert(gone.isInstanceOf[ReadError.Gone] && journal.view.segments.head.number > 1 && !isWhole, s"$gone")
      for tag <- 0 until 9; from <- Seq(0L, size / 2) if from >= begin.sequence - 1 || from == 0 do
        journal.readTaggedAfter[String](s"t$tag", Offset(from)).toVector match
          case Right(found) =>
            assertEquals(found, first.filter(record => record.tags(s"t$tag") && record.offset.sequence > from))
          case Left(gone) =>
            assert(gone.isInstanceOf[ReadError.Gone] && journal.view.segments.head.number > 1, s"$gone")
      for _ <- 1 to 12 do
        val one   = query
        val after =
          if random.nextInt(4) == 0 then 0L else begin.sequence - 1 + random.nextLong(size - begin.sequence + 2)
        assertEquals(
          ok(journal.readQueryAfter[String](one, Offset(after)).toVector),
          first.filter(record => record.offset.sequence > after && one.matches(record.stream, record.tags, None)),
          s"$one after $after"
        )
      assertEquals(ok(journal.read[String]("none").toVector), Vector.empty)
      assertEquals(ok(journal.version("none")), 0L)
      val kept = first.flatMap(record => record.key.map(_ -> record.offset.sequence)).toMap
      for (key, _) <- keys if kept.contains(key) do
        journal.append("again", ExpectedVersion.Any, Seq("again"), Some(key)).await() match
          case Left(AppendError.Duplicate(original)) => assertEquals(original.first, Offset(kept(key)))
          case other                                 => fail(s"$key: $other")
