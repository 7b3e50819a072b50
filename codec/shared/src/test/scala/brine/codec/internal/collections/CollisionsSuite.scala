package brine.codec.internal.collections

import brine.codec.{Codec, CodecChecks, EncodeError, Limits, Out}
import brine.effort.Effort

import scala.collection.immutable.{HashMap, HashSet, ListMap, TreeMap, TreeSeqMap, TreeSet, VectorMap}
import scala.collection.mutable
import scala.util.Random

object CollisionsSuite:
  /** How often cells were hashed or compared. */
  private var work = 0L

  /** A key with a hash code that many have. */
  final case class Cell(group: Int, number: Int) derives Codec:
    override def hashCode: Int =
      work += 1
      group
    override def equals(other: Any): Boolean =
      work += 1
      other match
        case that: Cell => that.group == group && that.number == number
        case _          => false

class CollisionsSuite extends munit.FunSuite, CodecChecks:
  import CollisionsSuite.*

  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(30, "min")

  /** Different longs with hash code 0. */
  private def colliding(count: Int): Vector[Long] = Vector.tabulate(count)(i => (i.toLong << 32) | i)

  private def message[A](elements: Iterable[A])(using Codec[Vector[A]]): Array[Byte] = written(elements.toVector)

  private def charged[A](message: Array[Byte])(using Codec[A], munit.Location): Unit =
    val problem = decoded[A](message).left.map(_.problem)
    assert(problem.left.exists(_.contains("keys have the same hash code")), problem)
    assert(problem.left.exists(_.contains("Limits.workFactor")), problem)

  private val noWork = Limits(workFactor = 0, workBase = 0)

  test("many keys with one hash code are refused"):
    assertEquals(colliding(5000).map(_.##).distinct.size, 1)
    val sets = message(colliding(5000))
    charged[Set[Long]](sets)
    charged[HashSet[Long]](sets)
    charged[mutable.Set[Long]](sets)
    charged[Set[java.lang.Long]](written(colliding(5000).map(java.lang.Long.valueOf)))
    val maps = written(TreeMap.from(colliding(5000).map(_ -> 1)))
    charged[Map[Long, Int]](maps)
    charged[HashMap[Long, Int]](maps)
    charged[VectorMap[Long, Int]](maps)
    charged[mutable.Map[Long, Int]](maps)
    charged[ListMap[Long, Int]](maps)

  test("comparing texts takes more steps than comparing numbers"):
    val texts = Iterator.iterate(Vector(""))(_.flatMap(t => Vector(t + "Aa", t + "BB"))).find(_.size >= 4096).get
    assertEquals(texts.map(_.##).distinct.size, 1)
    charged[Set[String]](message(texts))
    charged[Map[String, Int]](written(TreeMap.from(texts.map(_ -> 1))))
    unwritable(texts.toSet, "4096 of 4096 keys have the same hash code")
    // 16 steps for each pair, that is 12,000 for each of 1,500, which takes 25 bytes.
    def first(count: Int) = decoded[Set[String]](message(texts.take(count)), noWork.withWorkFactor(512))
    assertEquals(first(1500), Right(texts.take(1500).toSet))
    val Left(error) = first(1800): @unchecked
    assert(error.problem.contains("1800 of 1800 keys have the same hash code"), error.problem)

  test("keys that have one hash code with a few others are free, and what is decoded has the same class"):
    def same[A](value: A)(using Codec[A], munit.Location): Unit =
      val read = decoded[A](written(value), noWork)
      assertEquals(read, Right(value))
      assertEquals(read.toOption.get.getClass, value.getClass)
    val longs = Vector.tabulate(10000)(i => (i + 1) * 77777777777L).flatMap(number => Vector(number, ~number))
    assertEquals(longs.map(_.##).distinct.size, 10000)
    val texts = Vector.tabulate(5000)(i => Vector(s"Aa$i", s"BB$i")).flatten
    assertEquals(texts.map(_.##).distinct.size, 5000)
    same(longs.toSet)
    same(longs.zipWithIndex.toMap)
    same(mutable.HashSet.from(longs))
    same(texts.toSet)
    same(texts.zipWithIndex.toMap)
    same(VectorMap.from(texts.zipWithIndex))
    same(Vector.tabulate(10000)(i => i / 8.0).toSet)
    same(texts.map(text => (text, Option(text.length))).toSet)
    same(texts.map(text => if text.length > 5 then Left(text) else Right(text.length -> text)).toSet)

  test("sorted collections do not care"):
    returns(TreeSet.from(colliding(5000)))

  test("some equal hash codes, and any in a small collection, are free"):
    val some = message(colliding(64) ++ (1L to 2000L).map(_ * 3 + 1))
    assertEquals(decoded[HashSet[Long]](some, noWork).map(_.size), Right(2064))
    assertEquals(decoded[HashSet[Long]](message(colliding(1000)), noWork).map(_.size), Right(1000))
    val more = message(colliding(65) ++ (1L to 2000L).map(_ * 3 + 1))
    assert(decoded[HashSet[Long]](more, noWork).isLeft)
    assertEquals(decoded[HashSet[Long]](more).map(_.size), Right(2065))

  test("the limit can be set"):
    val limits = noWork.withEqualHashes(100000)
    assertEquals(decoded[HashSet[Long]](message(colliding(2000)), limits).map(_.size), Right(2000))

  test("different hash codes in one chain of a mutable table are charged"):
    // The low 18 bits of the improved hash code are zero for all.
    def chained(count: Int) = message(Vector.tabulate(count)(i => (i << 18) ^ ((i << 18) >>> 16)))
    assert(decoded[mutable.Set[Int]](chained(8192)).left.exists(_.problem.contains("in one chain")))
    assertEquals(decoded[Set[Int]](chained(8192), noWork).map(_.size), Right(8192))
    assertEquals(decoded[mutable.Set[Int]](chained(1100), noWork.withWorkBase(5_000_000)).map(_.size), Right(1100))
    assert(decoded[mutable.Set[Int]](chained(1100), noWork).isLeft)

  test("ordinary keys are nowhere near the limits"):
    for step <- Seq(1, 2, 1000, 4096, 65536) do
      val numbers  = Vector.tabulate(20000)(_ * step)
      val expected = numbers.toSet
      assertEquals(decoded[mutable.Set[Int]](message(expected), noWork).map(_.size), Right(expected.size))
    returns(Vector.tabulate(20000)(i => s"key $i").toSet)

  test("a grid of two coordinates in a Long comes back from every collection"):
    val grid = Vector.tabulate(100, 100)((x, y) => x.toLong << 32 | y).flatten
    val map  = grid.zipWithIndex.toMap
    assertEquals(grid.map(_.##).distinct.size, 128)
    def same[A](value: A)(using Codec[A], munit.Location): Unit =
      val read = decoded[A](written(value))
      assertEquals(read, Right(value))
      assertEquals(read.toOption.get.getClass, value.getClass)
    same(grid.toSet)
    same(HashSet.from(grid))
    same(mutable.Set.from(grid))
    same(map)
    same(HashMap.from(map))
    same(VectorMap.from(map))
    same(mutable.HashMap.from(map))
    same(mutable.LinkedHashMap.from(map))

  /** A random collection of cells, with the sizes of the groups that have a hash code each. */
  private def cells(random: Random): Vector[Cell] =
    val size   = 1025 + random.nextInt(2500)
    val groups = math.max(1, math.min(size, math.pow(size, random.nextDouble() * random.nextDouble()).toInt))
    random.shuffle(Vector.tabulate(size)(i => Cell(i % groups, i)))

  /** What the page says about the steps that a collection of cells takes, each of which has two parts. */
  private def stepsOf(cells: Vector[Cell]): Long =
    cells
      .groupMapReduce(_.group)(_ => 1L)(_ + _)
      .values
      .filter(_ > 64)
      .map(n => 8 * n * (n - 1) / 2 + n * (n / 2) * 2)
      .sum

  /** Whether a reader and a writer take a collection; both say the same, and what its steps say. */
  private def tried[A](cells: Vector[Cell], of: A, isChained: Boolean)(using
      codec: Codec[A],
      location: munit.Location
  ): Boolean =
    val out = Out(Limits(workBase = Int.MaxValue))
    codec.write(out, of)
    val bytes   = out.toArray
    val before  = work
    val result  = decoded[A](bytes)
    val done    = work - before
    val allowed = bytes.length * 256L + (1 << 22)
    // Each is hashed a few times, and compared with others of its hash code for free if there are not many.
    assert(done <= allowed + cells.size * 200L, s"$done hashed and compared, $allowed allowed")
    val steps = stepsOf(cells)
    if !isChained then assertEquals(result.isRight, steps <= allowed, s"$steps steps, $allowed allowed")
    result match
      case Right(read) =>
        assertEquals(read, of)
        assertEquals(hex(written(of)), hex(bytes))
      case Left(error) =>
        assert(error.problem.contains("Limits.workFactor"), error.problem)
        unwritable(of, "give them a better hashCode")
    result.isRight

  test("random collections of keys with few hash codes are read, as far as their bytes pay for the comparisons"):
    val random = Random(7)
    val read   = Vector.fill(Effort.collisions):
      val all = cells(random)
      val map = all.map(cell => cell -> cell.number)
      random.nextInt(8) match
        case 0 => tried(all, HashSet.from(all), isChained = false)
        case 1 => tried(all, Set.from(all), isChained = false)
        case 2 => tried(all, HashMap.from(map), isChained = false)
        case 3 => tried(all, Map.from(map), isChained = false)
        case 4 => tried(all, VectorMap.from(map), isChained = false)
        case 5 => tried(all, TreeSeqMap.from(map), isChained = false)
        case 6 => tried(all, mutable.HashSet.from(all), isChained = true)
        case _ => tried(all, mutable.LinkedHashMap.from(map), isChained = true)
    // The search finds both kinds.
    assert(read.count(identity) > read.size / 4, read)
    assert(read.exists(!_), read)

  test("what a writer takes off is for a message, and less of it with limits of its own"):
    val out   = Out()
    val cells = HashSet.tabulate(1300)(i => Cell(i % 2, i))
    val codec = Codec[HashSet[Cell]]
    codec.write(out, cells)
    intercept[EncodeError](codec.write(out, cells)): Unit
    out.reset()
    codec.write(out, cells)
    assertEquals(decoded[HashSet[Cell]](out.toArray), Right(cells))
    unwritable(cells, "650 of 1300 keys have the same hash code", noWork)
    val more = HashSet.tabulate(1500)(i => Cell(i % 10, i))
    unwritable(more, "150 of 1500 keys have the same hash code", noWork)

  test("keys that are sets of keys with one hash code"):
    // Any two of the sets have 300 elements in common, and each of them is found by comparing it with many.
    val sets   = Vector.tabulate(60)(i => HashSet.tabulate(300)(Cell(0, _)) + Cell(0, 300 + i))
    val bytes  = written(sets)
    val before = work
    val result = decoded[HashSet[HashSet[Cell]]](bytes)
    assert(result.left.exists(_.problem.contains("Limits.workFactor")), result.map(_.size))
    val done = work - before
    // Sets with 8,192 keys are free, and so are comparisons of these with each other.
    val free = 8192L * 8192 / 4
    assert(done <= free + bytes.length * 256L + (1 << 22), s"$done hashed and compared for ${bytes.length} bytes")
