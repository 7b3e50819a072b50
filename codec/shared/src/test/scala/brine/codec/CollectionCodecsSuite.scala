package brine.codec

import scala.collection.immutable.*
import scala.collection.mutable

class CollectionCodecsSuite extends munit.FunSuite, CodecChecks:
  test("a sequence is its size and its elements"):
    pinned(List.empty[String], "00")
    pinned(List("a", "b"), "04 c1 61 c1 62")
    pinned(Vector("a", "b"), "04 c1 61 c1 62")
    pinned(Vector(true, false, true), "06 01 00 01")
    pinned(List(List(1), Nil), "04 02 02 00")

  test("every immutable sequence"):
    for size <- Seq(0, 1, 31, 32, 33, 1000) do
      val words = List.tabulate(size)(i => s"word $i")
      returns(words)
      returns(words.toVector)
      returns[Seq[String]](words)
      returns[LinearSeq[String]](words)
      returns[IndexedSeq[String]](words.toIndexedSeq)
      returns[Iterable[String]](words)
      returns(Queue.from(words))
      returns(LazyList.from(words))
      returns(ArraySeq.from(words))
      returns(ArraySeq.from(words.map(_.length)))
      assertEquals(decoded[IArray[String]](written(IArray.from(words))).map(_.toList), Right(words))

  test("the mutable ones, and those of scala.collection"):
    val words = List("x", "y", "z")
    returns(mutable.ArrayBuffer.from(words))
    returns(mutable.ListBuffer.from(words))
    returns(mutable.ArrayDeque.from(words))
    returns(mutable.Queue.from(words))
    returns(mutable.Stack.from(words))
    returns(mutable.Set.from(words))
    returns(mutable.LinkedHashSet.from(words))
    returns(mutable.TreeSet.from(words))
    returns(mutable.BitSet(1, 5, 9))
    returns(mutable.Map("a" -> 1))
    returns(mutable.LinkedHashMap("b" -> 1, "a" -> 2))
    returns(mutable.TreeMap("b" -> 1, "a" -> 2))
    returns[scala.collection.Seq[String]](words)
    returns[scala.collection.Set[String]](words.toSet)
    returns[scala.collection.Map[String, Int]](Map("a" -> 1))

  test("arrays of everything"):
    def same[A: Codec](array: Array[A])(using Codec[Array[A]]): Unit =
      assertEquals(decoded[Array[A]](written(array)).map(_.toSeq), Right(array.toSeq))
      assertEquals(hex(written(array)), hex(written(array.toList)))
    same(Array[Byte](1, -1, 127))
    same(Array(true, false))
    same(Array[Short](1, 2))
    same(Array('a', 'b'))
    same(Array(1, 2, 3))
    same(Array(1L, 2L))
    same(Array(1f, -0f))
    same(Array(1.0, Double.PositiveInfinity))
    same(Array("a", "b"))
    same(Array((1, "x")))
    same(Array.empty[Long])
    assertEquals(hex(written(Array[Byte](1, -1))), "04 01 ff")
    assertEquals(hex(written(Array(1.5))), "02 00 00 00 00 00 00 f8 3f")

  test("the size is checked before there is room for the elements"):
    refused[List[String]]("fe ff ff ff 0f", "2147483647 elements of at least 1 bytes, but only 0 bytes follow", 0)
    refused[Array[Double]]("06 00 00", "3 elements of at least 8 bytes, but only 2 bytes follow", 0)
    refused[Array[Byte]]("06 00 00", "3 elements", 0)
    refused[Array[Boolean]]("04 00 02", "a boolean is 0 or 1", 2)
    refused[Vector[(Int, Int)]]("06 00 00 00 00 00", "3 elements of at least 2 bytes", 0)
    refused[List[String]]("03 00", "a layout its elements do not have", 0)
    refused[Map[String, String]]("03 00 00", "a layout", 0)

  test("elements that take no byte are limited in number"):
    pinned(List((), ()), "04")
    returns(List.fill(8192)(()))
    unwritable(List.fill(8193)(()), "8193 collection elements that take no byte; a message may hold 8192")
    refused[List[Unit]]("82 80 01", "8193 more elements that take no byte", 0)
    refused[Vector[Unit]]("fe ff ff ff 0f", "more elements that take no byte", 0)
    val three = List.fill(3)(List.fill(3000)(()))
    unwritable(three, "9000 collection elements")
    refused[List[List[Unit]]]("06 f0 2e f0 2e f0 2e", "3000 more elements", 5)

  test("an error in an element says which"):
    val error = decoded[List[Vector[Boolean]]](bytes("04 02 00 06 00 01 02")).left.toOption.get
    assertEquals(error.path, "[1][2]")
    assertEquals(error.offset, 6)

  test("nulls are refused"):
    unwritable[List[Int]](null, "a null where a List")
    unwritable[Vector[Int]](null, "a null where a Vector")
    unwritable[Array[Int]](null, "a null where a Array")
    unwritable[Set[Int]](null, "a null where a collection")
    unwritable[Map[Int, Int]](null, "a null where a Map")
    unwritable(List("a", null), "a null where a String")

  test("sets are their elements in their order, each once"):
    pinned(Set(3, 1), "04 06 02")
    pinned(TreeSet(3, 1), "04 02 06")
    for size <- Seq(0, 1, 4, 5, 100, 1025, 3000) do
      val words = List.tabulate(size)(i => s"word $i").toSet
      returns(words)
      returns(HashSet.from(words))
      returns[SortedSet[String]](SortedSet.from(words))
      returns(TreeSet.from(words))
      returns(mutable.HashSet.from(words))
      returns(words.map(_.length))
      if size <= 1024 then returns(ListSet.from(words))
    refused[Set[Int]]("04 02 02", "only 1 of the 2 elements of a set are different", 0)
    refused[TreeSet[Int]]("04 02 02", "only 1 of the 2", 0)
    refused[mutable.Set[Int]]("04 02 02", "only 1 of the 2", 0)
    refused[ListSet[Int]]("04 02 02", "only 1 of the 2", 0)

  test("list sets, which are searched one by one, are limited in size"):
    unwritable(ListSet.from(1 to 1025), "searched one by one of 1025 elements")
    refused[ListSet[Int]]("83 10 80 00 02", "searched one by one of 1025 elements", 0)

  test("bit sets are their numbers"):
    pinned(BitSet(1, 5), "04 02 0a")
    pinned(BitSet.empty, "00")
    returns(BitSet.fromSpecific(0 to 1000))
    returns(BitSet(0, 1000000))
    refused[BitSet]("02 01", "with the number -1", 0)
    refused[BitSet]("04 02 02", "only 1 of the 2 numbers", 0)
    refused[BitSet]("02 fe ff ff ff 0f", "bytes of memory allowed", 6)
    unwritable(BitSet(20000000), "a Set[Int] suits them better")

  test("bit sets that a reader has no memory for are not written"):
    returns(List(BitSet(4_000_000), BitSet(4_000_000)))
    unwritable(List(BitSet(5_000_000), BitSet(5_000_000)), "the bit sets of the message take more memory")
    val few = Limits.defaults.withAllocationBase(1 << 16)
    unwritable(BitSet.fromSpecific(0 until 1_000_000), "the bit sets of the message take more memory", few)
    val container = ContainerWriter()
    for _ <- 1 to 3 do container.add(BitSet(5_000_000))
    val reader = ContainerReader(container.toArray)
    for _ <- 1 to 3 do assertEquals(reader.next[BitSet](), Right(BitSet(5_000_000)))

  test("maps are keys and values in turn, each key once"):
    pinned(Map(1 -> "a"), "02 02 c1 61")
    pinned(ListMap("b" -> 1, "a" -> 2), "04 c1 62 02 c1 61 04")
    for size <- Seq(0, 1, 4, 5, 100, 1025, 3000) do
      val words = Map.from((0 until size).map(i => s"word $i" -> i))
      returns(words)
      returns(HashMap.from(words))
      returns(VectorMap.from(words))
      returns[SeqMap[String, Int]](SeqMap.from(words))
      returns(TreeSeqMap.from(words))
      returns(ListMap.from(words))
      returns(TreeMap.from(words))
      returns[SortedMap[String, Int]](TreeMap.from(words))
      returns(mutable.HashMap.from(words))
      returns(IntMap.from(words.map(_.swap)))
      returns(LongMap.from(words.map((k, v) => v.toLong -> k)))
    refused[Map[Int, Int]]("04 02 02 02 04", "only 1 of the 2 keys of a map are different", 0)
    refused[TreeMap[Int, Int]]("04 02 02 02 04", "only 1 of the 2 keys", 0)
    refused[ListMap[Int, Int]]("04 02 02 02 04", "only 1 of the 2 keys", 0)
    refused[Map[Int, Int]]("08 00 00", "4 elements of at least 2 bytes", 0)

  test("values that repeat long texts are no work on keys, however many they are"):
    val texts   = Vector("a" * 4000, "b" * 4000)
    val entries = Vector.tabulate(50_000)(number => number -> texts(number & 1))
    returns(SortedMap.from(entries))
    returns(TreeMap.from(entries))
    returns(IntMap.from(entries))

  test("elements of a set that repeat long texts are work, and are read if the limits allow it"):
    def listed(length: Int) = ListSet.from(Vector.tabulate(1000)(number => number -> "a" * length))
    returns(listed(400))
    val message     = written(listed(4000))
    val Left(error) = decoded[ListSet[(Int, String)]](message): @unchecked
    assert(error.problem.contains("Limits.workFactor"), error.problem)
    assertEquals(decoded[ListSet[(Int, String)]](message, Limits.defaults.withWorkBase(1 << 26)), Right(listed(4000)))

  test("maps keep their order where they have one"):
    val order = (1 to 2000).map(i => (i * 7919) % 2003 -> i)
    assertEquals(decoded[ListMap[Int, Int]](written(ListMap.from(order))).map(_.toSeq), Right(order))
    assertEquals(decoded[VectorMap[Int, Int]](written(VectorMap.from(order))).map(_.toSeq), Right(order))

  test("the memory for elements is bounded by the size of the message"):
    val limits = Limits(allocationFactor = 1, allocationBase = 100)
    val five   = List.fill(5)("")
    assert(decoded[List[String]](written(five), limits).left.exists(_.problem.contains("bytes of memory allowed")))
    assert(decoded[List[String]](written(List.fill(4)("")), limits).isRight)

  test("a collection that changes while it is written is refused"):
    final class Wrong(claimed: Int) extends Iterable[Int]:
      override def size: Int      = claimed
      def iterator: Iterator[Int] = Iterator(1, 2, 3)
    unwritable[Iterable[Int]](Wrong(2), "a collection of 2 elements had more")
    unwritable[Iterable[Int]](Wrong(4), "a collection of 4 elements had 3")
