package brine.entity.internal

import java.util.SplittableRandom
import java.util.concurrent.ConcurrentHashMap
import scala.collection.mutable

class SweeperSuite extends munit.FunSuite:
  private final class One(val used: Int)

  /** Who leaves of entities that were used at these times. */
  private def leaving(used: Seq[Int], now: Int, idle: Int, most: Int): Seq[Int] =
    val all = ConcurrentHashMap[String, One]()
    used.zipWithIndex.foreach((at, number) => all.put(number.toString, One(at)))
    val left = mutable.ArrayBuffer.empty[Int]
    Sweeper[One](all, _.used, one => left += one.used: Unit, idle, most).sweep(now)
    left.toSeq.sorted

  test("what was not used for the idle time leaves"):
    assertEquals(leaving(Seq(10, 20, 30), now = 40, idle = 20, most = 10), Seq(10, 20))
    assertEquals(leaving(Seq(10, 20, 30), now = 40, idle = 31, most = 10), Nil)
    assertEquals(leaving(Seq(10, 20, 30), now = 1_000_000, idle = -1, most = 10), Nil)

  test("of too many, those leave that were not used for longest"):
    assertEquals(leaving(Seq(10, 20, 30, 35, 39), now = 40, idle = -1, most = 3), Seq(10, 20))
    assertEquals(leaving(Seq(7, 7, 7, 7), now = 40, idle = -1, most = 1), Seq(7, 7, 7))
    assertEquals(leaving(Seq(40, 40, 41), now = 40, idle = -1, most = 1), Seq(40, 40))

  test("no more leave than are too many, and none before a much older one"):
    val random = SplittableRandom(1)
    for _ <- 1 to 200 do
      val now           = 1 + random.nextInt(Int.MaxValue - 1)
      val used          = Seq.fill(random.nextInt(50))(random.nextInt(now))
      val most          = 1 + random.nextInt(40)
      val idle          = if random.nextBoolean() then -1 else 1 + random.nextInt(now)
      val left          = leaving(used, now, idle, most)
      val (old, others) = left.partition(at => idle >= 0 && now - at >= idle)
      assertEquals(old, used.filter(at => idle >= 0 && now - at >= idle).sorted)
      assertEquals(others.size, math.max(0, used.size - old.size - most))
      // Ages are compared in steps of a doubling.
      val stay = used.sorted.diff(left)
      for one <- others; other <- stay do assert((now - other) / 2 <= math.max(now - one, 1), s"$one left, $other not")
