package brine.journal.index

import brine.journal.format.SegmentEnd

class CoveredSegmentSuite extends munit.FunSuite:
  private val original  = CoveredSegment(salt = 1, last = 10, digest = 5, isOriginal = true)
  private val compacted = CoveredSegment(salt = 2, last = 10, digest = 5, isOriginal = false)

  test("an index of the original serves the original and the compacted segment"):
    assert(original.covers(original))
    assert(original.covers(compacted))
    assert(compacted.covers(compacted))

  test("an index of a compacted segment lacks what another compaction or the original has"):
    assert(!compacted.covers(original))
    assert(!compacted.covers(compacted.copy(salt = 3)))

  test("another end or another content is another segment"):
    for other <- List(original.copy(last = 11), original.copy(digest = 6), original.copy(salt = 9)) do
      assert(!original.covers(other), other)

  test("a segment's end is that of the next header"):
    val header = TestSegment.header()
    assertEquals(
      CoveredSegment.of(header, SegmentEnd(1050, 8000, 42)),
      CoveredSegment(header.salt, 1050, 42, isOriginal = true)
    )
    val kept = header.copy(original = Some(SegmentEnd(1050, 8000, 42)))
    assert(!CoveredSegment.of(kept, SegmentEnd(1050, 8000, 42)).isOriginal)
