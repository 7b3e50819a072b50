package brine.codec.golden

import java.util.UUID
import scala.collection.immutable.*
import scala.collection.mutable

object GoldenCollections extends GoldenCases:
  bare("option")("none" -> Option.empty[Int], "some" -> Option(5))
  bare[Option[Option[Boolean]]]("option option")(
    "none"      -> None,
    "some none" -> Some(None),
    "some some" -> Some(Some(false))
  )
  bare[Either[String, Int]]("either")("left" -> Left("no"), "right" -> Right(-1))
  bare[Either[Option[Int], Either[Unit, Boolean]]]("either either")(
    "left"        -> Left(None),
    "right right" -> Right(Right(true))
  )
  bare("tuple 1")("x"              -> Tuple1("x"))
  bare("tuple 2")("int and string" -> (1, "a"))
  bare("tuple 3")("nested"         -> (true, (2L, 'c'), Option.empty[Int]))
  bare("tuple 23")("numbers" -> (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23))

  bare("list string")("empty"   -> List.empty[String], "three" -> List("a", "", "я"), "64" -> List.fill(64)(""))
  bare("list unit")("3"         -> List((), (), ()))
  bare("list list")("nested"    -> List(List("a"), Nil, List("b", "c")))
  bare("vector uuid")("two"     -> Vector(UUID(0, 1), UUID(2, 3)))
  bare("vector")("33"           -> Vector.tabulate(33)(_.toString))
  bare("seq option")("mixed"    -> Seq(Some(1.5), None))
  bare("indexed seq")("two"     -> IndexedSeq("a", "b"))
  bare("queue")("two"           -> Queue("a", "b"))
  bare("lazy list")("two"       -> LazyList("a", "b"))
  bare("array seq")("two"       -> ArraySeq("a", "b"))
  bare("array string")("two"    -> Array("a", "b"))
  bare("array byte")("empty"    -> Array.empty[Byte], "four"   -> Array[Byte](0, 1, -1, 127))
  bare("list byte")("nine"      -> List.tabulate(9)(_.toByte))
  bare("array boolean")("three" -> Array(true, false, true))
  bare("array float")("two"     -> Array(1.0f, Float.NaN))
  bare("array double")("two"    -> Array(-0.0, 0.1))
  bare("list double")("two"     -> List(-0.0, 0.1))
  bare("buffer")("two"          -> mutable.ArrayBuffer("a", "b"))

  private val squares = List.tabulate(20)(i => i * i)
  private val noise   = List.iterate(12345, 20)(_ * 1103515245 + 12345)

  bare("list int")(
    "seven"          -> List(1, 2, 3, 4, 5, 6, 7),
    "one by one"     -> List(0, 1000000, 0, 0, 0, 0, 0, -3),
    "frame"          -> List(1000, 1007, 1003, 1001, 1000, 1006, 1002, 1004),
    "frame width 0"  -> List.fill(100)(-7),
    "frame width 32" -> List(
      Int.MinValue,
      Int.MaxValue,
      Int.MinValue,
      Int.MaxValue,
      Int.MinValue,
      0,
      Int.MaxValue,
      Int.MaxValue
    ),
    "differences"         -> squares,
    "differences width 0" -> List.range(-5, 40, 3),
    "differences down"    -> List.range(100000, 0, -999),
    "noise"               -> noise,
    "wide differences"    -> List(Int.MinValue, Int.MaxValue, 0, 1, 2, 3, 4, 5, 6, 7, 8)
  )
  bare("array int")("empty" -> Array.empty[Int], "three" -> Array(1, 2, 3), "frame" -> Array(7, 7, 8, 8, 7, 8, 7, 8, 7))
  bare("array int unsigned")("mixed"  -> Array(100, 1, 100, 5000, 100, 100000, 2, 100, 100, Int.MaxValue, 0))
  bare("list short unsigned")("mixed" -> List[Short](100, 1, 100, 5000, 100, 20000, 2, 100, 100))
  bare("list long unsigned")("mixed"  -> List(100L, 1L, 1L << 40, 100L, 5000L, Long.MaxValue, 2L, 100L, 100L, 3L))
  bare("vector int")("differences"    -> squares.toVector)
  bare("set int")("differences"       -> TreeSet.from(squares))
  bare("array short")(
    "frame"       -> Array.tabulate[Short](12)(i => (300 + i % 5).toShort),
    "differences" -> Array.tabulate[Short](12)(i => (Short.MinValue + i * 5000).toShort),
    "extremes"    -> Array.tabulate[Short](9)(i => if i % 2 == 0 then Short.MinValue else Short.MaxValue)
  )
  bare("array char")(
    "text"     -> "The quick brown fox".toArray,
    "russian"  -> "Съешь же ещё".toArray,
    "extremes" -> Array.tabulate(9)(i => if i % 2 == 0 then '\u0000' else '\uffff')
  )
  bare("array long")(
    "three"       -> Array(1L, 2L, 3L),
    "frame"       -> Array.tabulate(10)(i => 1700000000000L + (i * 7919) % 1000),
    "differences" -> Array.tabulate(10)(i => 1700000000000L + i * 60000L + i % 3),
    "width 33"    -> Array.tabulate(9)(i => if i % 2 == 0 then 0L else 1L << 32),
    "width 64"    -> Array.tabulate(9)(i => if i % 3 == 0 then Long.MinValue else Long.MaxValue - i),
    "wraps"       -> Array.tabulate(8)(i => if i % 2 == 0 then Long.MaxValue else Long.MinValue)
  )
  bare("list long")("differences"         -> List.tabulate(10)(i => i * 86400000L))
  bare("list int over 8192")("8193 equal" -> List.fill(8193)(5))

  bare("set")(
    "empty" -> Set.empty[String],
    "three" -> Set("c", "a", "b"),
    "ten"   -> Set.from((0 until 10).map(i => s"key $i"))
  )
  bare("hash set")("ten"   -> HashSet.from((0 until 10).map(i => s"key $i")))
  bare("list set")("two"   -> ListSet("b", "a"))
  bare("tree set")("two"   -> TreeSet("b", "a"))
  bare("sorted set")("two" -> SortedSet("b", "a"))
  bare("bit set")("empty"  -> BitSet.empty, "three" -> BitSet(1, 5, 64), "dense" -> BitSet.fromSpecific(10 until 40))

  bare("map")(
    "empty" -> Map.empty[String, Int],
    "two"   -> Map("b" -> 1, "a" -> 2),
    "ten"   -> Map.from((0 until 10).map(i => s"key $i" -> i))
  )
  bare("hash map")("two"       -> HashMap("b" -> 1, "a" -> 2))
  bare("seq map")("two"        -> SeqMap("b" -> 1, "a" -> 2))
  bare("vector map")("two"     -> VectorMap("b" -> 1, "a" -> 2))
  bare("list map")("two"       -> ListMap("b" -> 1, "a" -> 2))
  bare("tree map")("two"       -> TreeMap("b" -> 1, "a" -> 2))
  bare("sorted map")("two"     -> SortedMap("b" -> 1, "a" -> 2))
  bare("int map")("two"        -> IntMap(5 -> "five", 1 -> "one"))
  bare("long map")("two"       -> LongMap(5L -> "five", 1L -> "one"))
  bare("map of maps")("nested" -> Map("a" -> Map(1 -> List(true)), "b" -> Map.empty[Int, List[Boolean]]))
