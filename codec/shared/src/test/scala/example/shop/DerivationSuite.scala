package example.shop

import brine.codec.Codec

import java.util.UUID
import scala.collection.immutable.Queue

/** Types as users write them, in a package of their own. */
object DerivationSuite:
  opaque type Sku = String
  object Sku:
    def apply(text: String): Sku = text

  final class Grams(val value: Double) extends AnyVal
  final case class Money(cents: Long)  extends AnyVal
  final case class Line(sku: Sku, price: Money, weight: Grams, gift: Boolean)

  sealed trait Payment
  sealed trait Card                                        extends Payment
  final case class Credit(number: String, limit: Money)    extends Card
  final case class Debit(number: String)                   extends Card
  case object Cash                                         extends Payment
  final case class Voucher(code: String, partial: Boolean) extends Payment

  enum Status derives Codec:
    case Open, Closed
    case Cancelled(reason: String)

  final case class Order(
      id: UUID,
      lines: Vector[Line],
      payment: Payment,
      status: Status,
      partner: Either[String, Int],
      pair: (Int, Boolean),
      next: Option[Order]
  ) derives Codec

  final case class Page[T](items: List[T], total: Option[T], first: T, last: Boolean)
  object Page:
    given [T](using Codec[T]): Codec[Page[T]] = Codec.derived
  final case class Pair[A, B](a: A, b: B) derives Codec
  final case class Uses(flags: Pair[Boolean, Status], page: Page[Boolean]) derives Codec

  sealed trait Json derives Codec
  object Json:
    case object Null                                   extends Json
    final case class Text(value: String)               extends Json
    final case class Items(values: List[Json])         extends Json
    final case class Fields(all: List[(String, Json)]) extends Json

  final case class Node(next: Option[Node]) derives Codec
  final case class Forest(trees: List[Forest]) derives Codec

  sealed trait Expr[A]
  final case class Literal[A](value: A)                   extends Expr[A]
  final case class Plus[A](left: Expr[A], right: Expr[A]) extends Expr[A]
  object Expr:
    given Codec[Expr[Int]] = Codec.derived

  final case class Temperature(celsius: Double)
  object Temperature:
    given Codec[Temperature] = Codec[Double].iemap(d =>
      if d >= -273.15 then Right(Temperature(d)) else Left(s"$d is below absolute zero")
    )(_.celsius)
  final case class Weather(at: Temperature, min: Option[Temperature]) derives Codec

  final case class Entry(n: Int, flag: Boolean)
  final case class Registry(
      byName: Map[String, Entry],
      waiting: Queue[Entry],
      all: Set[Entry],
      numbers: Array[Int],
      counts: Vector[Long]
  ) derives Codec:
    override def equals(that: Any): Boolean = that match
      case Registry(a, b, c, d, e) => a == byName && b == waiting && c == all && d.sameElements(numbers) && e == counts
      case _                       => false
    override def hashCode: Int = byName.hashCode

  final case class Hidden(link: Link)
  object Hidden:
    given Codec[Hidden] = Codec[Link].imap(Hidden(_))(_.link)
  final case class Link(next: Option[Hidden]) derives Codec

  // Methods with the names of fields.
  final case class Parcel(weight: Int, to: Option[String], codes: List[Int], place: Place) derives Codec:
    def weight(unit: String): String  = s"$weight $unit"
    def to(country: Int): String      = s"$country"
    def codes(from: Int): List[Int]   = codes.drop(from)
    def place[A](of: A, more: A): Int = 2
  final case class Shelf(slot: Int):
    def slot(add: Int): Int = slot + add
  enum Place derives Codec:
    case Stored(shelf: Shelf, row: Int)
    case Lost
    def row(add: Int): Int = add

  final case class Positive(n: Int) derives Codec:
    require(n > 0, s"$n is not positive")

class DerivationSuite extends munit.FunSuite:
  import DerivationSuite.*

  private def hex(bytes: Array[Byte]): String = bytes.map(b => f"${b & 0xff}%02x").mkString(" ")

  private def roundTrip[A: Codec](value: A)(using munit.Location): Unit =
    assertEquals(Codec.decode[A](Codec.encode(value)), Right(value))
    assertEquals(Codec.decodeBare[A](Codec.encodeBare(value)), Right(value))

  private val line  = Line(Sku("A-1"), Money(250), Grams(1.5), true)
  private val order = Order(
    new UUID(1, 2),
    Vector(line, line),
    Credit("4111", Money(9)),
    Status.Cancelled("late"),
    Right(7),
    (1, true),
    None
  )

  test("a nested model of every kind of type"):
    roundTrip(order)
    roundTrip(order.copy(payment = Cash, status = Status.Open, partner = Left("x"), next = Some(order)))
    roundTrip(order.copy(payment = Voucher("v", true), lines = Vector.empty))
    roundTrip(order.copy(payment = Debit("d"), status = Status.Closed))

  test("generic types, their parameters boxed wherever the codec comes from"):
    roundTrip(Page(List(true, false), Some(true), false, true))
    roundTrip(Pair("a", 1L))
    val uses = Uses(Pair(true, Status.Open), Page(List(true), Some(false), true, false))
    roundTrip(uses)
    val separately = Codec.encodeBare(uses.flags) ++ Codec.encodeBare(uses.page)
    assertEquals(hex(Codec.encodeBare(uses)), hex(separately))

  test("methods may have the names of fields"):
    val parcel = Parcel(3, Some("Ada"), List(1, 2), Place.Stored(Shelf(4), 5))
    roundTrip(parcel)
    roundTrip(
      Vector.tabulate(200)(i => parcel.copy(weight = i, place = if i % 3 == 0 then Place.Lost else parcel.place))
    )

  test("recursive types"):
    roundTrip[Json](Json.Items(List(Json.Null, Json.Text("a"), Json.Fields(List("k" -> Json.Items(Nil))))))
    roundTrip(Node(Some(Node(Some(Node(None))))))
    roundTrip(Forest(List(Forest(Nil), Forest(List(Forest(Nil))))))
    roundTrip[Expr[Int]](Plus(Literal(1), Plus(Literal(2), Literal(3))))

  test("a type with a codec of its own is written by it"):
    roundTrip(Weather(Temperature(20), Some(Temperature(-3))))
    val tooCold = Codec.encodeBare(-300.0)
    val error   = Codec.decodeBare[Weather](Array[Byte](0) ++ tooCold).left.toOption.get
    assertEquals(error.path, "at")
    assert(error.problem.contains("below absolute zero"), error.problem)

  test("what a constructor refuses is a decode error"):
    val error = Codec.decodeBare[Positive](Codec.encodeBare(-1)).left.toOption.get
    assert(error.problem.contains("-1 is not positive"), error.problem)

  test("an error names the path to the field"):
    val bytes = Codec.encodeBare(order)
    val error = Codec.decodeBare[Order](bytes.take(1 + 16 + 1 + 15 + 1 + 4 + 2 + 3)).left.toOption.get
    assertEquals(error.path, "lines[1].weight")

  test("an error names the path to a null"):
    val error = intercept[brine.codec.EncodeError](Codec.encode(order.copy(payment = Credit(null, Money(1)))))
    assertEquals(error.path, "payment.number")

  test("a missing codec is a compile error that names the path"):
    val errors = compiletime.testing.typeCheckErrors(
      "final case class Inner(file: java.io.File); final case class Outer(a: Int, list: List[Inner]); brine.codec.Codec.derived[Outer]"
    )
    assert(
      errors.exists(_.message.contains("No codec for java.io.File (needed for list[].file)")),
      errors.map(_.message).mkString
    )

  test("collections of types that have no codec in scope"):
    roundTrip(
      Registry(Map("a" -> Entry(1, true)), Queue(Entry(2, false)), Set(Entry(3, true)), Array(1, 2), Vector(1L, 2L))
    )

  test("tuples, lists and options may be the root"):
    val tuple: Codec[(Int, Boolean)] = Codec.derived
    assertEquals(hex(Codec.encodeBare((1, true))(using tuple)), "02 01")
    val list: Codec[List[Entry]] = Codec.derived
    assertEquals(hex(Codec.encodeBare(List(Entry(1, true)))(using list)), "02 01 02")
    val option: Codec[Option[Entry]] = Codec.derived
    assertEquals(hex(Codec.encodeBare(Option(Entry(1, true)))(using option)), "01 01 02")

  test("a class with any number of arguments is a compile error that says what to do"):
    // With a type of its own: Scala 3.3 looks for the owner's type when it is asked for a tree of the class inside.
    val errors: List[compiletime.testing.Error] =
      compiletime.testing.typeCheckErrors("final case class Many(all: Int*); brine.codec.Codec.derived[Many]")
    assert(errors.exists(_.message.contains("takes any number of arguments")), errors.map(_.message).mkString)

  test("a schema reads back, and its fingerprint is what standalone messages start with"):
    val schema = Codec[Order].schema
    assertEquals(brine.codec.Schema.fromCanonical(schema.canonical), Right(schema))
    assertEquals(Codec[Order].fingerprint, schema.fingerprint)
    assertEquals(hex(Codec.encode(order).slice(1, 9)).replace(" ", ""), f"${schema.fingerprint}%016x")
    assertNotEquals(Codec[Json].fingerprint, Codec[Node].fingerprint)

  test("bytes of another schema are refused"):
    val error = Codec.decode[Node](Codec.encode[Json](Json.Null)).left.toOption.get
    assert(error.problem.contains("another type, or another version"), error.problem)

  test("types that recurse through a codec of the user's own are held to the depth limit"):
    var chain: Link = Link(None)
    for _ <- 1 to 100 do chain = Link(Some(Hidden(chain)))
    roundTrip(chain)
    for _ <- 1 to 100 do chain = Link(Some(Hidden(chain)))
    val error = intercept[brine.codec.EncodeError](Codec.encode(chain))
    assert(error.problem.contains("Limits.depth"), error.problem)

  test("enums of Java have the tags of their ordinals"):
    val units: Codec[java.util.concurrent.TimeUnit] = Codec.derived
    for unit <- java.util.concurrent.TimeUnit.values do
      assertEquals(Codec.encodeBare(unit)(using units).toList, List(unit.ordinal.toByte))
      assertEquals(Codec.decodeBare(Array(unit.ordinal.toByte))(using units), Right(unit))
