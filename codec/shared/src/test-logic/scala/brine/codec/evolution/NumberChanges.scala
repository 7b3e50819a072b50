package brine.codec.evolution

import brine.codec.*

import java.net.URI
import java.time.{ZoneId, ZoneOffset}
import scala.concurrent.duration.{Duration, DurationInt, FiniteDuration}

/** Numbers, and what else is not taken apart, that become wider or narrower. */
object NumberChanges extends Changes("Numbers and other plain values"):
  private val bytes      = List[Byte](0, 1, -1, Byte.MinValue, Byte.MaxValue)
  private val shorts     = bytes.map(_.toShort) ++ List(Short.MinValue, Short.MaxValue)
  private val ints       = shorts.map(_.toInt) ++ List(Int.MinValue, Int.MaxValue)
  private val longs      = ints.map(_.toLong) ++ List(Long.MinValue, Long.MaxValue)
  private val chars      = List('a', '\u0000', '\uffff')
  private val floats     = List(0f, -0f, 1.5f, Float.MinValue, Float.PositiveInfinity, Float.NaN)
  private val bigInts    = longs.map(BigInt(_)) :+ BigInt(10).pow(40)
  private val doubles    = List(0.0, 12.99, 1e300)
  private val javaSmall  = bigInts.map(_.bigInteger)
  private val javaScaled = bigInts.map(n => java.math.BigDecimal(n.bigInteger))

  private def name[A](using codec: Codec[A]): String = codec.schema.toString

  private def widens[A: Codec, B: Codec](values: List[A], to: A => B)(back: B): Unit =
    change(s"${name[A]} becomes ${name[B]}", "Readers first.")(
      read(values.map(value => value -> to(value))*),
      refuse[B, A](s"cannot be read as ${name[A]}")(back)
    )

  widens[Byte, Short](bytes, _.toShort)(1)
  widens[Byte, Int](bytes, _.toInt)(1)
  widens[Byte, Long](bytes, _.toLong)(1)
  widens[Byte, Float](bytes, _.toFloat)(1)
  widens[Byte, Double](bytes, _.toDouble)(1)
  widens[Byte, BigInt](bytes, BigInt(_))(1)
  widens[Byte, BigDecimal](bytes, BigDecimal(_))(1)
  widens[Short, Int](shorts, _.toInt)(1)
  widens[Short, Long](shorts, _.toLong)(1)
  widens[Short, Float](shorts, _.toFloat)(1)
  widens[Short, Double](shorts, _.toDouble)(1)
  widens[Short, BigInt](shorts, BigInt(_))(1)
  widens[Short, BigDecimal](shorts, BigDecimal(_))(1)
  widens[Char, Int](chars, _.toInt)(1)
  widens[Char, Long](chars, _.toLong)(1)
  widens[Char, Double](chars, _.toDouble)(1)
  widens[Char, BigInt](chars, BigInt(_))(1)
  widens[Char, BigDecimal](chars, BigDecimal(_))(1)
  widens[Int, Long](ints, _.toLong)(1)
  widens[Int, Double](ints, _.toDouble)(1)
  widens[Int, BigInt](ints, BigInt(_))(1)
  widens[Int, BigDecimal](ints, BigDecimal(_))(1)
  widens[Long, BigInt](longs, BigInt(_))(1)
  widens[Long, BigDecimal](longs, BigDecimal(_))(1)
  widens[Float, Double](floats, _.toDouble)(1)
  widens[BigInt, BigDecimal](bigInts, BigDecimal(_))(1)
  widens[URI, String](List(URI("urn:x"), URI("")), _.toString)("urn:x")
  widens[FiniteDuration, Duration](List(0.seconds, 3.days), identity)(Duration.Inf)
  widens[ZoneOffset, ZoneId](List(ZoneOffset.UTC, ZoneOffset.ofHours(-7)), identity)(ZoneId.of("Europe/Riga"))

  change("Java's BigInteger becomes BigInt, BigDecimal likewise")(
    read(javaSmall.map(n => n -> BigInt(n))*),
    read(BigInt(7) -> java.math.BigInteger.valueOf(7))
  )
  change("Int becomes Java's BigDecimal", "Readers first.")(
    read(ints.map(n => n -> java.math.BigDecimal.valueOf(n.toLong))*),
    refuse[java.math.BigDecimal, Int]("cannot be read as Int")(javaScaled*)
  )

  private def incompatible[A: Codec, B: Codec](value: A, other: B): Unit =
    change(s"${name[A]} becomes ${name[B]}", "Add a new field, or migrate.")(
      refuse[A, B](s"cannot be read as ${name[B]}")(value),
      refuse[B, A](s"cannot be read as ${name[A]}")(other)
    )

  incompatible(ints.head, "1")
  incompatible(1, 1.5f)
  incompatible(1L, doubles.last)
  incompatible(BigDecimal(1), 1.0)
  incompatible(true, 1)
  incompatible('a', 1.toShort)
