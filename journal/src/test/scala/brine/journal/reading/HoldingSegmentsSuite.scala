package brine.journal.reading

import scala.util.Random

class HoldingSegmentsSuite extends munit.FunSuite:
  test("the next segment that may have events: one of the list, or any from its end on"):
    val random = Random(4)
    for _ <- 1 to 200 do
      val until   = random.nextLong(30) + 1
      val numbers = (1L until until).filter(_ => random.nextInt(3) == 0).toArray
      val holding = HoldingSegments(numbers, until)
      for asked <- 0L to until + 5 do
        val wanted = if asked >= until then asked else numbers.find(_ >= asked).getOrElse(until)
        assertEquals(holding.from(asked), wanted)

  test("where nothing is known, all segments may have events"):
    for asked <- List(0L, 1L, Long.MaxValue) do assertEquals(HoldingSegments.all.from(asked), asked)
