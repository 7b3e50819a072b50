package brine.codec

import brine.codec.Schema.Kind
import brine.codec.internal.numbers.Times

import java.time.*
import java.util.concurrent.TimeUnit
import scala.concurrent.duration.{Duration as ScalaDuration, FiniteDuration}

/** Codecs of `java.time` and `scala.concurrent.duration`. [[Codec]]'s companion extends this trait, so they need no
  * import.
  *
  * On Scala.js, using a `java.time` codec requires a library that provides `java.time`; programs that use none link
  * without it.
  */
private[codec] trait TimeCodecs extends TimeSupertypeCodecs:
  // Not givens: Scala 3.3 makes a lazy val of a given without parameters, see Once.
  implicit def instantCodec: Codec[Instant]               = TimeCodecs.InstantCodec
  implicit def javaDurationCodec: Codec[Duration]         = TimeCodecs.JavaDurationCodec
  implicit def localDateCodec: Codec[LocalDate]           = TimeCodecs.LocalDateCodec
  implicit def localTimeCodec: Codec[LocalTime]           = TimeCodecs.LocalTimeCodec
  implicit def localDateTimeCodec: Codec[LocalDateTime]   = TimeCodecs.LocalDateTimeCodec
  implicit def zoneOffsetCodec: Codec[ZoneOffset]         = TimeCodecs.ZoneOffsetCodec
  implicit def offsetTimeCodec: Codec[OffsetTime]         = TimeCodecs.OffsetTimeCodec
  implicit def offsetDateTimeCodec: Codec[OffsetDateTime] = TimeCodecs.OffsetDateTimeCodec
  implicit def zonedDateTimeCodec: Codec[ZonedDateTime]   = TimeCodecs.ZonedDateTimeCodec
  implicit def yearCodec: Codec[Year]                     = TimeCodecs.YearCodec
  implicit def yearMonthCodec: Codec[YearMonth]           = TimeCodecs.YearMonthCodec
  implicit def monthDayCodec: Codec[MonthDay]             = TimeCodecs.MonthDayCodec
  implicit def monthCodec: Codec[Month]                   = TimeCodecs.MonthCodec
  implicit def dayOfWeekCodec: Codec[DayOfWeek]           = TimeCodecs.DayOfWeekCodec
  implicit def periodCodec: Codec[Period]                 = TimeCodecs.PeriodCodec
  implicit def finiteDurationCodec: Codec[FiniteDuration] = TimeCodecs.FiniteDurationCodec

/** Codecs of supertypes: those in [[TimeCodecs]] take precedence, for the reason given in [[CollectionCodecs]]. */
private[codec] trait TimeSupertypeCodecs:
  implicit def zoneIdCodec: Codec[ZoneId]               = TimeCodecs.ZoneIdCodec
  implicit def scalaDurationCodec: Codec[ScalaDuration] = TimeCodecs.ScalaDurationCodec

private[codec] object TimeCodecs:
  object InstantCodec extends Codec[Instant]:
    def schema: Schema                        = Schema.primitive(Kind.Instant)
    def minSize: Int                          = 1
    def write(out: Out, value: Instant): Unit = Times.writeInstant(out, value)
    def read(in: In): Instant                 = Times.readInstant(in)

  object JavaDurationCodec extends Codec[Duration]:
    def schema: Schema                         = Schema.primitive(Kind.Duration)
    def minSize: Int                           = 1
    def write(out: Out, value: Duration): Unit = Times.writeDuration(out, value)
    def read(in: In): Duration                 = Times.readDuration(in)

  object LocalDateCodec extends Codec[LocalDate]:
    def schema: Schema                          = Schema.primitive(Kind.LocalDate)
    def minSize: Int                            = 1
    def write(out: Out, value: LocalDate): Unit = Times.writeLocalDate(out, value)
    def read(in: In): LocalDate                 = Times.readLocalDate(in)

  object LocalTimeCodec extends Codec[LocalTime]:
    def schema: Schema                          = Schema.primitive(Kind.LocalTime)
    def minSize: Int                            = 1
    def write(out: Out, value: LocalTime): Unit = Times.writeLocalTime(out, value)
    def read(in: In): LocalTime                 = Times.readLocalTime(in)

  object LocalDateTimeCodec extends Codec[LocalDateTime]:
    def schema: Schema                              = Schema.primitive(Kind.LocalDateTime)
    def minSize: Int                                = 2
    def write(out: Out, value: LocalDateTime): Unit =
      if value == null then Out.refuseNull("LocalDateTime")
      Times.writeLocalDate(out, value.toLocalDate)
      Times.writeLocalTime(out, value.toLocalTime)
    def read(in: In): LocalDateTime =
      val date = Times.readLocalDate(in)
      LocalDateTime.of(date, Times.readLocalTime(in))

  object ZoneOffsetCodec extends Codec[ZoneOffset]:
    def schema: Schema                           = Schema.primitive(Kind.ZoneOffset)
    def minSize: Int                             = 1
    def write(out: Out, value: ZoneOffset): Unit = Times.writeZoneOffset(out, value)
    def read(in: In): ZoneOffset                 = Times.readZoneOffset(in)

  object OffsetTimeCodec extends Codec[OffsetTime]:
    def schema: Schema                           = Schema.primitive(Kind.OffsetTime)
    def minSize: Int                             = 2
    def write(out: Out, value: OffsetTime): Unit =
      if value == null then Out.refuseNull("OffsetTime")
      Times.writeLocalTime(out, value.toLocalTime)
      Times.writeZoneOffset(out, value.getOffset)
    def read(in: In): OffsetTime =
      val time = Times.readLocalTime(in)
      OffsetTime.of(time, Times.readZoneOffset(in))

  object OffsetDateTimeCodec extends Codec[OffsetDateTime]:
    def schema: Schema                               = Schema.primitive(Kind.OffsetDateTime)
    def minSize: Int                                 = 3
    def write(out: Out, value: OffsetDateTime): Unit =
      if value == null then Out.refuseNull("OffsetDateTime")
      LocalDateTimeCodec.write(out, value.toLocalDateTime)
      Times.writeZoneOffset(out, value.getOffset)
    def read(in: In): OffsetDateTime =
      val local = LocalDateTimeCodec.read(in)
      OffsetDateTime.of(local, Times.readZoneOffset(in))

  object ZoneIdCodec extends Codec[ZoneId]:
    def schema: Schema                       = Schema.primitive(Kind.ZoneId)
    def minSize: Int                         = 1
    def write(out: Out, value: ZoneId): Unit =
      if value == null then Out.refuseNull("ZoneId")
      out.writeString(value.getId)
    def read(in: In): ZoneId =
      val at = in.position
      val id = in.readString()
      Times.checked(in, at, "a time zone this machine does not know")(ZoneId.of(id))

  object ZonedDateTimeCodec extends Codec[ZonedDateTime]:
    def schema: Schema                              = Schema.primitive(Kind.ZonedDateTime)
    def minSize: Int                                = 4
    def write(out: Out, value: ZonedDateTime): Unit =
      if value == null then Out.refuseNull("ZonedDateTime")
      LocalDateTimeCodec.write(out, value.toLocalDateTime)
      Times.writeZoneOffset(out, value.getOffset)
      out.writeString(value.getZone.getId)
    def read(in: In): ZonedDateTime =
      val at     = in.position
      val local  = LocalDateTimeCodec.read(in)
      val offset = Times.readZoneOffset(in)
      val zone   = ZoneIdCodec.read(in)
      // If the zone's rules have changed since the value was written, the instant stays and the local time changes.
      Times.checked(in, at, "a date and time out of range")(ZonedDateTime.ofInstant(local, offset, zone))

  object YearCodec extends Codec[Year]:
    def schema: Schema                     = Schema.primitive(Kind.Year)
    def minSize: Int                       = 1
    def write(out: Out, value: Year): Unit =
      if value == null then Out.refuseNull("Year")
      out.writeInt(value.getValue - 2020)
    def read(in: In): Year =
      val at   = in.position
      val year = in.readInt() + 2020L
      if year < Year.MIN_VALUE || year > Year.MAX_VALUE then in.failAt(at, "a year out of range")
      Year.of(year.toInt)

  object YearMonthCodec extends Codec[YearMonth]:
    def schema: Schema                          = Schema.primitive(Kind.YearMonth)
    def minSize: Int                            = 1
    def write(out: Out, value: YearMonth): Unit =
      if value == null then Out.refuseNull("YearMonth")
      out.writeLong((value.getYear - 2020L) * 12 + value.getMonthValue - 1)
    def read(in: In): YearMonth =
      val at     = in.position
      val months = in.readLong()
      val year   = Math.floorDiv(months, 12L)
      if year < Year.MIN_VALUE - 2020L || year > Year.MAX_VALUE - 2020L then in.failAt(at, "a month out of range")
      YearMonth.of((year + 2020).toInt, Math.floorMod(months, 12L).toInt + 1)

  object MonthDayCodec extends Codec[MonthDay]:
    def schema: Schema                         = Schema.primitive(Kind.MonthDay)
    def minSize: Int                           = 1
    def write(out: Out, value: MonthDay): Unit =
      if value == null then Out.refuseNull("MonthDay")
      out.writeUnsignedInt(value.getMonthValue * 32 + value.getDayOfMonth)
    def read(in: In): MonthDay =
      val at   = in.position
      val code = in.readUnsignedInt()
      if code < 0 || code >= 13 * 32 then in.failAt(at, "a month out of range")
      Times.checked(in, at, "a day its month does not have")(MonthDay.of(code >>> 5, code & 31))

  object MonthCodec extends Codec[Month]:
    def schema: Schema                      = Schema.primitive(Kind.Month)
    def minSize: Int                        = 1
    def write(out: Out, value: Month): Unit =
      if value == null then Out.refuseNull("Month")
      out.writeByte(value.getValue.toByte)
    def read(in: In): Month =
      val at    = in.position
      val month = in.readByte()
      if month < 1 || month > 12 then in.failAt(at, s"a month is 1 to 12, not ${month & 0xff}")
      Month.of(month)

  object DayOfWeekCodec extends Codec[DayOfWeek]:
    def schema: Schema                          = Schema.primitive(Kind.DayOfWeek)
    def minSize: Int                            = 1
    def write(out: Out, value: DayOfWeek): Unit =
      if value == null then Out.refuseNull("DayOfWeek")
      out.writeByte(value.getValue.toByte)
    def read(in: In): DayOfWeek =
      val at  = in.position
      val day = in.readByte()
      if day < 1 || day > 7 then in.failAt(at, s"a day of the week is 1 to 7, not ${day & 0xff}")
      DayOfWeek.of(day)

  object PeriodCodec extends Codec[Period]:
    def schema: Schema                       = Schema.primitive(Kind.Period)
    def minSize: Int                         = 3
    def write(out: Out, value: Period): Unit =
      if value == null then Out.refuseNull("Period")
      out.writeInt(value.getYears)
      out.writeInt(value.getMonths)
      out.writeInt(value.getDays)
    def read(in: In): Period =
      val years  = in.readInt()
      val months = in.readInt()
      Period.of(years, months, in.readInt())

  private val units = Array(
    TimeUnit.NANOSECONDS,
    TimeUnit.MICROSECONDS,
    TimeUnit.MILLISECONDS,
    TimeUnit.SECONDS,
    TimeUnit.MINUTES,
    TimeUnit.HOURS,
    TimeUnit.DAYS
  )
  private inline val Infinite      = 7
  private inline val MinusInfinite = 8
  private inline val Undefined     = 9

  object FiniteDurationCodec extends Codec[FiniteDuration]:
    def schema: Schema                               = Schema.primitive(Kind.FiniteDuration)
    def minSize: Int                                 = 2
    def write(out: Out, value: FiniteDuration): Unit =
      if value == null then Out.refuseNull("FiniteDuration")
      out.writeByte(value.unit.ordinal.toByte)
      out.writeLong(value.length)
    def read(in: In): FiniteDuration =
      val unit = in.readByte()
      if unit < 0 || unit >= units.length then
        in.failAt(in.position - 1, s"the unit of a finite duration is 0 to 6, not ${unit & 0xff}")
      readLength(in, units(unit))

  private def readLength(in: In, unit: TimeUnit): FiniteDuration =
    val at     = in.position
    val length = in.readLong()
    val limit  = unit.convert(Long.MaxValue, TimeUnit.NANOSECONDS)
    if length > limit || length < -limit then in.failAt(at, "a finite duration of more than 292 years")
    new FiniteDuration(length, unit)

  object ScalaDurationCodec extends Codec[ScalaDuration]:
    def schema: Schema                              = Schema.primitive(Kind.ScalaDuration)
    def minSize: Int                                = 1
    def write(out: Out, value: ScalaDuration): Unit =
      if value == null then Out.refuseNull("Duration")
      value match
        case finite: FiniteDuration => FiniteDurationCodec.write(out, finite)
        case infinite               =>
          val code =
            if infinite eq ScalaDuration.Undefined then Undefined
            else if infinite eq ScalaDuration.MinusInf then MinusInfinite
            else Infinite
          out.writeByte(code.toByte)
    def read(in: In): ScalaDuration =
      in.readByte().toInt match
        case Infinite                                 => ScalaDuration.Inf
        case MinusInfinite                            => ScalaDuration.MinusInf
        case Undefined                                => ScalaDuration.Undefined
        case unit if unit >= 0 && unit < units.length => readLength(in, units(unit))
        case unit => in.failAt(in.position - 1, s"the unit of a duration is 0 to 9, not ${unit & 0xff}")
