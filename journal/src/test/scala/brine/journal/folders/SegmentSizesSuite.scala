package brine.journal.folders

import brine.journal.JournalSettings

class SegmentSizesSuite extends munit.FunSuite:
  private val defaults = SegmentSizes(JournalSettings())
  private val second   = 1_000_000_000L

  /** The lengths below the longest, while this number of bytes comes in a second. */
  private def steps(sizes: SegmentSizes, rate: Long): Vector[Long] =
    Vector.unfold(sizes.first): length =>
      Option.when(length < sizes.most)(length -> sizes.next(length, length, length * second / rate))

  test("a fast burst writes to full segments after two short ones"):
    assertEquals(steps(defaults, 100L << 20), Vector(128L << 10, 4L << 20))
    assertEquals(steps(defaults, 10L << 30), Vector(128L << 10, 4L << 20))

  test("a slower one gets segments for a second of it"):
    assertEquals(steps(defaults, 18L << 20), Vector(128L << 10, 4L << 20, 18L << 20, 36L << 20))

  test("another one doubles them"):
    assertEquals(steps(defaults, 100_000), Vector.tabulate(9)(n => (128L << 10) << n))

  test("a segment that ended before half of it was used is followed by one for twice as much"):
    assertEquals(defaults.next(4L << 20, 1L << 20, 1), 2L << 20)
    assertEquals(defaults.next(4L << 20, 5_000, 1), defaults.first)

  test("whole pages, from the first length to that in the settings"):
    val sizes = SegmentSizes(JournalSettings(segmentSize = 300_001, firstSegmentSize = 70_000))
    assertEquals((sizes.first, sizes.most), (73_728L, 303_104L))
    assertEquals(Seq(1L, 100_000L, 1L << 30).map(sizes.holding), Seq(73_728L, 102_400L, 303_104L))
    assertEquals(sizes.next(sizes.most, sizes.most, 0), sizes.most)
    assert(sizes.isAllowed(sizes.first) && sizes.isAllowed(sizes.most))
    assert(!sizes.isAllowed(sizes.first - 4096) && !sizes.isAllowed(sizes.most + 4096) && !sizes.isAllowed(80_000))
    val small = SegmentSizes(JournalSettings(segmentSize = 1 << 16))
    assertEquals((small.first, small.most), (65_536L, 65_536L))

  test("the next segment is prepared from the start only if half of the current one is full before it is ready"):
    val mebi = 1L << 20
    assert(defaults.isNeededAtOnce(4 * mebi, 64 * mebi, mebi, second / 100))
    assert(defaults.isNeededAtOnce(64 * mebi, 64 * mebi, mebi, second / 128))
    assert(!defaults.isNeededAtOnce(64 * mebi, 64 * mebi, mebi, second / 64))
    // One caller.
    assert(!defaults.isNeededAtOnce(4 * mebi, 8 * mebi, mebi, second / 3))
    assert(!defaults.isNeededAtOnce(4 * mebi, 18 * mebi, mebi, second / 18))
    assert(!defaults.isNeededAtOnce(1024 * mebi, 1024 * mebi, 0, Long.MaxValue))
