package brine.codec.internal.columns

import brine.codec.{Codec, CodecChecks, Limits}

import java.util.UUID
import scala.collection.immutable.TreeMap

object ColumnSequencesSuite:
  enum Color derives Codec { case Red, Green, Blue }
  final case class Id(value: Long) derives Codec
  final case class Point(x: Int, y: Int) derives Codec
  final case class Line(
      id: Id,
      on: Boolean,
      small: Byte,
      short: Short,
      letter: Char,
      count: Long,
      ratio: Float,
      price: Double,
      color: Color,
      name: String,
      uuid: UUID,
      note: Option[String],
      maybe: Option[Option[Color]],
      at: Option[Point],
      pair: (Int, Boolean)
  ) derives Codec
  final case class Lines(list: List[Line], vector: Vector[Line], array: IArray[Line]) derives Codec
  final case class Box[A](value: A, count: Int) derives Codec
  final case class Boxes[A](all: List[A], pairs: List[(A, Int)], some: List[Option[A]]) derives Codec
  final case class Sample(text: String, points: List[Point]) derives Codec
  final case class Empty() derives Codec
  final case class Empties(all: List[(Empty, Int, Int)]) derives Codec
  final case class Plain(a: String, b: String) derives Codec
  final case class Plains(all: List[Plain], count: Int) derives Codec
  final case class Quote(bid: Double, ask: Double) derives Codec
  final case class Sizes(flag: Boolean, short: Short, ratio: Float, price: Double, text: String, more: Option[Int])
      derives Codec
  final case class Quotes(all: List[Quote], count: Int) derives Codec

  /** An integer that only its own codec knows to be one. */
  final case class Hidden(value: Int)
  given Codec[Hidden] = Codec[Int].imap(Hidden(_))(_.value)

  /** A text that only its own codec knows to be one. */
  final case class Name(value: String)
  given Codec[Name] = Codec[String].imap(Name(_))(_.value)
  final case class Named(name: Name, count: Int) derives Codec
  final case class Hiding(hidden: Hidden, count: Int) derives Codec

  def line(i: Int): Line = Line(
    Id(i * 1000L),
    i % 3 == 0,
    i.toByte,
    (i * 7).toShort,
    ('a' + i % 26).toChar,
    i.toLong << (i % 40),
    i / 4f,
    i / 100.0,
    Color.fromOrdinal(i % 3),
    s"line $i",
    UUID(i, ~i),
    Option.when(i % 4 == 0)(s"note $i"),
    Option.when(i % 2 == 0)(Option.when(i % 6 == 0)(Color.Blue)),
    Option.when(i % 5 != 0)(Point(i, -i)),
    (i, i % 2 == 0)
  )

class ColumnSequencesSuite extends munit.FunSuite, CodecChecks:
  import ColumnSequencesSuite.*

  private def isColumns[A](value: A)(using Codec[A]): Boolean = (written(value)(0) & 1) == 1

  test("flat values go into columns from sixteen on"):
    val points = List.tabulate(16)(i => Point(i, 5))
    pinned(points, "21 80 00 02 00 0a")
    assert(!isColumns(points.tail))
    returns(points.tail)

  test("every kind of column comes back, at the edges of chunks too"):
    for size <- List(15, 16, 17, 1023, 1024, 1025, 2500) do
      val all = List.tabulate(size)(line)
      assertEquals(isColumns(all), size >= 16)
      assertEquals(decoded[List[Line]](written(all)), Right(all))
      val lines = Lines(all, all.toVector, IArray.from(all))
      assertEquals(decoded[Lines](written(lines)).map(_.array.toList), Right(all))

  test("columns end with the message and nowhere before"):
    returns(List.tabulate(20)(line))

  test("a field and a codec of its own write the same"):
    val points = List.tabulate(40)(i => Point(i * i, -i))
    assertEquals(hex(written(Sample("", points))), "c0 " + hex(written(points)))
    assertEquals(hex(written(points.toVector)), hex(written(points)))
    assertEquals(hex(written(points.toArray)), hex(written(points)))
    assertEquals(hex(written(points.map(p => (p.x, p.y)))), hex(written(points)))

  test("options and enumerations take their bits"):
    val colors = List.tabulate(20)(i => Color.fromOrdinal(i % 3))
    pinned(colors, "29 24 49 92 24 49")
    val numbers = List.tabulate(20)(i => Option.when(i % 2 == 0)(7))
    pinned(numbers, "29 55 55 05 00 0e")
    returns(List.tabulate(20)(i => Option.when(i % 2 == 0)(Option.when(i % 4 == 0)(true))))

  test("maps have a column for keys and one for values"):
    val map = TreeMap.from((0 until 20).map(i => i -> s"$i"))
    assert(isColumns(map))
    returns(map)
    returns(Map.from((0 until 3000).map(i => s"No$i" -> i)))
    returns(Map.from((0 until 20).map(i => i -> Option.when(i > 3)(Point(i, i)))))
    assert(!isColumns(Map.from((0 until 20).map(i => s"$i" -> s"$i"))))

  test("records of floating point numbers have columns"):
    val quotes = List.tabulate(1000)(i => Quote((10000 + i % 50) / 100.0, (10002 + i % 50) / 100.0))
    assert(isColumns(quotes))
    assert(written(quotes).length < 1600, written(quotes).length)
    returns(quotes)
    val weights = TreeMap.from((0 until 300).map(i => s"$i" -> i / 4.0))
    for size <- List(16, 255, 256, 257, 300) do
      assertEquals(isColumns(quotes.take(size)), size >= 256)
      assertEquals(isColumns(weights.take(size)), size >= 256)
      returns(quotes.take(size))
      returns(weights.take(size))

  test("records whose only numbers are of type Float stay one by one"):
    assert(!isColumns(List.fill(2000)((1.5f, "b"))))
    assert(!isColumns(List.fill(2000)((1.5f, 2.5f))))
    assert(!isColumns(TreeMap.from((0 until 300).map(i => s"$i" -> i / 4f))))
    // Columns are read all the same.
    assertEquals(decoded[List[(Float, Float)]](bytes("21 00 80 02 00 01 80 02 00")), Right(List.fill(16)((1f, 0.1f))))

  test("records of floating point numbers that are no decimals stay one by one"):
    def quotes(size: Int) = List.tabulate(size)(i => Quote(math.sqrt(i + 2), -0.0))
    assert(!isColumns(quotes(300)))
    assert(!isColumns(quotes(3000).toVector))
    assert(!isColumns(quotes(300).toArray))
    assert(!isColumns(quotes(300).toSet))
    assert(!isColumns(TreeMap.from((0 until 300).map(i => i / 3.0 -> s"$i"))))
    assert(!isColumns(Vector.tabulate(300)(i => (i / 3.0, "text"))))
    assertEquals(written(Quotes(quotes(300), 1))(0) & 1, 0)
    assertEquals(written(Quotes(quotes(300).map(q => Quote(1.25, q.bid)), 1))(0) & 1, 1)
    for all <- List(quotes(16), quotes(300), quotes(1025)) do returns(all)
    // Columns are read all the same, whoever wrote them.
    val columns = "21 ff " + "9a 99 99 99 99 99 b9 3f " * 16 + "ff " + "00 00 00 00 00 00 00 80 " * 16
    assertEquals(decoded[List[Quote]](bytes(columns)), Right(List.fill(16)(Quote(0.1, -0.0))))

  test("the first eight elements decide whether numbers are decimals"):
    val random                          = new scala.util.Random(11)
    def isShort(value: Double): Boolean = List(0, 6).exists: scale =>
      val d = math.rint(value * math.pow(10, scale))
      d.abs < 9007199254740992.0 && d / math.pow(10, scale) == value && (value != 0 || 1 / value > 0)
    def number(odd: Boolean): Double =
      if odd then List(-0.0, Double.NaN, 1e300, random.nextDouble())(random.nextInt(4))
      else random.nextInt(1000000) / math.pow(10, random.nextInt(8))
    for _ <- 1 to 300 do
      val share = random.nextInt(12)
      val all   = List.fill(256 + random.nextInt(9)):
        (number(random.nextInt(40) < share), "text", number(random.nextInt(40) < share))
      val first = all.take(8)
      val are   = first.forall(row => isShort(row._1)) || first.forall(row => isShort(row._3))
      assertEquals(isColumns(all), are, all)
      assertEquals(hex(written(decoded[List[(Double, String, Double)]](written(all)).toOption.get)), hex(written(all)))

  test("columns take at most a byte more for each column and chunk than values one by one"):
    val random         = new scala.util.Random(3)
    def sizes(of: Int) = Sizes(
      random.nextBoolean(),
      (random.nextInt() >>> random.nextInt(32)).toShort,
      if of % 2 == 0 then random.nextFloat() else random.nextInt(1000) / 8f,
      if of % 3 == 0 then random.nextDouble() else random.nextInt(1 << 20) / 100.0,
      random.nextString(random.nextInt(4)),
      Option.when(random.nextInt(8) < of)(random.nextInt() >>> random.nextInt(32))
    )
    for round <- 1 to 60 do
      val size   = 16 + (if round % 10 == 0 then random.nextInt(3000) else random.nextInt(60))
      val all    = List.fill(size)(sizes(round % 9))
      val bytes  = written(all)
      val alone  = all.map(written(_).length).sum
      val chunks = (size + Columns.Rows - 1) / Columns.Rows
      assertEquals(decoded[List[Sizes]](bytes), Right(all))
      val most = alone + 7 * chunks + 2
      assert(bytes.length <= most, s"$size: ${bytes.length}, one by one $alone")

  test("what nothing is gained for stays one by one"):
    assert(!isColumns(List.fill(20)("text")))
    assert(!isColumns(List.fill(20)(Plain("a", "b"))))
    assert(!isColumns(List.tabulate(20)(i => Id(i))))

  test("whether there are columns follows from the schema, whoever wrote the codec"):
    assert(isColumns(List.fill(20)(Named(Name("n"), 1))))
    returns(List.tabulate(20)(i => Named(Name(s"$i"), i)))
    assert(isColumns(List.fill(20)(Hiding(Hidden(1), 1))))
    returns(List.tabulate(20)(i => Hiding(Hidden(i), i)))
    assert(isColumns(List.tabulate(20)(i => Box(s"$i", i))))
    assert(isColumns(List.tabulate(20)(i => Box(i, i))))
    assert(!isColumns(List.tabulate(20)(i => Box(Point(i, i), i))))
    assertEquals(Codec[Named].schema.root, Codec[Box[Name]].schema.root)

  test("a record without fields is not flat, in generated code and in codecs of tuples alike"):
    val all = List.tabulate(20)(i => (Empty(), i, i))
    assert(!isColumns(all))
    assertEquals(hex(written(Empties(all))), hex(written(all)))
    returns(Empties(all))

  test("a generic type has the columns its arguments allow"):
    def boxes[A](element: Int => A)(using Codec[A]) =
      val all = List.tabulate(20)(element)
      returns(Boxes(all, all.zipWithIndex, all.map(Option(_))))
    boxes(i => i)
    boxes(i => s"$i")
    boxes(i => i % 2 == 0)
    boxes(i => i / 4.0)
    boxes(i => Point(i, -i))
    boxes(i => Hidden(i))
    boxes(i => (i, Point(i, 1)))
    boxes(i => Option(i))
    val numbers = List.tabulate(20)(identity)
    assertEquals(hex(written(Boxes(numbers, Nil, Nil))), hex(written(numbers)) + " 00 00")

  test("what is wrong is told with its place"):
    // 16 points: the first column 16 numbers of 2 bits from 0 on, the second ends early.
    val short = decoded[Sample](bytes("c0 21 02 00 00 00 00 00 7e 02")).left.toOption.get
    assertEquals((short.offset, short.path), (10, "points.y"))
    refused[List[Point]]("1f 00 00", "a packed sequence of 15 elements; it must have 16 or more", 0)
    refused[List[Color]]("21 ff ff ff ff", "of tags", 1) // no fourth color
    refused[List[Plain]]("81 01 00 00 00", "in a layout its elements do not have", 0)
    refused[Plains]("81 01 00 00 00", "in a layout its elements do not have", 0)
    val name = decoded[List[Named]](bytes("21 " + "c1 61 " * 3 + "c1 ff")).left.toOption.get
    assertEquals((name.offset, name.path), (8, "[3].name"))

  test("a count without the bytes for it is refused before there is room for it"):
    refused[List[Point]]("ff ff ff ff 0f 00 00", "elements of a bit each, but only", 0)
    refused[List[Color]]("ff ff 03", "elements of a bit each", 0)
    // Numbers of no bit take no room, so their number is limited as that of empty elements is.
    val many = List.fill(9000)(Point(1, 1))
    returns(many)
    assertEquals(decoded[List[Point]](written(List.fill(100000)(Point(3, 4)))).map(_.size), Right(100000))

  test("a reader with tighter limits refuses what draws on them"):
    val message = written(List.fill(4000)(Point(1, 1)))
    assert(decoded[List[Point]](message, Limits.defaults.copy(emptyElements = 100)).isLeft)
