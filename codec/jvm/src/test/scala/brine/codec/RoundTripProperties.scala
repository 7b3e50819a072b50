package brine.codec

import org.scalacheck.Arbitrary.arbitrary
import org.scalacheck.Prop.forAll
import org.scalacheck.{Arbitrary, Gen, Prop}

import java.time.{Duration, Instant, LocalDate, LocalTime}
import java.util.UUID
import scala.collection.immutable.{BitSet, TreeMap}

/** Any value comes back from its bytes, which are the same each time; any bytes give a value or a `DecodeError`. */
class RoundTripProperties extends munit.ScalaCheckSuite, CodecChecks:
  override def scalaCheckTestParameters = super.scalaCheckTestParameters.withMinSuccessfulTests(300)

  /** Text of the kinds the string forms are made for, and of no kind. */
  private val text: Gen[String] =
    def of(from: Int, to: Int) = Gen.choose(from, to).map(_.toChar)
    val kinds                  = Gen.oneOf(
      Gen.const(of(0, 0x7f)),
      Gen.const(Gen.frequency(8 -> of(0x400, 0x4ff), 2 -> of(0x20, 0x7f), 1 -> of(0x2010, 0x2030))),
      Gen.const(Gen.frequency(1 -> of(0xa0, 0x24f), 9 -> of(0x20, 0x7f))),
      Gen.const(of(0x3000, 0x9fff)),
      Gen.const(of(0xd800, 0xdfff)),
      Gen.const(of(0, 0xffff))
    )
    for
      char   <- kinds
      length <- Gen.choose(0, 100)
      chars  <- Gen.listOfN(length, char)
    yield chars.mkString

  /** Integers with runs, steps and outliers. */
  private val longs: Gen[Vector[Long]] =
    for
      bits  <- Gen.choose(0, 64)
      start <- arbitrary[Long]
      size  <- Gen.choose(0, 60)
      raw   <- Gen.listOfN(size, Gen.long)
      steps <- Gen.oneOf(true, false)
    yield
      val small = raw.map(value => if bits == 0 then 0L else value >>> (64 - bits))
      if steps then small.scanLeft(start)(_ + _).toVector else small.map(_ + start).toVector

  private val instants: Gen[Instant] = Gen.oneOf(
    Gen.choose(Instant.MIN.getEpochSecond, Instant.MAX.getEpochSecond).map(Instant.ofEpochSecond),
    arbitrary[Long].map(Instant.ofEpochMilli),
    for
      second <- Gen.choose(-100000000000L, 100000000000L)
      nanos  <- Gen.choose(0L, 999999999L)
    yield Instant.ofEpochSecond(second, nanos)
  )

  private def same[A](value: A)(using codec: Codec[A]): Prop =
    val message = written(value)
    val again   = written(value)
    Prop(decoded[A](message) == Right(value)) && Prop(message.sameElements(again)) && Prop(
      message.length >= codec.minSize
    )

  property("numbers"):
    forAll((a: Int, b: Long, c: Short, d: Char) => same((a, b, c, d)))
  property("floating point numbers"):
    forAll((a: Double, b: Float) => same((a, b)))
  property("big numbers"):
    forAll((a: BigInt) => same(a))
  property("decimals"):
    forAll: (digits: BigInt, scale: Short) =>
      same(new java.math.BigDecimal(digits.bigInteger, scale % 6179))
  property("UUIDs"):
    forAll((a: Long, b: Long) => same(new UUID(a, b)))
  property("strings"):
    forAll(text)(same(_))
  property("sequences of longs")(forAll(longs)(same(_)))
  property("sequences of ints")(forAll(longs)(values => same(values.map(_.toInt)) && same(values.map(_.toInt.toLong))))
  property("sequences of shorts and chars"):
    forAll(longs)(values => same(values.map(_.toShort)) && same(values.map(_.toChar).toList))
  property("sets and maps"):
    forAll: (values: Map[String, Int], more: Set[Long]) =>
      same(values) && same(more) && same(TreeMap.from(values)) && same(
        BitSet.fromSpecific(values.values.map(_ & 0xffff))
      )
  property("instants, one after the other")(forAll(Gen.listOf(instants))(same(_)))
  property("other times"):
    forAll(arbitrary[Long], Gen.choose(0L, 999999999L), Gen.choose(0L, 86399999999999L)): (seconds, nanos, ofDay) =>
      same(Duration.ofSeconds(seconds, nanos)) && same(LocalTime.ofNanoOfDay(ofDay)) &&
        same(LocalDate.ofEpochDay(seconds % 365241780471L))
  property("structures"):
    forAll((value: List[(Option[Int], Either[String, Vector[Byte]])]) => same(value))

  private type Everything = (
      (List[String], Vector[Int], Array[Long], Set[String], Map[String, List[Int]], BitSet),
      (Instant, Duration, LocalDate, LocalTime, java.time.ZonedDateTime, java.time.YearMonth, java.time.MonthDay),
      (BigInt, BigDecimal, UUID, java.net.URI, Option[Boolean], Either[Char, Short]),
      (Array[Double], Array[Char], Vector[Unit], scala.collection.mutable.Map[Long, String])
  )

  /** Bytes that look like parts of messages. */
  private val hostile: Gen[Array[Byte]] =
    val byte = Gen.frequency(
      5 -> Gen.choose(0, 255),
      3 -> Gen.choose(0, 8),
      1 -> Gen.oneOf(0xff, 0xfe, 0x80, 0x7f)
    )
    for
      size  <- Gen.choose(0, 200)
      bytes <- Gen.listOfN(size, byte)
    yield bytes.map(_.toByte).toArray

  property("any bytes give a value or an error"):
    val each = Seq[Codec[?]](
      Codec[Everything],
      Codec[List[String]],
      Codec[List[Instant]],
      Codec[List[LocalTime]],
      Codec[Vector[Int]],
      Codec[Array[Long]],
      Codec[List[Vector[Short]]],
      Codec[Set[Long]],
      Codec[Map[String, String]],
      Codec[List[BigDecimal]],
      Codec[List[java.time.OffsetDateTime]],
      Codec[List[java.time.ZoneOffset]],
      Codec[List[scala.concurrent.duration.Duration]],
      Codec[List[java.net.URI]],
      Codec[BitSet],
      Codec[Vector[Vector[Unit]]]
    )
    forAll(hostile): message =>
      each.foreach: codec =>
        // Anything but a DecodeError escapes and fails the property.
        decoded(message)(using codec) match
          case Left(error) => assert(error.offset >= 0 && error.offset <= message.length && error.hex.nonEmpty)
          case Right(_)    => ()
      true

  property("a changed byte gives a value or an error"):
    forAll(text, longs, arbitrary[Map[String, Option[Int]]], arbitrary[Int], arbitrary[Byte]):
      (a, b, c, place, change) =>
        val message = written((a, b, c))
        val at      = Math.floorMod(place, message.length)
        message(at) = change
        decoded[(String, Vector[Long], Map[String, Option[Int]])](message) match
          // Whatever is read has bytes again, and comes back.
          case Right(value) => same(value)
          case Left(error)  => Prop(error.offset <= message.length)
