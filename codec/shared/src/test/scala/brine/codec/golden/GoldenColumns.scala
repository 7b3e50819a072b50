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

  bare("columns of records")("16" -> List.tabulate(16)(row), "1030"                  -> List.tabulate(1030)(row))
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
