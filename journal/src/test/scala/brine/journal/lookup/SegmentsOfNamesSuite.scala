package brine.journal.lookup

import brine.effort.Effort
import brine.journal.format.SegmentHeader
import brine.journal.index.TestSegment
import scala.util.Random

class SegmentsOfNamesSuite extends munit.FunSuite:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(60, "min")

  /** Segments with names. Those in `merged` are asked for a name; others are listed without being asked. */
  private final class Journal extends SegmentsOfNames.Indexes:
    var held   = Map.empty[Long, Set[Long]]
    var first  = 1L
    var ended  = 0L
    var merged = Set.empty[Long]
    var asked  = Vector.empty[Long]

    def headers: Vector[SegmentHeader] =
      (first to ended + 1).map(number => TestSegment.header(number = number, firstSequence = number * 100)).toVector

    def end(names: Set[Long]): Unit =
      ended += 1
      held += ended -> names

    def descend(headers: Vector[SegmentHeader], table: Int, hash: Long, newest: Long, least: Long)(
        isEnough: Int => Boolean
    ): Unit =
      val oldest = headers.head.number
      for number <- newest to math.max(least, oldest) by -1 do
        asked :+= number
        if !merged(number) || held(number)(hash + table) then assert(!isEnough((number - oldest).toInt))

    def coveredFrom(headers: Vector[SegmentHeader], first: Long): Long =
      Iterator.iterate(first)(_ + 1).find(!merged(_)).get - 1

    def having(name: Long, from: Long, last: Long): Set[Long] = (from to last).filter(held(_)(name)).toSet

  private def of(names: SegmentsOfNames, journal: Journal, name: Long, first: Long, last: Long): Set[Long] =
    names.of(journal.headers, 0, name, first, last)

  test("segments that were asked are not asked again"):
    val journal = Journal()
    val names   = SegmentsOfNames(journal, 10)
    for n <- 1L to 20L do journal.end(if n % 3 == 0 then Set(7L) else Set.empty)
    journal.merged = (1L to 16L).toSet
    assertEquals(of(names, journal, 7, 5, 12), Set(6L, 9L, 12L))
    assertEquals(journal.asked.sorted, (5L to 12L).toVector)
    journal.asked = Vector.empty
    assertEquals(of(names, journal, 7, 6, 8), Set(6L))
    assertEquals(journal.asked, Vector.empty)
    assertEquals(of(names, journal, 7, 1, 20), Set(3L, 6L, 9L, 12L, 15L, 17L, 18L, 19L, 20L))
    assertEquals(journal.asked.sorted, ((1L to 4L) ++ (13L to 20L)).toVector)
    journal.asked = Vector.empty
    journal.merged = (1L to 20L).toSet
    assertEquals(of(names, journal, 7, 1, 20), Set(3L, 6L, 9L, 12L, 15L, 18L))
    assertEquals(journal.asked.sorted, (17L to 20L).toVector)
    assertEquals(of(names, journal, 7, 21, 20), Set.empty[Long])

  test("tables are told apart, and so are names; few are remembered"):
    val journal = Journal()
    journal.end(Set(1L))
    journal.end(Set(2L))
    journal.merged = Set(1L, 2L)
    val names = SegmentsOfNames(journal, 2)
    for _ <- 1 to 2 do
      assertEquals(names.of(journal.headers, 0, 1, 1, 2), Set(1L))
      assertEquals(names.of(journal.headers, 1, 1, 1, 2), Set(2L))
    assertEquals(journal.asked.size, 4)
    of(names, journal, 2, 1, 2): Unit
    assertEquals(names.size, 2)
    val none = SegmentsOfNames(journal, 0)
    for _ <- 1 to 2 do assertEquals(of(none, journal, 1, 1, 2), Set(1L))
    assertEquals(none.size, 0)

  test("a name in many segments is not remembered"):
    val journal = Journal()
    val names   = SegmentsOfNames(journal, 10)
    for _ <- 1 to 1000 do journal.end(Set(1L))
    journal.merged = (1L to 1000L).toSet
    for _ <- 1 to 2 do assertEquals(of(names, journal, 1, 1, 1000).size, 1000)
    assertEquals(names.size, 0)

  test("whatever ends, is merged, compacted and deleted, no segment with a name is missing"):
    var asked   = 0
    var answers = 0
    for seed <- 1 to Effort.nameInterleavings do
      val random  = Random(seed)
      val journal = Journal()
      val names   = SegmentsOfNames(journal, 1 + random.nextInt(4))
      journal.end(Set(0L))
      for step <- 1 to 100 do
        def what  = s"seed $seed, step $step"
        val range = journal.first to journal.ended
        random.nextInt(8) match
          case 0 | 1 => journal.end((0L to 4L).filter(_ => random.nextInt(3) == 0).toSet)
          case 2     => journal.merged ++= range.take(random.nextInt(range.size + 1))
          case 3     =>
            // A compacted segment has fewer names, and is not merged for some time.
            val number = range(random.nextInt(range.size))
            journal.merged -= number
            journal.held += number -> journal.held(number).filter(_ => random.nextBoolean())
          case 4 => if random.nextInt(4) == 0 then journal.first = range(random.nextInt(range.size))
          case _ =>
            val now   = journal.first to journal.ended
            val first = now(random.nextInt(now.size))
            val last  = now(random.nextInt(now.size))
            val name  = random.nextInt(5).toLong
            journal.asked = Vector.empty
            val found = of(names, journal, name, first, last)
            assertEquals(journal.having(name, first, last) -- found, Set.empty[Long], what)
            assert(found.forall(number => number >= first && number <= last), what)
            asked += journal.asked.size
            answers += math.max(last - first + 1, 0).toInt
            // What was asked now, and is merged, has the name.
            val wrong = journal.asked.filter(journal.merged).toSet.intersect(found) -- journal.having(name, first, last)
            assertEquals(wrong, Set.empty[Long], what)
    assert(asked < answers, s"$asked, $answers")
