package brine.examples.readings

import brine.codec.*
import java.time.Instant
import java.util.UUID

final case class Reading(sensor: UUID, at: Instant, celsius: Double, note: Option[String]) derives Codec
final case class Alarm(sensor: UUID, text: String) derives Codec

/** Encodes and decodes a case class, and prints the errors for truncated bytes, too many bytes and another type. */
object Readings:
  private val sensor = UUID.fromString("9b2f6e1c-4d0a-4f57-8a3e-2f1d7c5b9e60")

  def main(arguments: Array[String]): Unit =
    val reading = Reading(sensor, Instant.parse("2026-11-20T08:30:00Z"), 21.5, Some("window open"))
    val bytes   = Codec.encode(reading)
    println(s"the same again: ${Codec.decode[Reading](bytes) == Right(reading)}")

    report("cut short", Codec.decode[Reading](bytes.dropRight(5)))
    report("one byte too many", Codec.decode[Reading](bytes :+ 0.toByte))
    report("another type", Codec.decode[Alarm](bytes))

  private def report(what: String, result: Either[DecodeError, Any]): Unit = result match
    case Right(value) => println(s"$what: $value")
    case Left(error)  =>
      println(s"$what: refused at byte ${error.offset}${if error.path.isEmpty then "" else s", in ${error.path}"}")
