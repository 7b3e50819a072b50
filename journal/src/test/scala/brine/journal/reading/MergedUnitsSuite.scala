package brine.journal.reading

import brine.journal.index.UnitCursor
import brine.journal.lookup.PostingLists
import scala.util.Random

class MergedUnitsSuite extends munit.FunSuite:
  private def all(cursor: UnitCursor): Vector[Long] = Iterator.continually(cursor.next()).takeWhile(_ >= 0).toVector

  test("units of several lists come in order, each once"):
    val lists = Vector(Array(8L, 16, 40), Array[Long](), Array(16L, 24), Array(40L))
    assertEquals(all(MergedUnits(lists.map(UnitCursor.of(1, _, 0)).toArray)), Vector(8L, 16L, 24L, 40L))
    assertEquals(all(MergedUnits(lists.map(UnitCursor.of(1, _, 17)).toArray)), Vector(24L, 40L))
    assertEquals(all(MergedUnits(Array.empty)), Vector.empty)

  test("lists grow while they are read, in the order of units, and none is missed"):
    for seed <- 1 to 300 do
      val random      = Random(seed)
      val lists       = Vector.fill(3)(PostingLists())
      var unit        = 0L
      var added       = Vector.empty[Long]
      def add(): Unit =
        unit += 8
        val in = lists.filter(_ => random.nextInt(3) == 0)
        in.foreach(_.add(0, unit))
        if in.nonEmpty then added :+= unit
      // Units may be added between any two looks at a list.
      val cursors = lists.map: list =>
        val cursor = list.cursor(0, 0)
        new UnitCursor:
          def number       = 0
          def next(): Long =
            val found = cursor.next(Long.MaxValue)
            if random.nextInt(3) == 0 then add()
            found
      val merged = MergedUnits(cursors.toArray[UnitCursor])
      var read   = Vector.empty[Long]
      for _ <- 1 to 50 do
        val next = merged.next()
        if next >= 0 then read :+= next
      val last = added.size
      while read.size < last && { val next = merged.next(); if next >= 0 then read :+= next; next >= 0 } do ()
      assertEquals(read, added.take(read.size), s"seed $seed")
      assert(read.size >= last, s"seed $seed: ${read.size} of $last")
