package brine.journal.index

import brine.journal.format.Damage
import brine.journal.storage.MemoryStorage
import java.nio.file.Path
import java.util.UUID
import scala.util.Random

class MergedIndexSuite extends munit.FunSuite:
  private val journal = UUID(1, 2)

  private def covered(number: Long) =
    CoveredSegment(number * 7, number * 100, number * 13, isOriginal = number % 2 == 0)

  /** The hashes of a table in each segment, from a first one on. */
  private type Tables = Vector[Vector[Set[Long]]]

  private def inputs(first: Long, segments: Tables): Vector[MergedIndexWriter.Input] =
    segments.zipWithIndex.map: (tables, at) =>
      MergedIndexWriter.Input(
        first + at,
        Vector(covered(first + at)),
        table => SegmentHashes(SegmentHashes.sort(tables(table).toArray))
      )

  private def write(storage: MemoryStorage, all: Vector[MergedIndexWriter.Input]): MergedIndex =
    val path = Path.of(MergedIndex.name(all.head.first, all.last.first + all.last.covered.size - 1))
    assert(MergedIndexWriter.write(storage, path, journal, all, () => false))
    MergedIndex.open(storage, path, journal)

  private def random(random: Random, segments: Int, most: Int): Tables =
    // Few hashes, so that many are in several segments; some near the ends of the order.
    def hash() = if random.nextInt(10) == 0 then Seq(0L, -1L, Long.MinValue, Long.MaxValue)(random.nextInt(4))
    else random.nextInt(most * 2) * 0x9e3779b97f4a7c15L
    Vector.fill(segments)(Vector.fill(MergedFormat.Tables)(Set.fill(random.nextInt(most))(hash())))

  private def check(index: MergedIndex, first: Long, segments: Tables): Unit =
    assertEquals((index.first, index.last), (first, first + segments.size - 1))
    assertEquals(index.covered, (index.first to index.last).map(covered).toVector)
    for table <- 0 until MergedFormat.Tables do
      val all    = segments.flatMap(_(table)).toSet
      val absent = all.map(_ + 1) -- all
      for hash <- all ++ absent + 5L do
        val expected =
          segments.indices.filter(at => segments(at)(table)(hash)).map(first + _).reverse.toVector
        assertEquals(index.find(table, hash).toVector, expected, s"table $table, $hash")
    index.verify()

  test("it says of each hash which segments have it, also when it is made of merged ones"):
    val seeds = Random(1)
    for round <- 1 to 30 do
      val tables  = random(seeds, 1 + seeds.nextInt(12), if round % 5 == 0 then 3000 else 1 + seeds.nextInt(60))
      val storage = MemoryStorage()
      check(write(storage, inputs(5, tables)), 5, tables)
      val parts  = tables.grouped(1 + seeds.nextInt(4)).toVector
      val firsts = parts.scanLeft(5L)(_ + _.size)
      val merged = parts.zip(firsts).map((part, first) => write(storage, inputs(first, part)))
      check(
        write(storage, merged.map(index => MergedIndexWriter.Input(index.first, index.covered, index.rows))),
        5,
        tables
      )

  test("a lookup reads a page or two, however much there is"):
    val tables  = random(Random(2), 4, 40_000)
    val storage = brine.journal.storage.CountingStorage(MemoryStorage())
    val path    = Path.of(MergedIndex.name(1, 4))
    assert(MergedIndexWriter.write(storage, path, journal, inputs(1, tables), () => false))
    val index = MergedIndex.open(storage, path, journal)
    index.find(0, 7): Unit
    var most = 0L
    for hash <- tables.head.head.take(500) do
      most = math.max(most, storage.count(assert(index.find(0, hash).nonEmpty)).reads)
    assert(most <= 2, s"$most")

  test("every byte changed and every cut is found: at once, or by what reads it"):
    val tables  = random(Random(3), 5, 500)
    val storage = MemoryStorage()
    val good    = write(storage, inputs(1, tables))
    val bytes   = storage.bytes(good.path)
    for at <- bytes.indices by 13 do
      val damaged = bytes.clone
      damaged(at) = (damaged(at) ^ 1 << at % 8).toByte
      storage.put(good.path, damaged)
      intercept[Damage](MergedIndex.open(storage, good.path, journal).verify()): Unit
    for length <- bytes.indices by 101 do
      storage.put(good.path, bytes.take(length))
      intercept[Damage](MergedIndex.open(storage, good.path, journal)): Unit
    storage.put(good.path, bytes)
    check(MergedIndex.open(storage, good.path, journal), 1, tables)
    intercept[Damage](MergedIndex.open(storage, good.path, UUID(3, 4))): Unit

  test("a crash while it is written leaves none, or all of it"):
    val tables     = random(Random(4), 3, 400)
    val operations =
      val storage = MemoryStorage()
      write(storage, inputs(1, tables)): Unit
      storage.changes
    for crash <- 0 until operations; everything <- Seq(true, false) do
      val storage = MemoryStorage()
      storage.failFrom = crash
      intercept[java.io.IOException](write(storage, inputs(1, tables))): Unit
      val after = storage.afterCrash(everything)
      assert(!after.isFile(Path.of(MergedIndex.name(1, 3))))
      check(write(after, inputs(1, tables)), 1, tables)

  test("names of files"):
    assertEquals(MergedIndex.parse(MergedIndex.name(1, 16)), Some((1L, 16L)))
    for other <- Seq("merged-0-3.idx", "merged-5-4.idx", "merged-1-2.idx.part", "00001.idx", "merged-1.idx") do
      assertEquals(MergedIndex.parse(other), None, other)

  test("an index of a segment serves its compacted file, and no other"):
    val original = CoveredSegment(1, 2, 3, isOriginal = true)
    assert(original.covers(original))
    assert(original.covers(CoveredSegment(9, 2, 3, isOriginal = false)))
    assert(!original.covers(CoveredSegment(9, 2, 3, isOriginal = true)))
    assert(!original.covers(CoveredSegment(9, 2, 4, isOriginal = false)))
    assert(!original.covers(CoveredSegment(1, 3, 3, isOriginal = true)))
    val compacted = CoveredSegment(1, 2, 3, isOriginal = false)
    assert(compacted.covers(compacted))
    assert(!compacted.covers(original.copy(salt = 9)))
    assert(!compacted.covers(compacted.copy(salt = 9)))
