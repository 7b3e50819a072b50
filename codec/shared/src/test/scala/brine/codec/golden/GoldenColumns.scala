package brine.codec.golden

import brine.codec.golden.GoldenTypes.*

import java.time.Instant
import java.util.UUID
import scala.collection.immutable.{TreeMap, TreeSet}

object GoldenColumns extends GoldenCases:
  private def row(i: Int): Row = Row(
    i,
    i.toLong << (i % 50),
    (i * 7).toShort,
    ('a' + i % 26).toChar,
    i.toByte,
    i % 3 == 0,
    i / 4f,
    i / 100.0,
    s"row $i",
    UUID(i, i),
    Instant.ofEpochSecond(1700000000L + i),
    Option.when(i % 4 == 0)(i * 10),
    Option.when(i % 2 == 0)(Option.when(i % 6 == 0)(s"note $i")),
    Option.when(i % 5 != 0)(Point(i, -i)),
    (i % 2 == 0, s"$i")
  )

  private def basket(i: Int): Basket = Basket(
    i,
    List.tabulate(if i % 9 == 0 then 17 + i % 2 * 50 else i % 5)(k => Bought(s"sku $k", k * i)),
    Vector.tabulate(i % 3)(k => s"note $k"),
    Array.tabulate(if i % 7 == 0 then 12 else i % 4)(_ * i),
    if i % 4 == 0 then Left(i) else Right(s"by $i"),
    Set.from(Seq.tabulate(i % 3)(k => s"tag $k")),
    Map.from((0 until i % 2).map(k => s"$k" -> i / 4f)),
    List.tabulate(i % 3)(k => List.tabulate(k * i % 11)(_ * 100L))
  )

  private def step(i: Int): Step = i % 5 match
    case 0 => Step.Opened(s"name ${i % 7}", Instant.ofEpochSecond(1700000000L + i))
    case 1 => Step.Moved(i, -i, Option.when(i % 3 == 0)(i))
    case 2 => Step.Filled(Vector.tabulate(i % 4)(k => Bought("x", k)))
    case _ => Step.Closed

  private def bill(i: Int): Bill = Bill(
    i,
    List.tabulate(if i % 9 == 0 then 17 + i % 2 * 50 else i % 5)(k => Point(k, k * i)),
    Array.tabulate(if i % 7 == 0 then 12 else i % 4)(_ * i),
    if i % 4 == 0 then Left(i) else Right(i / 4.0),
    List.tabulate(i % 3)(k => List.tabulate(k * i % 11)(_ * 100L)),
    i % 5 match
      case 0 => Turn.Opened(1700000000L + i)
      case 1 => Turn.Moved(i, -i, Option.when(i % 3 == 0)(i))
      case 2 => Turn.Filled(Vector.tabulate(i % 4)(k => Point(1, k)))
      case _ => Turn.Closed
  )

  // The last texts are new in each row.
  private def repeated(i: Int): (Int, String, Option[String], Either[String, Int], String) = (
    i,
    "ab " + "я" * (i % 5),
    Option.when(i % 3 != 0)("x" * (i % 7)),
    if i % 2 == 0 then Left(s"left ${i % 100}") else Right(i),
    s"$i"
  )

  private def order(i: Int): (Int, String, Boolean, List[(String, Int)], Either[String, Int]) = (
    i,
    s"customer ${i * 7 % 90}",
    i % 5 == 0,
    List.tabulate(if i % 40 == 0 then 70 else i % 6)(k => (s"SKU-${(i + k) * 31 % 200}", k)),
    if i % 4 == 0 then Left("open") else Right(i)
  )

  bare("columns of bills")("20" -> List.tabulate(20)(bill), "1030"   -> List.tabulate(1030)(bill))
  bare("turns")("300"           -> Vector.tabulate(300)(bill(_).turn))
  bare("baskets")("20"          -> List.tabulate(20)(basket), "1030" -> List.tabulate(1030)(basket))
  bare("steps")("20"            -> List.tabulate(20)(step), "1030"   -> List.tabulate(1030)(step))
  bare[List[Either[Step, List[Int]]]]("eithers")(
    "20" -> List.tabulate(20)(i => if i % 3 == 0 then Left(step(i)) else Right(List(i)))
  )
  bare("columns of lists")("100"          -> List.tabulate(100)(i => List.tabulate(i % 20)(k => i * k)))
  bare("lists of texts")("20"             -> List.tabulate(20)(i => List.tabulate(i)(k => s"$k")))
  bare("columns of a map of lists")("100" -> TreeMap.from((0 until 100).map(i => i -> List.fill(i % 3)(Point(i, 0)))))
  dictionary("baskets")("200"             -> List.tabulate(200)(basket))
  bare("columns of records")("16"         -> List.tabulate(16)(row), "1030" -> List.tabulate(1030)(row))
  bare("columns of points")("16"  -> Vector.tabulate(16)(i => Point(i * i, 5)), "15" -> Vector.fill(15)(Point(0, 1)))
  bare("columns of options")("20" -> List.tabulate(20)(i => Option.when(i % 3 == 0)(i)))
  bare("columns of colors")("20"  -> List.tabulate(20)(i => Color.values(i % Color.values.length)))
  bare("columns of tuples")("20"  -> List.tabulate(20)(i => (i, i % 2 == 0, s"$i")))
  bare("columns of a map")("20"   -> TreeMap.from((0 until 20).map(i => s"k$i" -> i * i)))
  bare("columns of a set")("20"   -> TreeSet.from((0 until 20).map(i => (i, 1))))
  bare("array boolean packed")("eight" -> Array.tabulate(8)(_ % 3 == 0), "nine" -> Array.tabulate(9)(_ % 2 == 0))
  bare("array double scaled")("ten" -> Array.tabulate(10)(i => i / 100.0), "none" -> Array.tabulate(10)(i => i / 3.0))
  bare("array float scaled")("ten"  -> Array.tabulate(10)(i => i / 10f))
  bare("list double scaled")("1030" -> List.tabulate(1030)(i => i / 8.0))
  bare("columns of decimals")(
    "300" -> List.tabulate(300)(i => (i / 100.0, i / 8f)),
    "no"  -> List.tabulate(256)(i => (math.sqrt(i), -0.0f))
  )
  bare("columns of a map of decimals")("260" -> TreeMap.from((0 until 260).map(i => s"k$i" -> i / 10.0)))
  bare("columns of floats")("100"         -> List.tabulate(100)(i => ((i * 7919 % 110000) / 100f, i / 2f, i % 3 == 0)))
  dictionary("columns of decimals")("260" -> List.tabulate(260)(i => (s"text ${i % 3}", i / 4.0)))
  dictionary("columns of tuples")("20"    -> List.tabulate(20)(i => (i, s"text ${i % 3}")))

  bare("columns of repeated texts")(
    "16"   -> List.tabulate(16)(repeated),
    "300"  -> List.tabulate(300)(repeated),
    "1030" -> List.tabulate(1030)(repeated)
  )

  bare("columns of orders")("100" -> List.tabulate(100)(order), "1030" -> List.tabulate(1030)(order))

  // Containers whose blocks are sequences, some of one block and some of several.
  container("points", 1 << 16)("16"          -> List.tabulate(16)(i => Point(i * i, 5)))
  container("integers", 1 << 16)("40"        -> List.tabulate(40)(i => 1000 + i))
  container("booleans", 1 << 16)("9"         -> List.tabulate(9)(_ % 2 == 0))
  container("decimals", 1 << 16)("20"        -> List.tabulate(20)(_ / 4.0))
  container("colors", 1 << 16)("20"          -> List.tabulate(20)(i => Color.values(i % Color.values.length)))
  container("rows", 1 << 13)("300"           -> List.tabulate(300)(row))
  container("bills", 1 << 12)("400"          -> List.tabulate(400)(bill))
  container("tuples of texts", 1 << 16)("20" -> List.tabulate(20)(i => (i, s"text ${i % 3}")))
  container("lists", 1 << 16)("100"          -> List.tabulate(100)(i => List.tabulate(i % 20)(k => i * k)))
