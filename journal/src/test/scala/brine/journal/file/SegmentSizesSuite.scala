package brine.journal.file

import brine.journal.JournalSettings

class SegmentSizesSuite extends munit.FunSuite:
  private val defaults = SegmentSizes(JournalSettings())
  private val second   = 1_000_000_000L

  private def steps(sizes: SegmentSizes, isBusy: Boolean): Vector[Long] =
    Vector.unfold(sizes.first)(length => Option.when(length < sizes.most)(length -> sizes.next(length, length, isBusy)))

  test("a busy journal writes to full segments after two short ones"):
    assertEquals(steps(defaults, isBusy = true), Vector(128L << 10, 4L << 20))

  test("another one doubles them"):
    assertEquals(steps(defaults, isBusy = false), Vector.tabulate(9)(n => (128L << 10) << n))

  test("a segment that ended before half of it was used is followed by one for twice as much"):
    assertEquals(defaults.next(4L << 20, 1L << 20, isBusy = true), 2L << 20)
    assertEquals(defaults.next(4L << 20, 5_000, isBusy = true), defaults.first)

  test("whole pages, from the first length to that in the settings"):
    val sizes = SegmentSizes(JournalSettings(segmentSize = 300_001, firstSegmentSize = 70_000))
    assertEquals((sizes.first, sizes.most), (73_728L, 303_104L))
    assertEquals(Seq(1L, 100_000L, 1L << 30).map(sizes.holding), Seq(73_728L, 102_400L, 303_104L))
    assertEquals(sizes.next(sizes.most, sizes.most, isBusy = true), sizes.most)
    assert(sizes.isAllowed(sizes.first) && sizes.isAllowed(sizes.most))
    assert(!sizes.isAllowed(sizes.first - 4096) && !sizes.isAllowed(sizes.most + 4096) && !sizes.isAllowed(80_000))
    val small = SegmentSizes(JournalSettings(segmentSize = 1 << 16))
    assertEquals((small.first, small.most), (65_536L, 65_536L))

  test("the second segment ahead is prepared at once only if the next one will be full within a second"):
    // One caller: 4 MiB of the 2.7 MB/s that filled 128 KiB last for more than a second.
    assert(!defaults.fillsFast(4L << 20, 128L << 10, second / 20))
    assert(defaults.fillsFast(4L << 20, 128L << 10, second / 100))
    assert(defaults.fillsFast(64L << 20, 64L << 20, second / 2))
    assert(!defaults.fillsFast(64L << 20, 64L << 20, second))
    assert(!defaults.fillsFast(1L << 30, 1L << 30, Long.MaxValue))
