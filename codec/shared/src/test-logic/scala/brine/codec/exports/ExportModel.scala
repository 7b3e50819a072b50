package brine.codec.exports

import brine.codec.{dict, Codec, Schema, Shared}
import java.net.URI
import java.time.*
import java.util.UUID
import scala.concurrent.duration.{Duration as ScalaDuration, FiniteDuration}

/** The types that are exported in tests. */
object ExportModel:
  final case class Reading(sensor: UUID, at: Instant, celsius: Double, note: Option[String]) derives Codec

  enum Level derives Codec:
    case Info, Warning, Error

  sealed trait Payment derives Codec
  final case class Card(lastDigits: Int, holder: Option[String]) extends Payment
  final case class Transfer(iban: String, due: LocalDate)        extends Payment
  case object Cash                                               extends Payment

  final case class Sku(text: String)
  final case class Line(sku: Sku, count: Int, price: BigDecimal)

  final case class Order(
      id: Long,
      level: Level,
      lines: Vector[Line],
      payment: Payment,
      refund: Option[Payment],
      @dict labels: Map[String, Level],
      parent: Option[Order],
      receipt: Vector[Byte]
  ) derives Codec

  enum Expr derives Codec:
    case Number(value: Double)
    case Plus(left: Expr, right: Expr)
    case Negative(of: Expr)

  final case class Kinds(
      unit: Unit,
      boolean: Boolean,
      byte: Byte,
      short: Short,
      int: Int,
      long: Long,
      char: Char,
      float: Float,
      double: Double,
      string: String,
      bigInt: BigInt,
      bigDecimal: BigDecimal,
      uuid: UUID,
      uri: URI,
      instant: Instant,
      duration: Duration,
      localDate: LocalDate,
      localTime: LocalTime,
      localDateTime: LocalDateTime,
      offsetTime: OffsetTime,
      offsetDateTime: OffsetDateTime,
      zonedDateTime: ZonedDateTime,
      zoneOffset: ZoneOffset,
      zoneId: ZoneId,
      year: Year,
      yearMonth: YearMonth,
      monthDay: MonthDay,
      month: Month,
      dayOfWeek: DayOfWeek,
      period: Period,
      finiteDuration: FiniteDuration,
      scalaDuration: ScalaDuration
  ) derives Codec

  /** What only tuples, Eithers and lists by position have. */
  final case class Shapes(
      pair: (Int, Option[Level]),
      pairs: List[(String, Either[Int, Reading])],
      either: Either[String, String],
      byNumber: Map[Int, String]
  ) derives Codec

  /** What protobuf has no form for. */
  final case class Odd(
      twice: Option[Option[Int]],
      nothing: Option[Unit],
      matrix: Vector[Vector[Double]],
      byLevel: Map[Level, Int],
      byDate: Map[LocalDate, Int],
      colour: Rgb
  ) derives Codec

  final case class Rgb(red: Int, green: Int, blue: Int)
  object Rgb:
    given Codec[Rgb] =
      Codec.of[Rgb]("rgb", 3)((out, _) => (1 to 3).foreach(i => out.writeByte(i.toByte)))(_ => Rgb(0, 0, 0))

  final case class Person(name: String, friends: List[Shared[Person]]) derives Codec

  def schema[A](using codec: Codec[A]): Schema = codec.schema
