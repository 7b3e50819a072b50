package brine.entity.internal

import brine.codec.Codec

class StateSizesSuite extends munit.FunSuite:
  test("states are measured if there is a limit, and one that cannot be encoded counts as nothing"):
    val limited = StateSizes[String](100)
    assert(limited.isLimited && !StateSizes[String](Long.MaxValue).isLimited)
    assertEquals(limited.measure("x" * 50), Codec.encodeBare("x" * 50).length)
    assertEquals(limited.measure(null), 0)
    for failure <- Seq(StackOverflowError(), OutOfMemoryError("the test says so")) do
      val failing = Codec[String].imap[Int](_ => 0)(_ => throw failure)
      assertEquals(StateSizes[Int](100)(using failing).measure(1), 0)
    assertEquals(StateSizes[String](Long.MaxValue).measure("x"), 0)

  test("the sum is that of the sizes in memory, and one far above the limit is noticed when it grows"):
    val sizes = StateSizes[String](80)
    assert(!sizes.replace(0, 80) && !sizes.replace(0, 10))
    assert(sizes.replace(0, 1))
    assertEquals(sizes.total, 91L)
    assert(!sizes.replace(80, 80))
    assert(!sizes.replace(1, 0))
    assert(!sizes.replace(80, 0) && !sizes.replace(10, 0))
    assertEquals(sizes.total, 0L)
    assert(!StateSizes[String](Long.MaxValue - 1).replace(0, Int.MaxValue))

  test("a state is measured again with each power of two of its events, from 16 on"):
    val sizes = StateSizes[String](80)
    val due   = (1L to 2000L).filter(after => sizes.isDue(after - 1, after))
    assertEquals(due.toVector, Vector(16L, 32L, 64L, 128L, 256L, 512L, 1024L))
    assert(sizes.isDue(0, 40) && sizes.isDue(20, 40) && !sizes.isDue(32, 63) && !sizes.isDue(100, 100))
    assert(!StateSizes[String](Long.MaxValue).isDue(0, 40))
