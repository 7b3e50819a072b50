package brine.codec.testkit

import brine.codec.testkit.RichModel.*
import brine.codec.testkit.internal.Allocation
import brine.codec.{Codec, DecodeError, In, Schema}
import munit.ScalaCheckSuite
import org.scalacheck.Prop.*
import org.scalacheck.{Gen, Test}

/** Bytes from nowhere: a value or a `DecodeError`, in bounded memory. */
class RandomBytesSuite extends ScalaCheckSuite:
  override def scalaCheckTestParameters: Test.Parameters = super.scalaCheckTestParameters.withMinSuccessfulTests(1000)

  /** Small bytes are more often counts, tags and lengths that lead further in. */
  private val byte: Gen[Byte] =
    Gen.frequency(3 -> Gen.choose(0, 9), 1 -> Gen.choose(0, 255), 1 -> Gen.oneOf(0x7f, 0x80, 0xff)).map(_.toByte)

  private val bytes: Gen[Array[Byte]] =
    Gen.sized(size => Gen.choose(0, 4 * size).flatMap(Gen.containerOfN[Array, Byte](_, byte)))

  private def total[A](name: String)(using codec: Codec[A]): Unit =
    property(s"$name: any bytes"):
      forAll(bytes): bytes =>
        val (_, used) = Allocation.of:
          try codec.read(In(bytes)): Unit
          catch case _: (DecodeError | IllegalArgumentException) => ()
        assert(used <= (8L << 20) + 512L * bytes.length, s"$used bytes of memory for ${bytes.length}")

  total[Page]("Page")
  total[Event]("Event")
  total[Tree[String]]("Tree")
  total[List[String]]("List[String]")
  total[Vector[Long]]("Vector[Long]")
  total[Map[String, Set[Int]]]("Map[String, Set[Int]]")
  total[(BigInt, BigDecimal, Option[Array[Byte]])]("tuple")

  property("schemas: any bytes"):
    forAll(bytes): bytes =>
      Schema
        .fromCanonical(Array[Byte](1) ++ bytes)
        .foreach: schema =>
          assertEquals(Schema.fromCanonical(schema.canonical), Right(schema))
