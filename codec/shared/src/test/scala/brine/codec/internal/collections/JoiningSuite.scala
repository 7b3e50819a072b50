package brine.codec.internal.collections

import brine.codec.internal.columns.Column
import brine.codec.{Codec, EncodeError, Out}

import scala.collection.immutable.Queue

object JoiningSuite:
  final case class Degrees(value: Int) derives Codec
  final case class Wide(a: (Int, Int, Int, Int), b: (Int, Int, Int, Int), c: (Int, Int, Int, Int)) derives Codec
  final case class Tree(value: Int, below: List[Tree]) derives Codec

/** Codecs of sequences that may be values in a column. */
final class JoiningSuite extends munit.FunSuite:
  import JoiningSuite.*

  private def inner(codec: Codec[?]): Vector[Column.Kind] =
    codec.columns.nn.all(0).nested.nn.columns.all.map(_.kind).toVector

  test("every sequence of flat elements is one column of sequences"):
    for codec <- Seq[Codec[?]](Codec[List[Int]], Codec[Vector[String]], Codec[Queue[(Int, Int)]], Codec[Array[Long]]) do
      val columns = codec.columns.nn
      assertEquals(columns.all.length, 1)
      assertEquals(columns.all(0).kind, Column.Kind.Sequences)
      assertEquals(columns.total, 1 + columns.all(0).nested.nn.columns.total)
    assertEquals(inner(Codec[List[(Int, String)]]), Vector(Column.Kind.Ints, Column.Kind.Values))

  test("a class around a number is a value, because only its own codec writes it"):
    assertEquals(inner(Codec[List[Degrees]]), Vector(Column.Kind.Values))
    assertEquals(inner(Codec[List[Int]]), Vector(Column.Kind.Ints))

  test("no columns for elements that are not flat, or have as many columns as there may be"):
    assertEquals(Codec[List[Tree]].columns, null)
    assertEquals(Codec[List[Unit]].columns, null)
    def nested(depth: Int, of: Codec[?]): Codec[?] =
      if depth == 0 then of else nested(depth - 1, Codec.listCodec(using of))
    // 12 columns, and one more for each level.
    assertEquals(nested(244, Codec[Wide]).columns.nn.total, 256)
    assertEquals(nested(245, Codec[Wide]).columns, null)

  test("a null in the place of a sequence is refused by name"):
    val column = Codec[List[Int]].columns.nn
    val out    = Out()
    val rows   = out.registers(column, 1)
    rows.putValue(0, 0, null)
    val error = intercept[EncodeError](column.write(out, rows, 1))
    assert(error.getMessage.contains("collection"), error.getMessage)
