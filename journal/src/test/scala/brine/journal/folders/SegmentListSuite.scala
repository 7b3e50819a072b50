package brine.journal.folders

import brine.journal.index.TestSegment
import scala.util.Random

class SegmentListSuite extends munit.FunSuite:
  private def header(number: Long, first: Long) = TestSegment.header(number = number, firstSequence = first)

  test("finds what a look at each header finds, also where numbers have gaps and segments no records"):
    val random = Random(3)
    for round <- 1 to 300 do
      var number  = random.nextLong(5) + 1
      var first   = random.nextLong(5) + 1
      val headers = Vector.fill(random.nextInt(20)):
        val made = header(number, first)
        number += (if round % 2 == 0 then 1 else 1 + random.nextInt(3))
        first += random.nextInt(4)
        made
      for asked <- 0L to number + 2 do
        val from = headers.indexWhere(_.number >= asked)
        assertEquals(SegmentList.from(headers, asked), if from < 0 then headers.size else from)
        assertEquals(SegmentList.find(headers, asked), headers.find(_.number == asked))
      for asked <- 0L to first + 2 do
        assertEquals(SegmentList.ofSequence(headers, asked), headers.lastIndexWhere(_.firstSequence <= asked))
