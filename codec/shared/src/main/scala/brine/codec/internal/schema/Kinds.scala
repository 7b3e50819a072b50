package brine.codec.internal.schema

import brine.codec.Schema.Kind
import brine.codec.{Codec, PrimitiveCodecs, TimeCodecs}

/** The codec of each kind of value. */
private[codec] object Kinds:
  def codec(kind: Kind): Codec[?] = kind match
    case Kind.Unit           => PrimitiveCodecs.UnitCodec
    case Kind.Boolean        => PrimitiveCodecs.BooleanCodec
    case Kind.Byte           => PrimitiveCodecs.ByteCodec
    case Kind.Short          => PrimitiveCodecs.ShortCodec
    case Kind.Int            => PrimitiveCodecs.IntCodec
    case Kind.Long           => PrimitiveCodecs.LongCodec
    case Kind.Char           => PrimitiveCodecs.CharCodec
    case Kind.Float          => PrimitiveCodecs.FloatCodec
    case Kind.Double         => PrimitiveCodecs.DoubleCodec
    case Kind.String         => PrimitiveCodecs.StringCodec
    case Kind.BigInt         => PrimitiveCodecs.BigIntCodec
    case Kind.BigDecimal     => PrimitiveCodecs.BigDecimalCodec
    case Kind.UUID           => PrimitiveCodecs.UuidCodec
    case Kind.URI            => PrimitiveCodecs.UriCodec
    case Kind.Instant        => TimeCodecs.InstantCodec
    case Kind.Duration       => TimeCodecs.JavaDurationCodec
    case Kind.LocalDate      => TimeCodecs.LocalDateCodec
    case Kind.LocalTime      => TimeCodecs.LocalTimeCodec
    case Kind.LocalDateTime  => TimeCodecs.LocalDateTimeCodec
    case Kind.OffsetTime     => TimeCodecs.OffsetTimeCodec
    case Kind.OffsetDateTime => TimeCodecs.OffsetDateTimeCodec
    case Kind.ZonedDateTime  => TimeCodecs.ZonedDateTimeCodec
    case Kind.ZoneOffset     => TimeCodecs.ZoneOffsetCodec
    case Kind.ZoneId         => TimeCodecs.ZoneIdCodec
    case Kind.Year           => TimeCodecs.YearCodec
    case Kind.YearMonth      => TimeCodecs.YearMonthCodec
    case Kind.MonthDay       => TimeCodecs.MonthDayCodec
    case Kind.Month          => TimeCodecs.MonthCodec
    case Kind.DayOfWeek      => TimeCodecs.DayOfWeekCodec
    case Kind.Period         => TimeCodecs.PeriodCodec
    case Kind.FiniteDuration => TimeCodecs.FiniteDurationCodec
    case Kind.ScalaDuration  => TimeCodecs.ScalaDurationCodec
