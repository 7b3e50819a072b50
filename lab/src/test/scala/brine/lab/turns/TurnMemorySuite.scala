package brine.lab.turns

final class TurnMemorySuite extends munit.FunSuite:
  private def of(gibibytes: Double) = TurnMemory.of((gibibytes * (1L << 30)).toLong)

  test("enough memory needs no word"):
    assertEquals(of(24), TurnMemory(512, 13, ""))
    assert(of(24).options.contains("-Xmx512M"))

  test("with less memory each heap is smaller, then fewer JVMs are alive, and the run says so"):
    val eight = of(8)
    assertEquals(eight.heap -> eight.most, 256 -> 13)
    assert(eight.note.contains("256 MB") && !eight.note.contains("at a time"), eight.note)
    val four = of(4)
    assert(four.most < 12 && four.note.contains(s"${four.most} JVMs at a time"), four.note)

  test("the JVMs of any machine fit into its memory, down to three"):
    for tenths <- 1 to 400 do
      val own = of(tenths / 10.0)
      assert(own.most >= TurnMemory.fewest && own.most <= TurnMemory.enough)
      if own.most > TurnMemory.fewest then assert(own.heap.toDouble * own.most <= tenths / 10.0 * 1024 * 0.7, own)
