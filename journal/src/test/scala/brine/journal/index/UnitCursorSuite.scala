package brine.journal.index

class UnitCursorSuite extends munit.FunSuite:
  private def all(offsets: Array[Long], from: Long) =
    val cursor = UnitCursor.of(3, offsets, from)
    assertEquals(cursor.number, 3)
    val found = Iterator.continually(cursor.next()).takeWhile(_ >= 0).toVector
    assertEquals(cursor.next(), -1L) // and again
    found

  test("walks the offsets from a place on, which need not be one of them"):
    val offsets = Array(4096L, 5000L, 9000L)
    for from <- List(0L, 4096L, 4097L, 5000L, 8999L, 9000L, 9001L, Long.MaxValue) do
      assertEquals(all(offsets, from), offsets.toVector.filter(_ >= from), s"from $from")
    assertEquals(all(Array.empty, 0), Vector.empty)
