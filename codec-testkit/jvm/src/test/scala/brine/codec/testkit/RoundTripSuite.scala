package brine.codec.testkit

import brine.codec.Codec
import munit.ScalaCheckSuite
import org.scalacheck.Prop.*
import org.scalacheck.{Arbitrary, Gen}

import java.time.{Duration, Instant, LocalDate, LocalTime}
import java.util.UUID

/** Values from nowhere: each comes back, and its bytes are its own. */
class RoundTripSuite extends ScalaCheckSuite:
  private def returns[A: Arbitrary](name: String)(using codec: Codec[A]): Unit =
    val laws = CodecLaws(codec)
    property(s"$name comes back"):
      forAll: (value: A) =>
        assertEquals(laws.roundTrip(value), None)
        assertEquals(laws.determinism(value), None)
        assertEquals(laws.extent(value), None)

  private given Arbitrary[Instant] = Arbitrary:
    Gen.frequency(
      3 -> Gen.choose(0L, 4000000000000L).map(Instant.ofEpochMilli),
      1 -> Gen
        .choose(Instant.MIN.getEpochSecond, Instant.MAX.getEpochSecond)
        .flatMap(seconds => Gen.choose(0L, 999999999L).map(Instant.ofEpochSecond(seconds, _)))
    )
  private given Arbitrary[Duration] = Arbitrary:
    Gen
      .zip(Gen.choose(Long.MinValue, Long.MaxValue), Gen.oneOf(0L, 1000000L, 5000L, 999999999L))
      .map(Duration.ofSeconds(_, _))
  private given Arbitrary[LocalDate] = Arbitrary(Gen.choose(-1000000L, 1000000L).map(LocalDate.ofEpochDay))
  private given Arbitrary[LocalTime] = Arbitrary(Gen.choose(0L, 86399999999999L).map(LocalTime.ofNanoOfDay))
  private given Arbitrary[UUID]      = Arbitrary(Gen.uuid)

  // Runs, steps and noise: what the layouts of integers tell apart.
  private val int: Gen[Int] = Gen.oneOf(Gen.choose(-10, 10), Gen.choose(1000, 1300), Arbitrary.arbInt.arbitrary)
  private given ints: Arbitrary[List[Int]] = Arbitrary:
    Gen.oneOf(
      Gen.listOf(int),
      Gen.listOf(Gen.choose(-3, 12)).map(_.scanLeft(100000)(_ + _)),
      Gen.zip(Gen.choose(0, 100), int).map((size, value) => List.fill(size)(value))
    )
  private given longs: Arbitrary[List[Long]] = Arbitrary:
    Gen.oneOf(
      Gen.listOf(Arbitrary.arbitrary[Long]),
      Gen.listOf(Gen.choose(-5L, 70000L)).map(_.scanLeft(1L << 41)(_ + _))
    )

  // Characters by script, lone surrogates among them.
  private val char: Gen[Char] = Gen.frequency(
    8 -> Gen.choose(' ', '~'),
    8 -> Gen.choose('а', 'я'),
    2 -> Gen.choose('\u0000', '\uffff'),
    1 -> Gen.oneOf('\u000e', '€', '«', '\u00a0', '\ud83d', '\ude00')
  )
  private given Arbitrary[String] = Arbitrary:
    Gen.oneOf(
      Gen.stringOf(Gen.choose(' ', '~')),
      Gen.stringOf(Gen.choose('а', 'я')),
      Gen.stringOf(char),
      Arbitrary.arbString.arbitrary
    )

  returns[Int]("Int")
  returns[Long]("Long")
  returns[Short]("Short")
  returns[Char]("Char")
  returns[Double]("Double")
  returns[BigInt]("BigInt")
  returns[String]("String")
  returns[UUID]("UUID")
  returns[List[Instant]]("List[Instant]")
  returns[Duration]("Duration")
  returns[LocalDate]("LocalDate")
  returns[LocalTime]("LocalTime")
  returns[List[Int]]("List[Int]")
  returns[List[Long]]("List[Long]")
  returns[Vector[Short]]("Vector[Short]")
  returns[Array[Char]]("Array[Char]")
  returns[Map[String, Option[Int]]]("Map[String, Option[Int]]")
  returns[Set[Long]]("Set[Long]")
  returns[Either[(Int, Boolean), List[Option[String]]]]("Either")
