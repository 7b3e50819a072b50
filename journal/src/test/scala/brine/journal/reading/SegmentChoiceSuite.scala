package brine.journal.reading

import brine.codec.Compression
import brine.journal.failure.Gone
import brine.journal.format.SegmentHeader
import brine.journal.index.{IndexedSegment, TestSegment}
import brine.journal.storage.StorageFile
import java.nio.file.Path

class SegmentChoiceSuite extends munit.FunSuite:
  private def header(number: Long) = TestSegment.header(number = number, firstSequence = number * 100)

  /** The segments of these numbers; those in `holders` may have selected events. */
  private final class View(numbers: Seq[Long], holders: Seq[Long] = Nil, retired: Long = 0) extends JournalView:
    var segments: Vector[SegmentHeader]                         = numbers.map(header).toVector
    def folder: Path                                            = Path.of("choice")
    def visible: Long                                           = Long.MaxValue
    def awaitBeyond(sequence: Long, nanos: Long): Boolean       = true
    def isClosed: Boolean                                       = false
    def index(segment: SegmentHeader): IndexedSegment           = throw UnsupportedOperationException()
    def retiredVersion(stream: String): Long                    = retired
    def changed(segment: SegmentHeader): Unit                   = ()
    def open(segment: SegmentHeader): StorageFile               = throw UnsupportedOperationException()
    def compressionOf(kind: Int): Option[Compression]           = None
    override def holding(selection: Selection): HoldingSegments =
      if holders.isEmpty then HoldingSegments.all else HoldingSegments(holders.toArray, numbers.last)

  private def number(header: SegmentHeader | Null): Long = if header == null then -1 else header.number

  test("the segment of the next event, then one after the other"):
    val choice = SegmentChoice(View(Seq(1, 2, 3)), Selection.All(-1))
    assertEquals(number(choice.next(null, 250)), 2L)
    assertEquals(number(choice.next(null, 199)), 2L)
    assertEquals(number(choice.next(null, 198)), 1L)
    assertEquals(number(choice.next(header(1), 0)), 2L)
    assertEquals(number(choice.next(header(2), 0)), 3L)
    assertEquals(choice.next(null, 0) == null, false)
    assertEquals(SegmentChoice(View(Nil), Selection.All(0)).next(null, 0), null)

  test("only those that may have selected events, and the current one"):
    val choice = SegmentChoice(View(1L to 9L, holders = Seq(2L, 5L)), Selection.StreamAfter("s", 0))
    assertEquals(number(choice.next(null, 100)), 2L)
    assertEquals(number(choice.next(header(2), 0)), 5L)
    assertEquals(number(choice.next(header(5), 0)), 9L)

  test("deleted events are gone, unless all that are kept are wanted"):
    val kept = View(Seq(4, 5))
    for selection <- Seq(Selection.All(150), Selection.Tagged("t", 150), Selection.StreamAfter("s", 150)) do
      assertEquals(intercept[Gone](SegmentChoice(kept, selection).next(null, 150)).sequence, 399L)
    assertEquals(number(SegmentChoice(kept, Selection.All(-1)).next(null, 0)), 4L)
    assertEquals(intercept[Gone](SegmentChoice(kept, Selection.All(0)).next(null, 0)).sequence, 399L)
    // Segments that were deleted while one before them was read.
    assertEquals(intercept[Gone](SegmentChoice(kept, Selection.All(-1)).next(header(2), 0)).sequence, 399L)

  test("a stream is gone if a version that was to come is deleted, whether events of it are left or not"):
    def choice(version: Long) =
      val made = SegmentChoice(View(Seq(4, 5), retired = 7), Selection.Stream("s", version))
      assertEquals(number(made.next(null, 0)), 4L)
      made
    for version <- 1L to 7L do
      assertEquals(intercept[Gone](choice(version).found(7, read = 0)).sequence, 399L)
      assertEquals(intercept[Gone](choice(version).foundNone(read = 0)).sequence, 399L)
      // The versions up to 7 were read before.
      choice(version).found(7, read = 8 - version)
      choice(version).foundNone(read = 8 - version)
    for version <- Seq(0L, 8L, 9L) do
      choice(version).found(7, read = 0)
      choice(version).foundNone(read = 0)

  test("what was checked once is not checked again"):
    val choice = SegmentChoice(View(Seq(4, 5), retired = 7), Selection.Stream("s", 8))
    choice.next(null, 0): Unit
    choice.found(7, read = 0)
    choice.found(fail("asked again"), read = 1)
    choice.foundNone(read = 0)
