package brine.codec.exports.internal

import brine.codec.Schema.Kind

/** The JSON Schema of values that are not divided further. Strings have the form that the values' classes print and
  * parse.
  */
private[codec] object JsonSchemaKinds:
  import Json.{items, members, Text}

  /** An integer as the key of an object. */
  final val Whole = "^-?(0|[1-9][0-9]*)$"

  private final val Date   = "[+-]?[0-9]{4,10}-[0-9]{2}-[0-9]{2}"
  private final val Time   = "[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,9})?)?"
  private final val Offset = "(Z|[+-][0-9]{2}:[0-9]{2}(:[0-9]{2})?)"

  def isWhole(kind: Kind): Boolean = kind match
    case Kind.Byte | Kind.Short | Kind.Int | Kind.Long | Kind.BigInt | Kind.Year => true
    case _                                                                       => false

  /** Whether the values are strings in JSON. */
  def isText(kind: Kind): Boolean = kind match
    case Kind.Unit | Kind.Boolean | Kind.Float | Kind.Double => false
    case other                                               => !isWhole(other)

  def of(kind: Kind): Json.Members = kind match
    case Kind.Unit       => members("type" -> Text("null"))
    case Kind.Boolean    => members("type" -> Text("boolean"))
    case Kind.Byte       => whole(Byte.MinValue, Byte.MaxValue)
    case Kind.Short      => whole(Short.MinValue, Short.MaxValue)
    case Kind.Int        => whole(Int.MinValue, Int.MaxValue)
    case Kind.Long       => whole(Long.MinValue, Long.MaxValue)
    case Kind.BigInt     => members("type" -> Text("integer"))
    case Kind.Year       => whole(-999999999, 999999999)
    case Kind.Float      => floating
    case Kind.Double     => floating
    case Kind.BigDecimal => pattern("-?[0-9]+([.][0-9]+)?(E[+-]?[0-9]+)?")
    case Kind.Char    => members("type" -> Text("string"), "minLength" -> Json.number(1), "maxLength" -> Json.number(1))
    case Kind.String  => members("type" -> Text("string"))
    case Kind.UUID    => format("uuid")
    case Kind.URI     => format("iri-reference")
    case Kind.Instant => pattern(s"${Date}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?Z", "date-time")
    case Kind.Duration       => pattern("PT(-?[0-9]+H)?(-?[0-9]+M)?(-?[0-9]+([.][0-9]{1,9})?S)?")
    case Kind.LocalDate      => pattern(Date, "date")
    case Kind.LocalTime      => pattern(Time)
    case Kind.LocalDateTime  => pattern(s"${Date}T$Time")
    case Kind.OffsetTime     => pattern(s"$Time$Offset")
    case Kind.OffsetDateTime => pattern(s"${Date}T$Time$Offset")
    case Kind.ZonedDateTime  => pattern(s"${Date}T$Time$Offset(\\[[^\\]]+\\])?")
    case Kind.ZoneOffset     => pattern(Offset)
    case Kind.ZoneId         => members("type" -> Text("string"), "minLength" -> Json.number(1))
    case Kind.YearMonth      => pattern("[+-]?[0-9]{4,9}-[0-9]{2}")
    case Kind.MonthDay       => pattern("--[0-9]{2}-[0-9]{2}")
    case Kind.Month          => members("enum" -> Json.texts(ExportNames.months))
    case Kind.DayOfWeek      => members("enum" -> Json.texts(ExportNames.daysOfWeek))
    case Kind.Period         => pattern("P(-?[0-9]+Y)?(-?[0-9]+M)?(-?[0-9]+D)?")
    case Kind.FiniteDuration => pattern(FiniteDuration)
    case Kind.ScalaDuration  => pattern(s"($FiniteDuration|Duration[.](Inf|MinusInf|Undefined))")

  private final val FiniteDuration = "-?[0-9]+ (nanosecond|microsecond|millisecond|second|minute|hour|day)s?"

  private def whole(least: Long, most: Long): Json.Members =
    members("type" -> Text("integer"), "minimum" -> Json.number(least), "maximum" -> Json.number(most))

  /** JSON has no number for NaN and the infinities. */
  private def floating: Json.Members =
    members(
      "anyOf" -> items(
        members("type" -> Text("number")),
        members("enum" -> Json.texts(Seq("NaN", "Infinity", "-Infinity")))
      )
    )

  private def format(name: String): Json.Members = members("type" -> Text("string"), "format" -> Text(name))

  private def pattern(whole: String): Json.Members = members("type" -> Text("string"), "pattern" -> Text(s"^$whole$$"))

  /** Draft 2020-12 treats a format as an annotation, so years beyond 9999, which RFC 3339 lacks, do no harm. */
  private def pattern(whole: String, format: String): Json.Members =
    Json.Members(pattern(whole).values :+ ("format" -> Text(format)))
