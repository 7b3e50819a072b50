package brine.codec

import java.lang as jl

object BoxCodecsSuite:
  final case class Boxed(
      boolean: jl.Boolean,
      byte: jl.Byte,
      short: jl.Short,
      char: jl.Character,
      int: jl.Integer,
      long: jl.Long,
      float: jl.Float,
      double: jl.Double
  ) derives Codec
  final case class Plain(
      boolean: Boolean,
      byte: Byte,
      short: Short,
      char: Char,
      int: Int,
      long: Long,
      float: Float,
      double: Double
  ) derives Codec
  final case class Numbers(all: List[jl.Integer], some: Map[String, jl.Long], array: Array[jl.Boolean]) derives Codec

final class BoxCodecsSuite extends munit.FunSuite, CodecChecks:
  import BoxCodecsSuite.*

  private val boxed = Boxed(true, 1.toByte, 2.toShort, 'c', 4, 5L, 6.5f, 7.5)
  private val plain = Plain(true, 1, 2, 'c', 4, 5L, 6.5f, 7.5)

  test("boxes have the bytes and the schema of primitives"):
    assertEquals(hex(written(boxed)), hex(written(plain)))
    returns(boxed)
    assertEquals(
      Codec[Boxed].schema.toString.replace("Boxed", "Plain"),
      Codec[Plain].schema.toString
    )
    pinned[jl.Integer](5, "0a")
    pinned[jl.Boolean](true, "01")

  test("collections of boxes"):
    val numbers = Numbers(List(1, 2, 3), Map("a" -> 5L), Array(true, false))
    assert(decoded[Numbers](written(numbers)).exists(Same(_, numbers)))
    assertEquals(Codec[Numbers].schema.definitions.size, 1)
    returns[List[jl.Integer]](List.tabulate(40)(i => i))
    assertEquals(Codec[List[jl.Integer]].schema.toString, "Seq[boxed Int]")

  test("numbers become boxes, and boxes numbers"):
    val ints  = List.tabulate(40)(i => i * i)
    val boxes = ints.map(i => i: jl.Integer)
    assertEquals(Codec.decodeBare[List[jl.Integer]](Codec.encodeBare(ints), Codec[List[Int]].schema), Right(boxes))
    assertEquals(Codec.decodeBare[List[Int]](Codec.encodeBare(boxes), Codec[List[jl.Integer]].schema), Right(ints))
    assertEquals(
      Codec.decodeBare[List[jl.Long]](Codec.encodeBare(ints), Codec[List[Int]].schema),
      Right(ints.map(i => i.toLong: jl.Long))
    )

  test("a null is refused, not written as 0"):
    intercept[EncodeError](Codec.encodeBare[jl.Integer](null.asInstanceOf[jl.Integer])): Unit
    val error = intercept[EncodeError](Codec.encodeBare(boxed.copy(int = null.asInstanceOf[jl.Integer])))
    assert(error.getMessage.contains("int"), error.getMessage)
    intercept[EncodeError](Codec.encodeBare(List.fill(40)(null.asInstanceOf[jl.Integer]))): Unit

  test("lists that are never empty"):
    returns[::[Int]](::(1, List(2, 3)))
    assertEquals(hex(written[::[Int]](::(1, List(2)))), hex(written(List(1, 2))))
    refused[::[Int]]("00", "at least one element", 0)
