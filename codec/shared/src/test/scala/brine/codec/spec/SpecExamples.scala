package brine.codec.spec

import brine.codec.spec.SpecTypes.*
import brine.codec.inspect.Framing
import brine.codec.{Codec, DecodeError, MessageOptions, Schema, SchemaIds, Shared}

import java.net.URI
import java.time.*
import java.util.UUID
import scala.collection.immutable.{BitSet, TreeMap, TreeSet}
import scala.collection.mutable.ListBuffer
import scala.concurrent.duration.{Duration as ScalaDuration, DurationInt, DurationLong}

/** What the examples of `docs/spec/codec-format.md` mean: the value behind each notation, and the codec behind each
  * type.
  */
object SpecExamples:
  /** A type of the page, with what writes and reads its values. */
  final class Of[A](
      val name: String,
      val encode: A => Array[Byte],
      val decode: Array[Byte] => Either[DecodeError, A],
      val framing: Option[Framing] = None
  )

  /** A value of the page. */
  final class Example[A](val of: Of[A], val notation: String, val value: A):
    def key: (String, String) = (of.name, notation)

  private val collected = ListBuffer.empty[Example[?]]
  private val named     = ListBuffer.empty[Of[?]]

  def all: List[Example[?]] = collected.toList
  def types: List[Of[?]]    = named.toList

  private def register[A](of: Of[A], values: Seq[(String, A)]): Unit =
    named += of
    values.foreach((notation, value) => collected += Example(of, notation, value))

  private def bare[A](name: String)(values: (String, A)*)(using codec: Codec[A]): Unit =
    register(Of[A](name, Codec.encodeBare(_), Codec.decodeBare(_), Some(Framing.Bare(codec.schema))), values)

  private def standalone[A](name: String)(values: (String, A)*)(using codec: Codec[A]): Unit =
    val framing = Framing.Standalone(List(codec.schema))
    register(Of[A](s"standalone $name", Codec.encode(_), Codec.decode(_), Some(framing)), values)

  private def dictionary[A](name: String)(values: (String, A)*)(using codec: Codec[A]): Unit =
    val options = MessageOptions.withDictionary
    register(
      Of[A](
        s"dictionary $name",
        Codec.encodeBare(_, options),
        Codec.decodeBare(_, options),
        Some(Framing.Bare(codec.schema, options))
      ),
      values
    )

  private def schema[A](name: String)(using codec: Codec[A]): Unit =
    register(Of[Schema]("Schema", _.canonical, Schema.fromCanonical), Seq(s"of $name" -> codec.schema))

  // --- numbers -------------------------------------------------------------------------------

  bare("Unit")("()"       -> ())
  bare("Boolean")("false" -> false, "true"  -> true)
  bare("Byte")("5"        -> 5.toByte, "-1" -> -1.toByte)
  bare("Int")(
    "0"           -> 0,
    "-1"          -> -1,
    "1"           -> 1,
    "63"          -> 63,
    "64"          -> 64,
    "-65"         -> -65,
    "300"         -> 300,
    "2147483647"  -> Int.MaxValue,
    "-2147483648" -> Int.MinValue
  )
  bare("Short")("-32768" -> Short.MinValue, "100" -> 100.toShort)
  bare("Long")(
    "300"                  -> 300L,
    "36028797018963967"    -> 36028797018963967L,
    "36028797018963968"    -> 36028797018963968L,
    "9223372036854775807"  -> Long.MaxValue,
    "-9223372036854775808" -> Long.MinValue
  )
  bare("Char")("'A'"   -> 'A', "U+00FF" -> '\u00ff', "U+FFFF" -> '\uffff')
  bare("Float")("1.0"  -> 1.0f, "-0.0"  -> -0.0f, "NaN"       -> Float.NaN)
  bare("Double")("1.0" -> 1.0, "0.1"    -> 0.1, "NaN"         -> Double.NaN, "-Infinity" -> Double.NegativeInfinity)
  bare("BigInt")(
    "0"    -> BigInt(0),
    "127"  -> BigInt(127),
    "128"  -> BigInt(128),
    "-128" -> BigInt(-128),
    "-129" -> BigInt(-129),
    "2^64" -> (BigInt(1) << 64)
  )
  bare("BigDecimal")("0" -> BigDecimal(0), "1.50" -> BigDecimal("1.50"), "-1E+3" -> BigDecimal("-1E+3"))
  bare("UUID")(
    "00112233-4455-6677-8899-aabbccddeeff" -> UUID.fromString("00112233-4455-6677-8899-aabbccddeeff")
  )

  // --- text ----------------------------------------------------------------------------------

  bare("String")(
    "\"\""             -> "",
    "\"hello\""        -> "hello",
    "\"привет\""       -> "привет",
    "\"Привет, мир!\"" -> "Привет, мир!",
    "\"café\""         -> "café",
    "\"€ 5\""          -> "€ 5",
    "\"я €\""          -> "я €",
    "\"日本\""           -> "日本",
    "\"a😀\""          -> "a😀",
    "U+044F U+000E"    -> "я\u000e",
    "U+D800"           -> "\ud800",
    "U+0061 U+DC00"    -> "a\udc00",
    "\"абвгд\" U+D800" -> "абвгд\ud800"
  )
  bare("URI")("https://example.org/" -> URI("https://example.org/"))

  // --- time ----------------------------------------------------------------------------------

  private def instant(text: String) = Instant.parse(text)

  bare("Instant")(
    "2020-01-01T00:00:00Z"           -> instant("2020-01-01T00:00:00Z"),
    "2020-01-01T00:00:01Z"           -> instant("2020-01-01T00:00:01Z"),
    "2019-12-31T23:59:59Z"           -> instant("2019-12-31T23:59:59Z"),
    "2020-01-01T00:00:00.001Z"       -> instant("2020-01-01T00:00:00.001Z"),
    "2020-01-01T00:00:00.000001Z"    -> instant("2020-01-01T00:00:00.000001Z"),
    "2020-01-01T00:00:00.000000001Z" -> instant("2020-01-01T00:00:00.000000001Z"),
    "1970-01-01T00:00:00Z"           -> Instant.EPOCH,
    "3000-01-01T00:00:00.000000001Z" -> instant("3000-01-01T00:00:00.000000001Z")
  )
  bare("(Instant, Instant, Instant)")(
    "2020-01-01T00:00:02.5Z, 2020-01-01T00:00:03Z, 2020-01-01T00:00:03Z" ->
      (instant("2020-01-01T00:00:02.5Z"), instant("2020-01-01T00:00:03Z"), instant("2020-01-01T00:00:03Z"))
  )
  bare("(Instant, Instant)")(
    "2262-04-11T23:47:15Z, 2262-04-11T23:47:15.999999999Z" ->
      (instant("2262-04-11T23:47:15Z"), instant("2262-04-11T23:47:15.999999999Z")),
    "2262-04-11T23:47:15Z, 2262-04-11T23:47:16.000000001Z" ->
      (instant("2262-04-11T23:47:15Z"), instant("2262-04-11T23:47:16.000000001Z"))
  )
  bare("java.time.Duration")(
    "PT0S"                  -> Duration.ZERO,
    "PT1M"                  -> Duration.ofMinutes(1),
    "PT-0.001S"             -> Duration.ofMillis(-1),
    "Long.MaxValue seconds" -> Duration.ofSeconds(Long.MaxValue)
  )
  bare("LocalDate")("2020-01-01" -> LocalDate.of(2020, 1, 1), "1999-12-31" -> LocalDate.of(1999, 12, 31))
  bare("LocalTime")(
    "00:00"              -> LocalTime.MIDNIGHT,
    "12:00"              -> LocalTime.NOON,
    "23:59:59.999999999" -> LocalTime.MAX
  )
  bare("LocalDateTime")("2020-01-02T00:00:00.5" -> LocalDateTime.parse("2020-01-02T00:00:00.5"))
  bare("ZoneOffset")(
    "Z"         -> ZoneOffset.UTC,
    "+01:00"    -> ZoneOffset.ofHours(1),
    "-03:30"    -> ZoneOffset.ofHoursMinutes(-3, -30),
    "+00:00:01" -> ZoneOffset.ofTotalSeconds(1)
  )
  bare("OffsetTime")("12:00+01:00"                -> OffsetTime.parse("12:00+01:00"))
  bare("OffsetDateTime")("2020-01-01T12:00+01:00" -> OffsetDateTime.parse("2020-01-01T12:00+01:00"))
  bare("ZoneId")("UTC"                            -> ZoneId.of("UTC"), "Europe/Berlin" -> ZoneId.of("Europe/Berlin"))
  bare("ZonedDateTime")(
    "2020-01-01T12:00+01:00[Europe/Berlin]" -> ZonedDateTime.parse("2020-01-01T12:00+01:00[Europe/Berlin]")
  )
  bare("Year")("2020"                    -> Year.of(2020), "1984"            -> Year.of(1984))
  bare("YearMonth")("2020-01"            -> YearMonth.of(2020, 1), "2019-12" -> YearMonth.of(2019, 12))
  bare("MonthDay")("--02-29"             -> MonthDay.of(2, 29))
  bare("Month")("JANUARY"                -> Month.JANUARY)
  bare("DayOfWeek")("SUNDAY"             -> DayOfWeek.SUNDAY)
  bare("Period")("P1Y-2M3D"              -> Period.of(1, -2, 3))
  bare("FiniteDuration")("5 nanoseconds" -> 5L.nanos, "1 minute"             -> 1.minute, "-2 days" -> -2.days)
  bare[ScalaDuration]("scala.concurrent.duration.Duration")(
    "1 second" -> 1.second,
    "Inf"      -> ScalaDuration.Inf,
    "MinusInf" -> ScalaDuration.MinusInf
  )

  // --- structures ----------------------------------------------------------------------------

  bare("Option[Int]")("None" -> None, "Some(1)" -> Some(1))
  bare[Option[Option[Boolean]]]("Option[Option[Boolean]]")(
    "Some(None)"       -> Some(None),
    "Some(Some(true))" -> Some(Some(true))
  )
  bare("Either[Int, Boolean]")("Left(1)" -> Left(1), "Right(true)" -> Right(true))
  bare("(Int, Boolean)")("(1, true)"     -> (1, true))

  bare("List[String]")("List()"                 -> Nil, "List(\"a\", \"\")" -> List("a", ""))
  bare("List[Unit]")("List((), ())"             -> List((), ()))
  bare("Vector[Boolean]")("Vector(true, false)" -> Vector(true, false))
  bare("List[Double]")("List(1.0)"              -> List(1.0))
  bare("List[Byte]")("List(1, -1)"              -> List[Byte](1, -1))
  bare("List[Int]")(
    "1, 2, 3"                                        -> List(1, 2, 3),
    "1, 2, 3, 4, 5, 6, 7, 8"                         -> List(1, 2, 3, 4, 5, 6, 7, 8),
    "100, 1, 100, 5000, 100, 100000, 2, 100, 100"    -> List(100, 1, 100, 5000, 100, 100000, 2, 100, 100),
    "9, 9, 9, 9, 9, 9, 9, 9"                         -> List.fill(8)(9),
    "0, 1, 1, 0, 1, 0, 0, 1, 1"                      -> List(0, 1, 1, 0, 1, 0, 0, 1, 1),
    "1000, 1001, 1003, 1004, 1006, 1007, 1009, 1010" -> List(1000, 1001, 1003, 1004, 1006, 1007, 1009, 1010),
    "-5, 70, 71, 72, 73, 74, 75, 76"                 -> List(-5, 70, 71, 72, 73, 74, 75, 76)
  )
  bare("List[Long]")(
    "8 times Long.MinValue"                             -> List.fill(8)(Long.MinValue),
    "Long.MaxValue and Long.MinValue in turn, 8 in all" -> List.tabulate(8)(i =>
      if i % 2 == 0 then Long.MaxValue else Long.MinValue
    )
  )
  bare("List[Char]")("\"abcdefgh\"" -> "abcdefgh".toList, "\"АБВГДЕЖЗ\"" -> "АБВГДЕЖЗ".toList)
  bare[List[Short]]("List[Short]")()
  bare("List[Boolean]")("1, 0, 0, 1, 1, 1, 1, 0, 1" -> "100111101".map(_ == '1').toList)
  bare("Vector[Double]")(
    "20.5, 21.5, 22.5, 23.5, 24.5, 25.5, 26.5, 27.5" -> Vector.tabulate(8)(i => 20.5 + i),
    "0.0, -1.0, 1000000.0, 0.0, 0.0, 0.0, 0.0, 0.0"  -> Vector(0.0, -1.0, 1000000.0, 0.0, 0.0, 0.0, 0.0, 0.0)
  )
  bare("List[Float]")("1, 2, 3, 4, 5, 6, 7, 8.25"                 -> List(1f, 2f, 3f, 4f, 5f, 6f, 7f, 8.25f))
  bare("List[Color]")("Red, Green, Blue in turn, 20 in all"       -> List.tabulate(20)(i => Color.fromOrdinal(i % 3)))
  bare("List[Option[Int]]")("Some(7) and None in turn, 20 in all" -> List.tabulate(20)(i => Option.when(i % 2 == 0)(7)))
  bare("List[Point]")("Point(0, 5), Point(1, 5) to Point(15, 5)"  -> List.tabulate(16)(i => Point(i, 5)))
  bare("List[(Double, Boolean)]")(
    "(0.25, true), (0.5, false), (0.75, true) to (4.0, false)" -> List.tabulate(16)(i => ((i + 1) / 4.0, i % 2 == 0))
  )
  bare("List[(String, Boolean)]")("(\"ab\", true), 16 times" -> List.fill(16)(("ab", true)))
  bare("TreeMap[String, Int]")(
    "TreeMap(\"a\" -> 1, \"b\" -> 2 to \"p\" -> 16)" ->
      TreeMap.from((0 until 16).map(i => ('a' + i).toChar.toString -> (i + 1)))
  )
  bare("TreeSet[String]")("TreeSet(\"a\", \"b\")" -> TreeSet("a", "b"))
  bare[Set[String]]("Set[String]")()
  bare("List[List[Int]]")("List(0), 96 times, and List(0 to 7)" -> (List.fill(96)(List(0)) :+ List.range(0, 8)))
  bare[List[Shape]]("List[Shape]")()
  bare[List[Either[Int, Boolean]]]("List[Either[Int, Boolean]]")(
    "Left(5), Right(true) in turn, 96 in all" -> List.tabulate(96)(i => if i % 2 == 0 then Left(5) else Right(true))
  )
  bare("List[(Double, Double)]")(
    "(1.0, 0.1), (2.0, 0.2), (3.0, 0.3) to (256.0, 25.6)" -> List.tabulate(256)(i => (i + 1.0, (i + 1) / 10.0))
  )
  bare[List[(String, String)]]("List[(String, String)]")()
  bare[List[List[Point]]]("List[List[Point]]")()
  bare[List[Colour]]("List[Colour]")()
  bare("TreeMap[Int, String]")("TreeMap(1 -> \"a\")" -> TreeMap(1 -> "a"))
  bare("BitSet")("BitSet(1, 3)"                      -> BitSet(1, 3))

  bare("Point")("Point(1, -1)" -> Point(1, -1))
  bare("Flags")(
    "Flags(true, Some(\"hi\"), false, Some(true))" -> Flags(true, Some("hi"), false, Some(true)),
    "Flags(false, None, true, None)"               -> Flags(false, None, true, None)
  )
  bare("Color")("Red" -> Color.Red, "Blue" -> Color.Blue)
  bare[Shape]("Shape")(
    "Circle(Point(0, 1), 1.0)"             -> Circle(Point(0, 1), 1.0f),
    "Rect(Point(1, 2), Point(3, 4), true)" -> Rect(Point(1, 2), Point(3, 4), true),
    "Nothing"                              -> Nothing,
    "Cube(3)"                              -> Cube(3),
    "Ball(3, Blue, true)"                  -> Ball(3, Color.Blue, true)
  )
  bare("UserId")("UserId(3)" -> UserId(3))
  bare("User")(
    "User(UserId(3), Active(true), Some(Blue))" -> User(UserId(3), Active(true), Some(Color.Blue)),
    "User(UserId(3), Active(true), None)"       -> User(UserId(3), Active(true), None)
  )
  bare("Fields")(
    "Fields(Ball(3, Blue, true), Right(true), (true, 5), Green)" ->
      Fields(Ball(3, Color.Blue, true), Right(true), (true, 5), Color.Green)
  )
  bare("Tree")("Tree(\"a\", List(Tree(\"b\", List())))" -> Tree("a", List(Tree("b", Nil))))
  bare("Chain")("Chain(Some(Chain(None)))"              -> Chain(Some(Chain(None))))
  bare("Box[Boolean]")("Box(true, Some(false))" -> Box(true, Some(false)))(using Codec.derived)
  bare("Box[Int]")("Box(1, None)" -> Box(1, None))(using Codec.derived)
  bare("Wide")("all true, shape = Ball(3, Blue, true)" -> wide(true, Ball(3, Color.Blue, true)))
  bare[Lights]("Lights")(
    "Off"                -> Lights.Off,
    "On, all eight true" -> Lights.On(true, true, true, true, true, true, true, true),
    "On, h alone true"   -> Lights.On(false, false, false, false, false, false, false, true)
  )
  bare("Key")("K00"                       -> Key.K00, "K63" -> Key.K63, "Other(1, true)" -> Key.Other(1, true))
  bare("Pressed")("Pressed(K01, true)"    -> Pressed(Key.K01, true))
  bare("Lamp")("Lamp(Switch(true), true)" -> Lamp(Switch(true), true))
  bare("Colour")("Colour(1, 2, 255)"      -> Colour(1, 2, 255))

  // --- envelopes and schemas -----------------------------------------------------------------

  standalone("Point")("Point(1, -1)" -> Point(1, -1))
  standalone("Int")("1"              -> 1)
  register(
    Of[List[String]](
      "standalone dictionary List[String]",
      Codec.encode(_, MessageOptions.withDictionary),
      Codec.decode(_),
      Some(Framing.Standalone(List(Codec[List[String]].schema)))
    ),
    Seq("""List("one", "one")""" -> List("one", "one"))
  )

  private val ids                                  = SchemaIds(1 -> Codec[Point], 300 -> Codec[List[String]])
  private def tagged(number: Int, codec: Codec[?]) = Some(Framing.Tagged(Map(number -> codec.schema)))
  register(
    Of[Point]("tagged Point (1)", ids.encode(_), ids.decode[Point](_), tagged(1, Codec[Point])),
    Seq("Point(1, -1)" -> Point(1, -1))
  )
  register(
    Of[List[String]](
      "tagged List[String] (300)",
      ids.encode(_),
      ids.decode[List[String]](_),
      tagged(300, Codec[List[String]])
    ),
    Seq("List(\"one\")" -> List("one"))
  )

  register(
    Of[List[String | Int]](
      "container of String",
      SpecContainers.write(_),
      SpecContainers.read(_),
      Some(Framing.Container())
    ),
    Seq(
      "no messages"            -> Nil,
      "\"hello\", \"hello\""   -> List("hello", "hello"),
      "1, 2, 3, 4, 5, 6, 7, 8" -> List(1, 2, 3, 4, 5, 6, 7, 8),
      "1, \"one\", \"one\", 2" -> List(1, "one", "one", 2)
    )
  )

  // --- cases of other versions ---------------------------------------------------------------

  private def unknown(event: Other.Event): Event =
    val read = Codec.decodeBare[Event](Codec.encodeBare(event), Codec[Other.Event].schema)
    read.fold(error => throw error, identity)

  bare[Event]("Event")(
    "Closed"                          -> Event.Closed,
    "Unknown of Opened(\"hi\", true)" -> unknown(Other.Event.Opened("hi", true))
  )

  // --- identity ------------------------------------------------------------------------------

  private val one                  = Shared(Point(1, 2))
  private def at2020(seconds: Int) = instant("2020-01-01T00:00:00Z").plusSeconds(seconds)
  bare("List[Shared[Point]]")("Point(1, 2), an equal one, the first again" -> List(one, Shared(Point(1, 2)), one))
  bare[(Shared[Int], Shared[String])]("(Shared[Int], Shared[String])")()
  bare("Shared[Person]")("Ann, her own friend" -> Shared.of[Person](ann => Person("Ann", List(ann))))

  // --- dictionary ----------------------------------------------------------------------------

  dictionary("List[String]")(
    """List("one", "two", "one", "two")""" -> List("one", "two", "one", "two"),
    """List("a", "a", "я", "яя", "яя")"""  -> List("a", "a", "я", "яя", "яя")
  )
  dictionary("List[Place]")(
    "Place(\"Elm\", 1), Place(\"Elm\", 2), Place(\"Elm\", 1)" -> List(1, 2, 1).map(Place("Elm", _))
  )
  dictionary[Parcel]("Parcel")()
  dictionary[List[Shared[Point]]]("List[Shared[Point]]")()
  dictionary("(Instant, Visit, Instant)")(
    "one and two seconds after 2020 began, and two again" ->
      (at2020(1), Visit(at2020(2), Shared(Point(1, 2))), at2020(2))
  )
  dictionary("(Shared[Point], Visit, Shared[Point])")(
    "one point, in a visit at the start of 2020 as well" -> (one, Visit(at2020(0), one), one)
  )
  bare("(Instant, Visit, Instant)")(
    "one and two seconds after 2020 began, and two again" ->
      (at2020(1), Visit(at2020(2), Shared(Point(1, 2))), at2020(2))
  )
  dictionary("List[Parcel]")(
    "Parcel(Place(\"Elm\", 1), Some(5)), twice" -> List.fill(2)(Parcel(Place("Elm", 1), Some(5)))
  )
  bare("List[Parcel]")("Parcel(Place(\"Elm\", 1), Some(5)), twice" -> List.fill(2)(Parcel(Place("Elm", 1), Some(5))))
  dictionary("List[UUID]")(
    "a random UUID, three times"      -> List.fill(3)(UUID.fromString("00112233-4455-4677-8899-aabbccddeeff")),
    "a UUID without a version, twice" -> List.fill(2)(new UUID(1, 2)),
    "a UUID with all bits set, twice" -> List.fill(2)(new UUID(-1, -1))
  )
  dictionary("Map[String, URI]")("""Map("urn:x" -> URI("urn:x"))""" -> Map("urn:x" -> URI("urn:x")))
  schema[Int]("Int")
  schema[Shared[Int]]("Shared[Int]")
  schema[Place]("Place")
  schema[Gift]("Gift")
  schema[Event]("Event")
  schema[Point]("Point")
  schema[Color]("Color")
  schema[UserId]("UserId")
  schema[List[UserId]]("List[UserId]")
  schema[Tree]("Tree")
  schema[Lamp]("Lamp")
  schema[Colour]("Colour")
  schema[List[(Int, Option[String])]]("List[(Int, Option[String])]")
  schema[Map[String, Either[Int, Unit]]]("Map[String, Either[Int, Unit]]")
  schema[Set[String]]("Set[String]")
  schema[BitSet]("BitSet")

  private def wide(b: Boolean, shape: Shape): Wide =
    Wide(b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, b, shape)
