package brine.entity.internal

import java.util.SplittableRandom
import java.util.concurrent.ConcurrentHashMap
import scala.collection.mutable

class SweeperSuite extends munit.FunSuite:
  private final case class One(used: Int, bytes: Int = 0)

  /** Who leaves of these entities, those that were used first before others. */
  private def leaving(of: Seq[One], now: Int, idle: Int, most: Int, mostBytes: Long): Seq[One] =
    val all = ConcurrentHashMap[String, One]()
    of.zipWithIndex.foreach((one, number) => all.put(number.toString, one))
    val left = mutable.ArrayBuffer.empty[One]
    Sweeper[One](all, _.used, _.bytes, one => left += one: Unit, idle, most, mostBytes).sweep(now)
    left.toSeq.sortBy(_.used)

  /** The same of entities without a size that were used at these times. */
  private def leaving(used: Seq[Int], now: Int, idle: Int, most: Int): Seq[Int] =
    leaving(used.map(One(_)), now, idle, most, Long.MaxValue).map(_.used)

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

  test("of states that are too large together, those leave that were not used for longest"):
    val all = Seq(One(10, 5), One(20, 5), One(30, 5), One(35, 5), One(39, 5))
    assertEquals(leaving(all, now = 40, idle = -1, most = 10, mostBytes = 25), Nil)
    assertEquals(leaving(all, now = 40, idle = -1, most = 10, mostBytes = 24), all.take(1))
    assertEquals(leaving(all, now = 40, idle = -1, most = 10, mostBytes = 14), all.take(3))
    // Both limits hold.
    assertEquals(leaving(all, now = 40, idle = -1, most = 1, mostBytes = 24), all.take(4))
    // One that is larger than all are allowed to be leaves, and so do those before it.
    assertEquals(leaving(all :+ One(40, 100), now = 41, idle = -1, most = 10, mostBytes = 50), all :+ One(40, 100))
    // Those without a size make no room.
    assertEquals(leaving(Seq(One(7), One(7), One(7, 9)), now = 40, idle = -1, most = 10, mostBytes = 5), Seq(One(7, 9)))

  test("both limits hold afterwards, and no more leave than that takes"):
    val random = SplittableRandom(2)
    for _ <- 1 to 1000 do
      val now       = 1 + random.nextInt(Int.MaxValue - 1)
      val all       = Seq.fill(random.nextInt(50))(One(random.nextInt(now), random.nextInt(4) * random.nextInt(100)))
      val most      = 1 + random.nextInt(60)
      val mostBytes = 1L + random.nextInt(4000)
      val left      = leaving(all, now, idle = -1, most, mostBytes)
      val stay      = all.sortBy(_.used).diff(left)
      def bytes     = stay.map(_.bytes.toLong).sum
      assert(stay.size <= most && bytes <= mostBytes, s"$stay")
      // Ages are compared in steps of a doubling.
      for one <- left; other <- stay if other.bytes > 0 do
        assert((now - other.used) / 2 <= math.max(now - one.used, 1), s"$one left, $other not")
      if left.nonEmpty then
        // Without one of those that were used last, or one without a size, it would not hold.
        val youngest = left.map(one => Sweeper.step(now - one.used)).min
        val last     = left.filter(one => Sweeper.step(now - one.used) == youngest)
        assert(last.exists(one => stay.size + 1 > most || bytes + one.bytes > mostBytes), s"$left left, $stay stay")
