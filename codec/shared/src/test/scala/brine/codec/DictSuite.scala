package brine.codec

import java.time.Instant

object DictSuite:
  @dict final case class Address(street: String, city: String, since: Instant) derives Codec
  @dict enum Currency derives Codec { case Euro, Yen }
  final case class Order(
      id: Int,
      to: Address,
      @dict price: BigDecimal,
      @dict note: Option[String],
      currency: Currency
  ) derives Codec
  final case class Orders(all: List[Order], spare: Vector[Address]) derives Codec

  final case class Sent(@dict to: Address, number: Int) derives Codec
  final case class Home(address: Address)
  @dict final case class MarkedHome(home: Home)
  final case class Moved(@dict from: Home, to: MarkedHome, number: Int) derives Codec
  final case class Boxed[A](@dict value: A, number: Int)
  final case class Own(street: String, number: Int)
  object Own:
    given Codec[Own] =
      Codec.derived[Inner].imap(inner => Own(inner.street, inner.number))(own => Inner(own.street, own.number))
  @dict final case class Inner(street: String, number: Int)
  final case class OfOwn(@dict own: Own, number: Int) derives Codec

  @dict final case class Branch(name: String, inner: List[Branch]) derives Codec

class DictSuite extends munit.FunSuite, CodecChecks:
  import DictSuite.*

  private val dictionary = MessageOptions.withDictionary
  private val home       = Address("Long Street 1", "Springfield", Instant.ofEpochSecond(1700000000))
  private val work       = Address("Short Street 2", "Springfield", Instant.ofEpochSecond(1700000001))
  private val order      = Order(1, home, BigDecimal("1.50"), Some("fast"), Currency.Yen)

  private def back[A](value: A)(using Codec[A]): A =
    Codec
      .decodeBare[A](Codec.encodeBare(value, dictionary), dictionary)
      .fold(error => fail(error.getMessage), identity)

  test("a marked value is written once, and equal ones are one object after"):
    val all   = List(home, work, home, home.copy(), work)
    val bytes = Codec.encodeBare(all, dictionary)
    val once  = Codec.encodeBare(List(home, work), dictionary)
    assertEquals(hex(bytes), "0a " + hex(once).drop(3) + " 02 02 01")
    val read = back(all)
    assertEquals(read, all)
    assert(read(0) eq read(3))

  test("fields are marked as well as types"):
    val orders = Orders(
      List(order, order.copy(id = 2), order.copy(price = BigDecimal("1.5")), order.copy(note = None)),
      Vector(work, home)
    )
    assertEquals(back(orders), orders)
    // 1.5 and 1.50 are equal numbers, but not the same.
    assertEquals(back(orders).all.map(_.price.scale), List(2, 2, 1, 2))
    val repeated = Codec.encodeBare(Orders(List.fill(2)(order), Vector.empty), dictionary)
    val single   = Codec.encodeBare(Orders(List(order), Vector.empty), dictionary)
    assertEquals(repeated.length - single.length, 1 + 4) // its id, and a byte for each of four

  test("without a dictionary the mark takes no byte"):
    returns(order)
    assertEquals(hex(written(Currency.Yen)), "01")
    assertEquals(written(home).length, written(("Long Street 1", "Springfield", home.since)).length)

  test("a value stands for itself: instants in it are not told from those before it"):
    val moments = (Instant.ofEpochSecond(1700000000), home, Instant.ofEpochSecond(1700000000), work)
    assertEquals(back(moments), moments)

  test("what contains itself is marked once"):
    val branch = Branch("a", List(Branch("b", Nil), Branch("b", Nil)))
    assertEquals(back(List(branch, branch, branch.inner.head)), List(branch, branch, branch.inner.head))
    assertEquals(back(branch), branch)

  test("references reach back 2,048 values, and what is used from afar comes near"):
    def address(i: Int) = home.copy(street = s"Street $i")
    val all             = List.tabulate(3000)(i => address(i)) ++ List(address(2900), address(2900), address(10))
    assertEquals(back(all), all)
    val tail = hex(Codec.encodeBare(List.tabulate(200)(address) :+ address(10) :+ address(10), dictionary))
    assert(tail.endsWith("be 01 01"), tail.takeRight(20))

  test("long values are not remembered"):
    val long = home.copy(street = "s" * 5000)
    assertEquals(back(List(long, long)), List(long, long))
    assert(Codec.encodeBare(List(long, long), dictionary).length > 10000)

  test("a reference to nothing, or to a value of another type, is refused"):
    def error[A: Codec](text: String) = Codec.decodeBare[A](bytes(text), dictionary).left.toOption.get
    assert(error[List[Currency]]("02 01").problem.contains("the value 1 back, but there is none"))
    assert(error[List[Currency]]("04 00 01 02").problem.contains("the value 2 back"))
    assert(error[List[Currency]]("02 ff ff ff ff 0f").problem.contains("the value 4294967295 back"))
    // A full ring, in which a negative number would find a place.
    val full = "82 01 " + (0 until 64).map(_ => "00 01 ").mkString + "ff ff ff ff 0f"
    assert(error[List[Currency]](full).problem.contains("the value 4294967295 back"))
    val other = error[(Currency, Address)]("00 01 01")
    assert(
      other.problem.contains("a reference to a brine.codec.DictSuite.Currency where a brine.codec.DictSuite.Address")
    )

  test("containers have it always"):
    val container = ContainerWriter()
    (1 to 100).foreach(i => container.add(order.copy(id = i)))
    val reader = ContainerReader(container.toArray)
    val read   = List.fill(100)(reader.next[Order]().fold(error => fail(error.getMessage), identity))
    assertEquals(read, List.tabulate(100)(i => order.copy(id = i + 1)))
    assert(container.size < 900, s"${container.size} bytes")

  test("it is part of the schema"):
    assertEquals(Codec[List[Currency]].schema.toString.linesIterator.next(), "Seq[@dict Currency]")
    val fields = Codec[Order].schema.toString.linesIterator.drop(1).next()
    assertEquals(
      fields,
      "record Order(id: Int, to: @dict Address, price: @dict BigDecimal, note: @dict Option[String], currency: @dict Currency)"
    )

  test("a mark upon a mark is one"):
    def fields(schema: Schema) = schema.toString.linesIterator.drop(1).next()
    assertEquals(fields(Codec[Sent].schema), "record Sent(to: @dict Address, number: Int)")
    assertEquals(
      fields(Codec[Moved].schema),
      "record Moved(from: Home(address: @dict Address), to: MarkedHome(home: Home(address: @dict Address)), number: Int)"
    )
    assertEquals(fields(Codec.derived[Boxed[Address]].schema), "record Boxed(value: @dict Address, number: Int)")
    assertEquals(fields(Codec[OfOwn].schema), "record OfOwn(own: @dict Inner, number: Int)")
    val sent = List(Sent(home, 1), Sent(home.copy(), 2))
    assertEquals(back(sent), sent)
    val moved = List.fill(2)(Moved(Home(home), MarkedHome(Home(home)), 3))
    assertEquals(back(moved), moved)
    val own = List.fill(2)(OfOwn(Own("Elm", 1), 1))
    assertEquals(back(own), own)
    assertEquals(hex(Codec.encodeBare(own, dictionary)), "04 00 c3 45 6c 6d 02 02 01 02")
