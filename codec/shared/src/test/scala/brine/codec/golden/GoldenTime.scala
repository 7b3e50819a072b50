package brine.codec.golden

import java.time.*
import scala.concurrent.duration.{Duration as ScalaDuration, DurationInt, DurationLong, FiniteDuration}

object GoldenTime extends GoldenCases:
  private def parsed[A](parse: String => A)(texts: String*): Seq[(String, A)] = texts.map(text => text -> parse(text))

  bare("instant")(
    parsed(Instant.parse(_))(
      "2020-01-01T00:00:00Z",
      "2020-01-01T00:00:00.001Z",
      "2020-01-01T00:00:00.000001Z",
      "2020-01-01T00:00:00.000000001Z",
      "2019-12-31T23:59:59.999999999Z",
      "2024-02-29T12:34:56.789Z",
      "1970-01-01T00:00:00Z",
      "1969-12-31T23:59:59.5Z",
      "2056-07-12T00:00:00.000000001Z",
      "2100-01-01T00:00:00.000000001Z"
    )*
  )
  bare("instant")("min" -> Instant.MIN, "max" -> Instant.MAX)
  bare("instants")(
    "one after the other" -> List(
      "2024-02-29T12:34:56.789Z",
      "2024-02-29T12:34:56.790Z",
      "2024-02-29T12:34:57Z",
      "2024-02-29T12:34:56.999999999Z",
      "2024-02-29T12:34:56.9Z",
      "2024-02-28T00:00:00Z"
    ).map(Instant.parse(_)),
    "far apart" -> List(Instant.MIN, Instant.MAX, Instant.EPOCH, Instant.ofEpochSecond(0, 1))
  )
  bare("duration")(
    parsed(Duration.parse(_))(
      "PT0S",
      "PT1S",
      "PT-1S",
      "PT0.001S",
      "PT-0.001S",
      "PT0.000001S",
      "PT0.000000001S",
      "PT24H"
    )*
  )
  bare("duration")(
    "min" -> Duration.ofSeconds(Long.MinValue, 0),
    "max" -> Duration.ofSeconds(Long.MaxValue, 999999999)
  )
  bare("local date")(parsed(LocalDate.parse(_))("2020-01-01", "2019-12-31", "2024-02-29", "1582-10-15", "0000-01-01")*)
  bare("local date")("min" -> LocalDate.MIN, "max" -> LocalDate.MAX)
  bare("local time")(
    parsed(LocalTime.parse(_))("00:00", "12:00", "23:59:59", "12:34:56.789", "12:34:56.000001", "23:59:59.999999999")*
  )
  bare("local date time")(parsed(LocalDateTime.parse(_))("2020-01-01T00:00", "2024-02-29T12:34:56.789")*)
  bare("zone offset")(
    Seq("Z", "+01:00", "-03:30", "+05:45", "+18:00", "-18:00", "+00:00:01", "-17:59:59").map(id =>
      id -> ZoneOffset.of(id)
    )*
  )
  bare("offset time")(parsed(OffsetTime.parse(_))("12:34:56+01:00")*)
  bare("offset date time")(parsed(OffsetDateTime.parse(_))("2024-02-29T12:34:56.789+05:45")*)
  bare("zone id")(Seq("Z", "UTC", "Europe/Berlin", "+02:00", "UTC+03:00").map(id => id -> ZoneId.of(id))*)
  bare("zoned date time")(
    parsed(ZonedDateTime.parse(_))(
      "2024-02-29T12:34:56.789+01:00[Europe/Berlin]",
      "2024-10-27T02:30+02:00[Europe/Berlin]",
      "2024-10-27T02:30+01:00[Europe/Berlin]",
      "2024-02-29T12:34:56Z",
      "2024-02-29T12:34:56Z[UTC]"
    )*
  )
  bare("year")(Seq(2020, 1984, 0, -999999999, 999999999).map(year => year.toString -> Year.of(year))*)
  bare("year month")(parsed(YearMonth.parse(_))("2020-01", "2019-12", "1999-07")*)
  bare("month day")(parsed(MonthDay.parse(_))("--01-01", "--02-29", "--12-31")*)
  bare("month")(Month.values.toSeq.map(month => month.toString -> month)*)
  bare("day of week")(DayOfWeek.values.toSeq.map(day => day.toString -> day)*)
  bare("period")(parsed(Period.parse(_))("P0D", "P1Y2M3D", "P-1Y400D")*)
  bare("finite duration")(
    "5ns"  -> 5L.nanos,
    "6us"  -> 6L.micros,
    "7ms"  -> 7.millis,
    "8s"   -> 8.seconds,
    "9min" -> 9.minutes,
    "-10h" -> -10.hours,
    "365d" -> 365.days,
    "max"  -> Long.MaxValue.nanos
  )
  bare[ScalaDuration]("scala duration")(
    "1s"        -> 1.second,
    "inf"       -> ScalaDuration.Inf,
    "minus inf" -> ScalaDuration.MinusInf,
    "undefined" -> ScalaDuration.Undefined
  )
  bare("finite durations")("in turn" -> List[FiniteDuration](1.second, 1000.millis))
