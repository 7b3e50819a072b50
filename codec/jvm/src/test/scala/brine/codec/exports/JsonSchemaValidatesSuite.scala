package brine.codec.exports

import brine.codec.Codec
import com.networknt.schema.{InputFormat, Schema, SchemaLocation, SchemaRegistry, SpecificationVersion}
import munit.Location

import scala.jdk.CollectionConverters.*

/** What is exported is a JSON Schema of draft 2020-12 that takes the JSON of values and nothing else. */
class JsonSchemaValidatesSuite extends munit.FunSuite:
  import ExportModel.*

  private val registry = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
  private val meta     = registry.getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"))

  /** @param formats whether they are checked too, which the draft leaves to the validator */
  private def problems(schema: Schema, json: String, formats: Boolean = true): List[String] =
    val all = schema.validate(
      json,
      InputFormat.JSON,
      context => context.executionConfig(config => config.formatAssertionsEnabled(formats): Unit)
    )
    all.asScala.map(_.toString).toList

  private def isSchema(text: String)(using Location): Unit = assertEquals(problems(meta, text), Nil, text)

  private def takes[A](valid: String*)(invalid: String*)(using codec: Codec[A], location: Location): Unit =
    val text = JsonSchema.of(codec.schema)
    isSchema(text)
    val schema = registry.getSchema(text, InputFormat.JSON)
    for json <- valid do assertEquals(problems(schema, json), Nil, json)
    for json <- invalid do assert(problems(schema, json).nonEmpty, s"$json was taken by\n$text")

  test("the meta-schema is not satisfied by everything"):
    assert(problems(meta, """{ "type": "objekt" }""").nonEmpty)

  private val reading = """"sensor": "00000000-0000-0001-0000-000000000002", "at": "2026-11-20T08:30:00Z""""

  test("records"):
    takes[Reading](
      s"""{ $reading, "celsius": 21.5, "note": "window open" }""",
      s"""{ $reading, "celsius": -3, "note": null }""",
      s"""{ $reading, "celsius": "NaN" }"""
    )(
      s"""{ $reading, "celsius": "warm" }""",
      s"""{ $reading }""",
      s"""{ $reading, "celsius": 1, "more": 1 }""",
      s"""{ ${reading.replace("-0001-", "-1-")}, "celsius": 1 }""",
      s"""{ ${reading.replace("08:30", "half past eight")}, "celsius": 1 }""",
      "[]"
    )

  test("sums, enumerations, lists and maps"):
    def order(payment: String, labels: String, level: String) =
      s"""{ "id": 1, "level": "$level", "payment": $payment, "labels": $labels, "receipt": [-1, 127],
            "lines": [{ "sku": "S-1", "count": 2, "price": "12.50" }], "parent": null }"""
    val cash = """{ "type": "Cash" }"""
    takes[Order](
      order(cash, "{}", "Info"),
      order("""{ "type": "Card", "lastDigits": 4711 }""", """{ "a": "Error" }""", "Warning"),
      order("""{ "type": "Transfer", "iban": "DE00", "due": "2026-12-01" }""", "{}", "Error"),
      order(cash, "{}", "Info").replace("null", order(cash, "{}", "Info"))
    )(
      order("""{ "type": "Cheque" }""", "{}", "Info"),
      order("""{ "type": "Cash", "lastDigits": 1 }""", "{}", "Info"),
      order("""{ "type": "Card", "iban": "DE00" }""", "{}", "Info"),
      order(cash, """{ "a": "Fatal" }""", "Info"),
      order(cash, "{}", "info"),
      order(cash, "{}", "Info").replace("127", "128"),
      order(cash, "{}", "Info").replace("\"12.50\"", "12.50")
    )

  test("a sum that contains itself"):
    val number               = """{ "type": "Number", "value": 1 }"""
    def negative(of: String) = s"""{ "type": "Negative", "of": $of }"""
    takes[Expr](
      number,
      negative(negative(number)),
      s"""{ "type": "Plus", "left": $number, "right": ${negative(number)} }"""
    )(
      negative("1"),
      negative(negative("{}")),
      """{ "type": "Plus" }"""
    )

  test("tuples, Eithers, maps by numbers"):
    def shapes(pair: String, pairs: String, either: String, byNumber: String) =
      s"""{ "pair": $pair, "pairs": $pairs, "either": $either, "byNumber": $byNumber }"""
    val left = """{ "type": "Left", "value": "x" }"""
    takes[Shapes](
      shapes("[1, null]", "[]", left, "{}"),
      shapes(
        "[1, \"Info\"]",
        """[["a", { "type": "Left", "value": 1 }]]""",
        left.replace("Left", "Right"),
        """{ "-7": "x" }"""
      )
    )(
      shapes("[1]", "[]", left, "{}"),
      shapes("[1, null, 2]", "[]", left, "{}"),
      shapes("[1, null]", "[]", "\"x\"", "{}"),
      shapes("[1, null]", "[]", left, """{ "seven": "x" }""")
    )

  test("maps by records, which are pairs")(
    takes[Map[(Int, Int), Boolean]]("[]", "[[[1, 2], true]]")("{}", "[[1, 2, true]]")
  )

  test("Options of Options, maps by enumerations, hand-written codecs"):
    def odd(byLevel: String, matrix: String) =
      s"""{ "twice": 1, "nothing": null, "matrix": $matrix, "byLevel": $byLevel, "byDate": { "2026-11-20": 1 }, "colour": [1] }"""
    takes[Odd](odd("{}", "[[1.5], []]"), odd("""{ "Info": 3 }""", "[]"))(
      odd("""{ "Fatal": 3 }""", "[]"),
      odd("{}", "[1]")
    )

  test("texts of java.time are taken as its classes print them"):
    import java.time.*
    def json(values: Any*) = values.map(value => s"\"$value\"")
    takes[Instant](json(Instant.EPOCH, Instant.ofEpochSecond(1, 1))*)(
      json("1970-01-01", "now")*
    )
    takes[Duration](json(Duration.ZERO, Duration.ofSeconds(-1, 1), Duration.ofSeconds(Long.MinValue))*)(
      json("P1D", "1s")*
    )
    takes[LocalTime](json(LocalTime.MIN, LocalTime.MAX, LocalTime.of(1, 2))*)(json("1:02", "24")*)
    takes[LocalDateTime](json(LocalDateTime.MIN, LocalDateTime.of(2026, 11, 20, 8, 30))*)(json("2026-11-20 08:30")*)
    takes[OffsetTime](json(OffsetTime.MIN, OffsetTime.of(LocalTime.NOON, ZoneOffset.ofTotalSeconds(1)))*)(
      json("12:00")*
    )
    takes[OffsetDateTime](json(OffsetDateTime.MIN, OffsetDateTime.of(LocalDateTime.MAX, ZoneOffset.UTC))*)(
      json("12:00Z")*
    )
    val berlin = ZonedDateTime.of(2026, 11, 20, 8, 30, 0, 0, ZoneId.of("Europe/Berlin"))
    takes[ZonedDateTime](json(berlin, berlin.withFixedOffsetZone)*)(json("2026-11-20T08:30")*)
    takes[ZoneOffset](json(ZoneOffset.UTC, ZoneOffset.MIN, ZoneOffset.ofTotalSeconds(-1))*)(json("UTC", "+1")*)
    takes[YearMonth](json(YearMonth.of(-999999999, 1), YearMonth.of(2026, 11))*)(json("2026")*)
    takes[MonthDay](json(MonthDay.of(2, 29))*)(json("02-29")*)
    takes[Period](json(Period.ZERO, Period.of(-1, 2, -3))*)(json("PT1S")*)
    takes[Month](json(Month.MAY)*)(json("May")*)
    takes[DayOfWeek](json(DayOfWeek.MONDAY)*)(json("Mon")*)
    takes[Year]("2026", "-1")("\"2026\"")

  test("years that RFC 3339 does not have are taken by those who do not check formats"):
    import java.time.*
    for (text, value) <- Seq(
        schema[Instant]   -> Instant.MIN,
        schema[Instant]   -> Instant.MAX,
        schema[LocalDate] -> LocalDate.MAX
      )
    do
      val far = registry.getSchema(JsonSchema.of(text), InputFormat.JSON)
      assertEquals(problems(far, s"\"$value\"", formats = false), Nil)
      assert(problems(far, s"\"$value\"").nonEmpty)

  test("other texts are taken as Scala's classes print them"):
    import scala.concurrent.duration.*
    def json(values: Any*) = values.map(value => s"\"$value\"")
    takes[FiniteDuration](json(1.second, -5.minutes, 3.days, 0.nanos, 7.micros)*)(json("1s", Duration.Inf)*)
    takes[Duration](json(1.hour, Duration.Inf, Duration.MinusInf, Duration.Undefined)*)(json("Infinity")*)
    takes[BigDecimal](json(BigDecimal("-1.50"), BigDecimal("1E+3"), BigDecimal("1E-300"))*)(json("1.", "x") :+ "1.5"*)
    takes[BigInt]((BigInt(1) << 100).toString, "-1")("1.5", "\"1\"")
    takes[Char]("\"x\"", "\"\\ud800\"")("\"\"", "\"xy\"")
    takes[Long](Long.MinValue.toString, Long.MaxValue.toString)("9223372036854775808", "0.5")
    takes[Double]("1e300", "\"-Infinity\"")("\"1\"", "null")
    takes[Unit]("null")("{}")
    takes[java.net.URI](json("https://example.org/", "../größe?x#y")*)("1")

  test("whatever the names, it is a JSON Schema"):
    val schemas = RandomSchemas.sample(500, odd = true)
    for schema <- schemas do
      isSchema(JsonSchema.of(schema))
      assert(registry.getSchema(JsonSchema.of(schema), InputFormat.JSON) != null)
