package brine.codec

import java.time.*
import scala.concurrent.duration.{Duration as ScalaDuration, *}

class TimeCodecsSuite extends munit.FunSuite, CodecChecks:
  private def instant(text: String): Instant = Instant.parse(text)

  test("an instant counts from 2020 in the coarsest unit that is exact"):
    pinned(instant("2020-01-01T00:00:00Z"), "00")
    pinned(instant("2020-01-01T00:00:01Z"), "08")
    pinned(instant("2019-12-31T23:59:59Z"), "04")
    pinned(instant("2020-01-01T00:00:00.001Z"), "09")
    pinned(instant("2020-01-01T00:00:00.000001Z"), "0a")
    pinned(instant("2020-01-01T00:00:00.000000001Z"), "0b")
    pinned(instant("2019-12-31T23:59:59.999Z"), "05")
    pinned(instant("2020-01-02T00:00:00Z"), "80 98 2a")
    pinned(instant("2026-11-20T12:00:00Z"), "80 d4 8a bd 06")
    pinned(instant("2026-11-20T12:00:00.123Z"), "d9 a7 a0 9b cd 32")
    pinned(Instant.EPOCH, "fc 8f fc 82 2f")

  test("the next instant of a message is a difference to the one before"):
    val out = Out()
    out.writeInstant(instant("2026-11-20T12:00:00.500Z"))
    val first = out.size
    out.writeInstant(instant("2026-11-20T12:00:00.600Z"))
    out.writeInstant(instant("2026-11-20T12:01:00Z"))
    // The half second before is cut off in whole seconds, and the difference is 60 from 12:00:00.
    out.writeInstant(instant("2026-11-20T12:01:00Z"))
    assertEquals(hex(out.toArray.drop(first)), "a1 06 e0 03 00")
    val in = In(out.toArray)
    assertEquals(in.readInstant(), instant("2026-11-20T12:00:00.500Z"))
    assertEquals(in.readInstant(), instant("2026-11-20T12:00:00.600Z"))
    assertEquals(in.readInstant(), instant("2026-11-20T12:01:00Z"))
    assertEquals(in.readInstant(), instant("2026-11-20T12:01:00Z"))
    in.expectEnd()

  test("a new message starts from 2020 again"):
    val out = Out()
    out.writeInstant(instant("2026-11-20T12:00:00Z"))
    out.reset()
    out.writeInstant(instant("2020-01-01T00:00:01Z"))
    assertEquals(hex(out.toArray), "08")
    val in = In(out.toArray)
    in.readInstant()
    in.reset(out.toArray, 0, 1)
    assertEquals(in.readInstant(), instant("2020-01-01T00:00:01Z"))

  test("instants beyond the range of a difference are written in full"):
    pinned(Instant.ofEpochSecond(1L << 36, 1), "ff ff ff ff ff ff ff ff ff 80 80 80 80 80 04 01")
    returns(Instant.MIN)
    returns(Instant.MAX)
    val out      = Out()
    val instants = Seq(Instant.MAX, Instant.MIN, Instant.EPOCH, Instant.MAX, Instant.EPOCH.plusNanos(1), Instant.MIN)
    instants.foreach(out.writeInstant)
    val in = In(out.toArray)
    instants.foreach(expected => assertEquals(in.readInstant(), expected))

  test("instants out of range or not in their shortest form are refused"):
    refused[Instant]("fc ff ff ff ff ff ff ff 7f", "out of range", 0)
    refused[Instant]("ff ff ff ff ff ff ff ff fe", "more than 61 bits", 0)
    refused[Instant]("ff ff ff ff ff ff ff ff ff 00 00", "a full time where a difference would do", 0)
    refused[Instant]("ff ff ff ff ff ff ff ff ff 00 80 94 eb dc 03", "nanoseconds are 0 to 999999999", 10)
    refused[Instant]("ff ff ff ff ff ff ff ff ff fe ff ff ff ff ff ff ff ff 01", "an instant out of range", 0)
    refused[Instant]("01", "a finer unit than it needs", 0)
    refused[Instant]("c1 3e", "a finer unit than it needs", 0)

  test("durations are counts in the coarsest exact unit"):
    pinned(Duration.ZERO, "00")
    pinned(Duration.ofSeconds(1), "08")
    pinned(Duration.ofSeconds(-1), "04")
    pinned(Duration.ofMillis(1500), "e1 5d")
    pinned(Duration.ofNanos(-1), "07")
    returns(Duration.ofSeconds(Long.MaxValue, 999999999))
    returns(Duration.ofSeconds(Long.MinValue))
    returns(Duration.ofSeconds(Long.MaxValue >> 4, 1000))
    refused[Duration]("01", "a finer unit", 0)
    refused[Duration]("ff ff ff ff ff ff ff ff ff 02 00", "a full time where", 0)
    unwritable[Duration](null, "a null where a Duration")

  test("dates are days since 2020"):
    pinned(LocalDate.of(2020, 1, 1), "00")
    pinned(LocalDate.of(2019, 12, 31), "01")
    pinned(LocalDate.of(2026, 11, 20), "a6 27")
    returns(LocalDate.MIN)
    returns(LocalDate.MAX)
    refused[LocalDate]("fe ff ff ff ff ff ff ff ff", "a date out of range", 0)
    refused[LocalDate](hex(written(LocalDate.MAX.toEpochDay - 18262 + 1)), "a date out of range", 0)
    refused[LocalDate](hex(written(LocalDate.MIN.toEpochDay - 18262 - 1)), "a date out of range", 0)

  test("times of day are counts with their unit"):
    pinned(LocalTime.MIDNIGHT, "00")
    pinned(LocalTime.of(0, 0, 1), "04")
    pinned(LocalTime.of(12, 30), "a0 fe 0a")
    pinned(LocalTime.of(0, 0, 0, 1000000), "05")
    returns(LocalTime.MAX)
    refused[LocalTime](hex(written(0)) + "00", "follow the end", 1)
    refused[LocalTime]("80 8c 15", "beyond 24 hours", 0)
    refused[LocalTime]("ff ff ff ff ff ff ff ff ff", "beyond 24 hours", 0)
    refused[LocalTime]("01", "a finer unit", 0)

  test("dates with times, offsets and zones are their parts"):
    pinned(LocalDateTime.of(2020, 1, 2, 0, 0, 1), "02 04")
    pinned(OffsetDateTime.of(2020, 1, 2, 0, 0, 1, 0, ZoneOffset.ofHours(1)), "02 04 10")
    pinned(OffsetTime.of(0, 0, 1, 0, ZoneOffset.UTC), "04 00")
    pinned(ZonedDateTime.of(2020, 1, 2, 0, 0, 1, 0, ZoneOffset.UTC), "02 04 00 c1 5a")
    returns(LocalDateTime.MIN)
    returns(LocalDateTime.MAX)
    returns(OffsetDateTime.MIN)
    returns(OffsetDateTime.MAX)

  test("an offset is quarter hours where it can be"):
    pinned(ZoneOffset.UTC, "00")
    pinned(ZoneOffset.ofHours(1), "10")
    pinned(ZoneOffset.ofHoursMinutes(-3, -30), "36")
    pinned(ZoneOffset.ofTotalSeconds(1), "05")
    pinned(ZoneOffset.MAX, "a0 02")
    returns(ZoneOffset.MIN)
    returns(ZoneOffset.ofTotalSeconds(-64799))
    refused[ZoneOffset]("a4 02", "beyond 18 hours", 0)
    refused[ZoneOffset]("85 e9 0f", "beyond 18 hours", 0)
    refused[ZoneOffset]("91 1c", "whole quarter hours", 0)
    refused[ZoneOffset]("ff ff ff ff 0f", "beyond 18 hours", 0)

  test("a zone is its name"):
    pinned[ZoneId](ZoneOffset.UTC, "c1 5a")
    pinned[ZoneId](ZoneId.of("UTC"), "c3 55 54 43")
    refused[ZoneId]("58 2f d9", "a time zone this machine does not know", 0)
    refused[ZoneId]("87", "a time zone", 0)

  test("years, months and days"):
    pinned(Year.of(2020), "00")
    pinned(Year.of(2019), "01")
    returns(Year.of(Year.MAX_VALUE))
    returns(Year.of(Year.MIN_VALUE))
    refused[Year](hex(written(Year.MAX_VALUE)), "a year out of range", 0)
    pinned(YearMonth.of(2020, 1), "00")
    pinned(YearMonth.of(2019, 12), "01")
    pinned(YearMonth.of(2026, 11), "a4 01")
    returns(YearMonth.of(Year.MAX_VALUE, 12))
    returns(YearMonth.of(Year.MIN_VALUE, 1))
    refused[YearMonth](hex(written(Long.MaxValue)), "a month out of range", 0)
    refused[YearMonth](hex(written((Year.MAX_VALUE - 2020L) * 12 + 12)), "a month out of range", 0)
    pinned(MonthDay.of(1, 1), "21")
    pinned(MonthDay.of(12, 31), "9f 03")
    returns(MonthDay.of(2, 29))
    refused[MonthDay]("5e", "a day its month does not have", 0)
    refused[MonthDay]("00", "a day its month does not have", 0)
    refused[MonthDay]("a1 03", "a month out of range", 0)
    refused[MonthDay]("ff ff ff ff 0f", "a month out of range", 0)
    pinned(Month.MARCH, "03")
    refused[Month]("00", "1 to 12, not 0", 0)
    refused[Month]("0d", "1 to 12, not 13", 0)
    refused[Month]("ff", "1 to 12, not 255", 0)
    pinned(DayOfWeek.SUNDAY, "07")
    refused[DayOfWeek]("08", "1 to 7, not 8", 0)
    pinned(Period.of(1, -2, 3), "02 03 06")
    returns(Period.of(Int.MaxValue, Int.MinValue, 0))

  test("finite durations keep their unit"):
    pinned(1.second, "03 02")
    pinned(-5.days, "06 09")
    pinned(1000.millis, "02 d0 0f")
    returns(Long.MaxValue.nanos)
    refused[FiniteDuration]("07 00", "0 to 6, not 7", 0)
    refused[FiniteDuration]("06 fe ff ff ff ff ff ff ff ff", "more than 292 years", 1)
    refused[FiniteDuration]("00 ff ff ff ff ff ff ff ff ff", "more than 292 years", 1)
    assertEquals(decoded[FiniteDuration](written(1000.millis)).map(_.unit), Right(MILLISECONDS))

  test("durations may be infinite"):
    pinned[ScalaDuration](2.hours, "05 04")
    pinned[ScalaDuration](ScalaDuration.Inf, "07")
    pinned[ScalaDuration](ScalaDuration.MinusInf, "08")
    assertEquals(hex(written[ScalaDuration](ScalaDuration.Undefined)), "09")
    assert(decoded[ScalaDuration](bytes("09")).exists(_ eq ScalaDuration.Undefined))
    refused[ScalaDuration]("0a", "0 to 9, not 10", 0)
    refused[ScalaDuration]("80", "0 to 9, not 128", 0)
