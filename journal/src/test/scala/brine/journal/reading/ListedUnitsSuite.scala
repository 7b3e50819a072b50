package brine.journal.reading

import brine.journal.index.UnitCursor

class ListedUnitsSuite extends munit.FunSuite:
  private def listed(offsets: Long*) = ListedUnits(UnitCursor.of(3, offsets.toArray, 0), isComplete = false)

  test("a unit is taken once, and stays until it was read"):
    val units = listed(4096, 5000)
    assertEquals((units.number, units.offset), (3, 0L))
    for _ <- 1 to 3 do assertEquals((units.take(), units.offset), (true, 4096L))
    units.read()
    for _ <- 1 to 3 do assertEquals((units.take(), units.offset), (true, 5000L))
    units.read()
    for _ <- 1 to 3 do assertEquals(units.take(), false)

  test("a list that grows"):
    var more   = Vector(4096L)
    val cursor = new UnitCursor:
      def number: Int  = 1
      def next(): Long =
        val next = more.headOption.getOrElse(-1L)
        more = more.drop(1)
        next
    val units = ListedUnits(cursor, isComplete = false)
    assertEquals(units.take(), true)
    units.read()
    assertEquals(units.take(), false)
    more = Vector(9000L)
    assertEquals((units.take(), units.offset), (true, 9000L))

  test("the complete list continues after the last unit that was read"):
    val units = listed(4096, 5000)
    units.take(): Unit
    units.read()
    val rest = units.continued(from => UnitCursor.of(3, Array(4096L, 5000L, 7000L), from))
    assertEquals((rest.isComplete, rest.offset), (true, 4096L))
    assertEquals((rest.take(), rest.offset), (true, 5000L))
    rest.read()
    assertEquals((rest.take(), rest.offset), (true, 7000L))
    rest.read()
    assertEquals(rest.take(), false)

  test("the complete list has a unit again that was taken but not read, and those before it"):
    val units = listed(4096, 7000)
    units.take(): Unit
    units.read()
    units.take(): Unit
    val rest = units.continued(from => UnitCursor.of(3, Array(4096L, 5000L, 7000L), from))
    assertEquals((rest.take(), rest.offset), (true, 5000L))
    assertEquals((units.isOfSeveral, rest.isOfSeveral), (false, false))
    assert(ListedUnits(MergedUnits(Array.empty), isComplete = false).isOfSeveral)
