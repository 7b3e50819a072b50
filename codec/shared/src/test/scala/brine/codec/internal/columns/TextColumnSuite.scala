package brine.codec.internal.columns

import brine.codec.internal.columns.TextColumnSuite.*
import brine.codec.{Codec, DecodeError, EncodeError, In, MessageOptions, Out, Schema}

import scala.util.Random

object TextColumnSuite:
  final case class Entry(id: Int, text: String) derives Codec

  /** A text that its own codec writes, so that its columns never have a dictionary. */
  final case class ByHand(text: String)
  given Codec[ByHand] = new Codec[ByHand]:
    def schema: Schema                       = Codec[String].schema
    def minSize: Int                         = 1
    def write(out: Out, value: ByHand): Unit = out.writeString(value.text)
    def read(in: In): ByHand                 = ByHand(in.readString())

  final case class Mapped(text: String)
  given Codec[Mapped] = Codec[String].imap(Mapped(_))(_.text)

  final case class Upper(text: String)
  given Codec[Upper] = Codec[Mapped].iemap(mapped =>
    if mapped.text.startsWith("x") then Left(s"${mapped.text} is refused") else Right(Upper(mapped.text.toUpperCase))
  )(upper => Mapped(if upper.text == null then null else upper.text.toLowerCase))

  final case class Wrapper(text: String) derives Codec
  final case class Outer(wrapped: Wrapper) derives Codec
  final case class OfMapped(mapped: Mapped) derives Codec
  final case class Shared2[A](id: Int, a: A) derives Codec

  final case class Line(sku: String, count: Int, price: Double) derives Codec
  final case class Order(id: Long, customer: String, status: String, paid: Boolean, lines: List[Line]) derives Codec
  final case class Cart(id: Int, items: List[String], user: String) derives Codec

  def order(i: Int): Order = Order(
    100000L + i,
    s"customer ${i * 7 % 90}",
    if i % 3 == 0 then "open" else "paid",
    i % 5 == 0,
    List.tabulate(if i % 40 == 0 then 70 else i % 6)(k => Line(s"SKU-${(i + k) * 31 % 200}", k, (i % 500) / 100.0))
  )

  final case class Wide[A](
      id: Int,
      text: A,
      option: Option[A],
      either: Either[A, Int],
      pair: (A, Boolean),
      twice: Option[Option[A]]
  ) derives Codec

final class TextColumnSuite extends munit.FunSuite:
  private def bare[A: Codec](value: A): Array[Byte]    = Codec.encodeBare(value)
  private def read[A: Codec](bytes: Array[Byte]): A    = Codec.decodeBare[A](bytes).fold(throw _, identity)
  private def entries(texts: Seq[String]): List[Entry] = texts.toList.zipWithIndex.map((text, i) => Entry(i, text))
  private def byHand(texts: Seq[String]): List[Shared2[ByHand]] =
    texts.toList.zipWithIndex.map((text, i) => Shared2(i, ByHand(text)))
  private def of[A](texts: Seq[String], make: String => A): List[Shared2[A]] =
    texts.toList.zipWithIndex.map((text, i) => Shared2(i, make(text)))

  private def hasDictionary(texts: Seq[String]): Boolean =
    val own   = bare(entries(texts))
    val plain = bare(byHand(texts))
    assertEquals(read[List[Entry]](own), entries(texts))
    assertEquals(read[List[Entry]](plain), entries(texts))
    assertEquals(read[List[Shared2[ByHand]]](own), byHand(texts))
    own.toSeq != plain.toSeq

  /** As many texts, of which the first `sample` have that many different ones. */
  private def texts(count: Int, sample: Int, different: Int): Vector[String] =
    Vector.tabulate(count)(i => if i < sample then s"text ${math.min(i, different - 1)}" else s"other $i")

  test("a dictionary is used if at most half of the first 16 texts are different, or 56 of 64 in a longer column"):
    for count <- List(16, 17, 255) do
      assert(hasDictionary(texts(count, 16, 8)), s"$count")
      assert(!hasDictionary(texts(count, 16, 9)), s"$count")
    for count <- List(256, 1024) do
      assert(hasDictionary(texts(count, 64, 56)), s"$count")
      assert(!hasDictionary(texts(count, 64, 57)), s"$count")
    // Shorter lists have no columns, but the last chunk of a longer one may be short.
    val long = Vector.tabulate(1024)(i => s"text $i")
    assert(!hasDictionary(long ++ Vector.fill(15)("same")))
    assert(hasDictionary(long ++ Vector.fill(16)("same")))

  test("a dictionary ends with its column and chunk"):
    val same  = Vector.fill(1024)("same text")
    val one   = bare(entries(same)).length
    val two   = bare(entries(same ++ same)).length
    val other = bare(same.toList.zipWithIndex.map((text, i) => (i, text, text))).length
    assert(two - one > 1024, s"$one, $two")
    assertEquals(other - one, one - bare((0 until 1024).toList.map(i => (i, false))).length + 128)

  test("bytes never grow, and texts in every place of an element are read again, by every codec of the same schema"):
    val random = Random(20261127)
    for round <- 1 to 40 do
      val count          = if round % 10 == 0 then 1000 + random.nextInt(1200) else 1 + random.nextInt(300)
      val pool           = Vector.fill(1 + random.nextInt(if random.nextBoolean() then 6 else 400))(text(random))
      def next(): String = if random.nextInt(8) == 0 then text(random) else pool(random.nextInt(pool.size))
      def some(): Option[String] = Option.when(random.nextInt(3) > 0)(next())
      val wide                   = List.tabulate(count): i =>
        Wide(
          i,
          next(),
          some(),
          if random.nextBoolean() then Left(next()) else Right(i),
          (next(), random.nextBoolean()),
          Option.when(random.nextBoolean())(some())
        )
      def converted[A](to: String => A) = wide.map(all =>
        Wide(
          all.id,
          to(all.text),
          all.option.map(to),
          all.either.left.map(to),
          (to(all.pair._1), all.pair._2),
          all.twice.map(_.map(to))
        )
      )
      val own   = bare(wide)
      val plain = bare(converted(ByHand(_)))
      val hint  = s"round $round, $count elements"
      assert(own.length <= plain.length, hint)
      assertEquals(read[List[Wide[String]]](own), wide, hint)
      assertEquals(read[List[Wide[String]]](plain), wide, hint)
      assertEquals(read[List[Wide[ByHand]]](own), converted(ByHand(_)), hint)
      assertEquals(read[List[Wide[Mapped]]](own), converted(Mapped(_)), hint)
      assertEquals(bare(converted(Mapped(_))).toSeq, own.toSeq, hint)
      assertEquals(bare(converted(Wrapper(_))).toSeq.size, own.toSeq.size, hint)
      assertEquals(read[List[Wide[Outer]]](bare(converted(t => Outer(Wrapper(t))))), converted(t => Outer(Wrapper(t))))
      // With a dictionary of the message, texts refer to those of other columns.
      val whole = Codec.encodeBare(wide, MessageOptions.withDictionary)
      assertEquals(Codec.decodeBare[List[Wide[String]]](whole, MessageOptions.withDictionary), Right(wide), hint)

  private def text(random: Random): String = random.nextInt(12) match
    case 0 => ""
    case 1 => random.nextString(random.nextInt(4))
    case 2 => "д" * random.nextInt(40)
    case 3 => "x" * (4090 + random.nextInt(12))
    case 4 => "\u0000" * random.nextInt(3)
    case _ => random.alphanumeric.take(random.nextInt(30)).mkString

  test("a codec that converts from a text writes what that text's codec writes"):
    val repeated = Vector.tabulate(300)(i => s"text ${i % 7}")
    val own      = bare(of(repeated, identity)).toSeq
    assertEquals(bare(of(repeated, Mapped(_))).toSeq, own)
    assertEquals(bare(of(repeated, text => Upper(text.toUpperCase))).toSeq, own)
    assertEquals(bare(of(repeated, Wrapper(_))).toSeq, own)
    assertEquals(bare(of(repeated, text => OfMapped(Mapped(text)))).toSeq, own)
    assertEquals(read[List[Shared2[Upper]]](own.toArray).map(_.a.text), repeated.map(_.toUpperCase).toList)

  test("nested elements have columns if fewer are of texts than of integers, booleans and sequences"):
    assertEquals(Codec[Order].columns.nn.fewest, 96)
    assertEquals(Codec[Cart].columns.nn.fewest, Int.MaxValue)
    assertEquals(Codec[(String, List[Int])].columns.nn.fewest, 96)
    assertEquals(Codec[(String, String, List[Int])].columns.nn.fewest, Int.MaxValue)
    assertEquals(Codec[(String, BigInt, List[(Int, Int)])].columns.nn.fewest, Int.MaxValue)
    for count <- List(95, 96, 1024, 1100) do
      val orders = List.tabulate(count)(order)
      val bytes  = bare(orders)
      val alone  = orders.map(order => bare(order).length).sum
      assertEquals(read[List[Order]](bytes), orders, s"$count")
      if count < 96 then assert(bytes.length > alone)
      else assert(3 * bytes.length < 2 * alone, s"${bytes.length} of $alone")

  test("texts that cannot be converted are refused with the element, also with a dictionary"):
    val repeated = Vector.tabulate(300)(i => if i == 200 then "x" else s"text ${i % 7}")
    val error    = Codec.decodeBare[List[Shared2[Upper]]](bare(entries(repeated))).left.toOption.get
    assertEquals(error.path, "[200].a")
    for place <- List(3, 200) do
      val failing = of(repeated, Upper(_)).updated(place, Shared2(place, Upper(null)))
      assertEquals(intercept[EncodeError](bare(failing)).path, s"[$place].a.text")

  test("a null is refused, in the sample and after it"):
    for place <- List(0, 15, 100) do
      val all = entries(Vector.fill(300)("same")).updated(place, Entry(place, null))
      assert(intercept[EncodeError](bare(all)).getMessage.contains("null"), s"$place")

  test("an error within a column leaves no dictionary behind"):
    val bytes = bare(entries(Vector.fill(300)("same text")))
    val in    = In(bytes.updated(bytes.length - 1, 0xc8.toByte))
    val codec = Codec[List[Entry]]
    val at    = in.position
    intercept[DecodeError](codec.read(in)): Unit
    assertEquals(in.dictionary, null)
    in.position = at
    intercept[DecodeError](codec.read(in)): Unit
    val out = Out()
    intercept[EncodeError](codec.write(out, entries(Vector.fill(300)("same") :+ null))): Unit
    assertEquals(out.dictionary, null)

  test("hostile columns are refused where they are wrong"):
    def refused(hex: String): DecodeError =
      val bytes = hex.split(" ").map(Integer.parseInt(_, 16).toByte)
      Codec.decodeBare[List[(String, Boolean)]](bytes).left.toOption.get
    assertEquals(refused("21 00").offset, 2)
    assertEquals(refused("21 00 c0").offset, 2)
    assertEquals(refused("21 00 00 c0").offset, 4)
    assertEquals(refused("21 00 61 e2 c1 c0").offset, 4)
