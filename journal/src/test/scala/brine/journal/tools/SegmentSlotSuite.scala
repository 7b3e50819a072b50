package brine.journal.tools

import brine.journal.format.{Damage, Manifest, SegmentEnd, SegmentHeader, Watermark}
import java.util.UUID

class SegmentSlotSuite extends munit.FunSuite:
  private val journal = UUID(1, 2)

  /** A segment of ten records. */
  private def there(number: Long): JournalFolder.Segment =
    val first  = number * 10 - 9
    val header = SegmentHeader(journal, number, 1, first, 1 << 16, 0, SegmentEnd(first - 1, 64, 0), 0, 0, None)
    JournalFolder.Segment(f"$first%020d.seg", 1 << 16, Right(header))

  private def unreadable(number: Long): JournalFolder.Segment =
    val name = there(number).name
    JournalFolder.Segment(name, 1 << 16, Left(Damage(name, 0, "not a segment")))

  private def manifest(first: Long, watermark: Watermark) =
    Some(Manifest(1, journal, 1, first, first * 10 - 9, watermark, isClosed = false))

  private def of(files: Vector[JournalFolder.Segment], manifest: Option[Manifest] = None) =
    SegmentSlot.of(files, manifest)

  test("each that is there has a place, also one whose header cannot be read"):
    val files = Vector(there(1), unreadable(2), there(3))
    assertEquals(of(files), (files.zip(1L to 3L).map((file, number) => SegmentSlot.There(number, file)), Vector.empty))

  test("missing between others: only of the last of them somebody knows how it ended"):
    val (slots, notes) = of(Vector(there(1), there(4)))
    assertEquals(notes, Vector.empty)
    assertEquals(
      slots.slice(1, 3),
      Vector(
        SegmentSlot.Missing(2, None, there(4).name),
        SegmentSlot.Missing(3, Some(30), there(4).name)
      )
    )
    assertEquals(slots.map(_.lastBefore), Vector(Some(0L), None, None, Some(30L)))

  test("missing before all, and after all, by the manifest"):
    val (slots, _) = of(Vector(there(2)), manifest(1, Watermark(3, 5000, 25)))
    assertEquals(
      slots,
      Vector(
        SegmentSlot.Missing(1, Some(10), there(2).name),
        SegmentSlot.There(2, there(2)),
        SegmentSlot.Missing(3, Some(25), Manifest.names.head)
      )
    )

  test("an empty one that is missing after all, and a second one of the same number, are notes"):
    val (slots, notes) = of(Vector(there(1), there(1)), manifest(1, Watermark(2, SegmentHeader.Length, 10)))
    assertEquals(slots, Vector(SegmentSlot.There(1, there(1))))
    assertEquals(notes.size, 2)
    assert(notes(0).contains("left out") && notes(1).contains("was empty"), notes.toString)
