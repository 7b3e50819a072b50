package brine.codec.internal.matching

import brine.codec.*

object LineageSuite:
  final case class Deposited(account: String, cents: Long) derives Codec
  final case class Withdrawn(account: String, cents: Long) derives Codec
  final case class Preferences(theme: Option[String], size: Option[Int]) derives Codec

  object Older:
    final case class Deposited(account: String, cents: Int) derives Codec
    final case class Amount(cents: Int, currency: String) derives Codec
  object Newer:
    final case class Deposited(account: String, cents: Long, note: Option[String]) derives Codec
  object Renamed:
    @was("Deposited") final case class PaidIn(account: String, cents: Long, note: Option[String]) derives Codec
    @was("Payment") enum Transfer derives Codec:
      case Made(cents: Long)
      case Undone
  enum Payment derives Codec:
    case Made(cents: Int)
  enum Event derives Codec:
    case Deposited(account: String, cents: Long)
    case Closed

  object Billing:
    final case class Entry(number: Int, text: Option[String]) derives Codec
  object BillingLater:
    final case class Entry(number: Int, text: Option[String], more: Option[Int]) derives Codec
  object Shipping:
    final case class Entry(number: Int, place: Option[String]) derives Codec

  final case class Page[A](items: List[A], next: Option[Int]) derives Codec

  object Migrated:
    final case class Sum(cents: Long, currency: String)
    object Sum:
      given Codec[Sum]                   = Codec.derived
      given Migration[Older.Amount, Sum] = Migration(old => Sum(old.cents, old.currency))

/** Data of one type are not read as another, whichever way its schema becomes known. */
final class LineageSuite extends munit.FunSuite:
  import LineageSuite.*

  private val deposited = Deposited("a", 5)
  private val withdrawn = Withdrawn("a", 5)

  private val lock = Schemas.none
    .add("Deposited", Codec[Older.Deposited].schema)
    .add("Deposited", Codec[Deposited].schema)
    .add("Withdrawn", Codec[Withdrawn].schema)
    .add("Preferences", Codec[Preferences].schema)

  private def refused(read: Either[DecodeError, Any], parts: String*)(using munit.Location): Unit = read match
    case Right(value) => fail(s"it was read as $value")
    case Left(error)  => parts.foreach(part => assert(error.problem.contains(part), error.problem))

  test("a lock file with several types"):
    given Schemas = lock
    val bytes     = Codec.encode(withdrawn)
    refused(Codec.decode[Deposited](bytes), "Withdrawn", "Deposited")
    refused(Codec.decode[Preferences](bytes), "Withdrawn", "Preferences")
    refused(Codec.decode[Preferences](Codec.encode(deposited)), "Deposited", "Preferences")
    assertEquals(Codec.decode[Withdrawn](bytes), Right(withdrawn))
    assertEquals(Codec.decode[Deposited](Codec.encode(Older.Deposited("a", 5))), Right(deposited))

  test("a lock file that lacks the version of this program"):
    given Schemas = lock
    assertEquals(
      Codec.decode[Newer.Deposited](Codec.encode(deposited)),
      Right(Newer.Deposited("a", 5, None))
    )
    refused(Codec.decode[Newer.Deposited](Codec.encode(withdrawn)), "Withdrawn", "Deposited")

  test("types of one name in several histories"):
    val both    = Schemas.none.add("billing", Codec[Billing.Entry].schema).add("shipping", Codec[Shipping.Entry].schema)
    val entry   = Billing.Entry(1, Some("a"))
    val shipped = Codec.encode(Shipping.Entry(1, Some("a")))
    val withLater = both.add("billing", Codec[BillingLater.Entry].schema)
    locally:
      given Schemas = both
      refused(Codec.decode[Billing.Entry](shipped), "shipping", "billing")
      // Which of them this is, nobody knows.
      refused(Codec.decode[BillingLater.Entry](Codec.encode(entry)), "billing", "shipping")
      refused(Codec.decode[BillingLater.Entry](shipped), "billing", "shipping")
    locally:
      given Schemas = withLater
      assertEquals(Codec.decode[BillingLater.Entry](Codec.encode(entry)), Right(BillingLater.Entry(1, Some("a"), None)))
      refused(Codec.decode[BillingLater.Entry](shipped), "shipping", "billing")

  test("instances of a generic type"):
    given Schemas = Schemas.none
      .add("deposits", Codec[Page[Deposited]].schema)
      .add("deposits", Codec[Page[Newer.Deposited]].schema)
      .add("withdrawals", Codec[Page[Withdrawn]].schema)
    refused(Codec.decode[Page[Newer.Deposited]](Codec.encode(Page(List(withdrawn), None))), "withdrawals", "deposits")
    assertEquals(
      Codec.decode[Page[Newer.Deposited]](Codec.encode(Page(List(deposited), None))),
      Right(Page(List(Newer.Deposited("a", 5, None)), None))
    )

  test("schemas without a lock file"):
    given Schemas = Schemas.of(Codec[Withdrawn].schema, Codec[Older.Deposited].schema)
    refused(Codec.decode[Deposited](Codec.encode(withdrawn)), "Withdrawn", "Deposited")
    assertEquals(Codec.decode[Deposited](Codec.encode(Older.Deposited("a", 5))), Right(deposited))

  test("a renamed type says its former name"):
    given Schemas = Schemas.of(Codec[Deposited].schema, Codec[Withdrawn].schema, Codec[Payment].schema)
    assertEquals(Codec.decode[Renamed.PaidIn](Codec.encode(deposited)), Right(Renamed.PaidIn("a", 5, None)))
    refused(Codec.decode[Renamed.PaidIn](Codec.encode(withdrawn)), "Withdrawn", "PaidIn", "@was")
    assertEquals(
      Codec.decode[Renamed.Transfer](Codec.encode[Payment](Payment.Made(3))),
      Right(Renamed.Transfer.Made(3))
    )
    locally:
      given Schemas = Schemas.of(Codec[List[Deposited]].schema)
      assertEquals(
        Codec.decode[Vector[Renamed.PaidIn]](Codec.encode(List(deposited))),
        Right(Vector(Renamed.PaidIn("a", 5, None)))
      )

  test("or one history has both versions"):
    given Schemas = Schemas.none.add("money", Codec[Withdrawn].schema).add("money", Codec[Deposited].schema)
    assertEquals(Codec.decode[Deposited](Codec.encode(withdrawn)), Right(deposited))

  test("or a migration leads from it"):
    given Schemas = Schemas.of(Codec[Older.Amount].schema)
    assertEquals(Codec.decode[Migrated.Sum](Codec.encode(Older.Amount(3, "EUR"))), Right(Migrated.Sum(3, "EUR")))

  test("collections and pairs"):
    given Schemas = Schemas.of(
      Codec[List[Withdrawn]].schema,
      Codec[Map[String, Withdrawn]].schema,
      Codec[(Int, Withdrawn)].schema,
      Codec[Either[Int, Withdrawn]].schema,
      Codec[List[Older.Deposited]].schema,
      Codec[List[Int]].schema
    )
    refused(Codec.decode[List[Deposited]](Codec.encode(List(withdrawn))), "Seq[Withdrawn]", "Seq[Deposited]")
    refused(Codec.decode[Map[String, Deposited]](Codec.encode(Map("a" -> withdrawn))), "Withdrawn")
    refused(Codec.decode[(Int, Deposited)](Codec.encode((1, withdrawn))), "Withdrawn")
    val either: Either[Int, Withdrawn] = Right(withdrawn)
    refused(Codec.decode[Either[Int, Deposited]](Codec.encode(either)), "Withdrawn")
    assertEquals(Codec.decode[Vector[Deposited]](Codec.encode(List(Older.Deposited("a", 5)))), Right(Vector(deposited)))
    assertEquals(Codec.decode[Vector[Long]](Codec.encode(List(1, 2))), Right(Vector(1L, 2L)))

  test("what surrounds or joins a type keeps its name"):
    given Schemas = Schemas.of(Codec[Deposited].schema)
    assertEquals(Codec.decode[Option[Deposited]](Codec.encode(deposited)), Right(Some(deposited)))
    assertEquals(Codec.decode[Event](Codec.encode(deposited)), Right(Event.Deposited("a", 5)))
    refused(Codec.decode[Option[Withdrawn]](Codec.encode(deposited)), "Deposited", "Withdrawn")

  test("a tuple is no record, unless a history says so"):
    val pair = ("a", 5L)
    locally:
      given Schemas = Schemas.of(Codec[(String, Long)].schema)
      refused(Codec.decode[Deposited](Codec.encode(pair)), "(String, Long)", "Deposited")
    locally:
      given Schemas = Schemas.none.add("pair", Codec[(String, Long)].schema).add("pair", Codec[Deposited].schema)
      assertEquals(Codec.decode[Deposited](Codec.encode(pair)), Right(deposited))

  test("instances of a generic type, and types without a name, are alike without a history"):
    given Schemas = Schemas.of(Codec[Page[Withdrawn]].schema, Codec[java.net.URI].schema)
    assertEquals(
      Codec.decode[Page[Deposited]](Codec.encode(Page(List(withdrawn), None))),
      Right(Page(List(deposited), None))
    )
    assertEquals(Codec.decode[String](Codec.encode(java.net.URI("a:b"))), Right("a:b"))

  test("bare bytes whose schema is passed: only the fields have to fit"):
    assertEquals(Codec.decodeBare[Deposited](Codec.encodeBare(withdrawn), Codec[Withdrawn].schema), Right(deposited))

  test("bare bytes whose schema is passed with the schemas of all types"):
    val bytes   = Codec.encodeBare(withdrawn)
    val written = Codec[Withdrawn].schema
    refused(Codec.decodeBare[Deposited](bytes, written, Schemas.none), "Withdrawn", "Deposited")
    refused(Codec.decodeBare[Deposited](bytes, written, lock), "Withdrawn", "Deposited")
    assertEquals(Codec.decodeBare[Withdrawn](bytes, written, Schemas.none), Right(withdrawn))
    val earlier = Codec.encodeBare(Older.Deposited("a", 5))
    assertEquals(
      Codec.decodeBare[Deposited](earlier, Codec[Older.Deposited].schema, Schemas.none),
      Right(deposited)
    )
    val money = Schemas.none.add("money", written).add("money", Codec[Deposited].schema)
    assertEquals(Codec.decodeBare[Deposited](bytes, written, money), Right(deposited))

  test("tables"):
    val here  = SchemaIds(1 -> Codec[Deposited])
    val wrong = SchemaIds(1 -> Codec[Withdrawn]).table
    refused(here.writtenWith(wrong), "Withdrawn", "Deposited")
    assert(here.writtenWith(SchemaIds(1 -> Codec[Older.Deposited]).table).isRight)
    assert(SchemaIds(1 -> Codec[Renamed.PaidIn]).writtenWith(here.table).isRight)
    locally:
      given Schemas = Schemas.none.add("money", Codec[Withdrawn].schema).add("money", Codec[Deposited].schema)
      assert(here.writtenWith(wrong).isRight)

  test("containers"):
    val container = ContainerWriter()
    container.add(withdrawn)
    refused(ContainerReader(container.toArray).next[Deposited](), "Withdrawn", "Deposited")
    refused(ContainerReader(container.toArray).next[Preferences](), "Withdrawn", "Preferences")
    locally:
      given Schemas = Schemas.none.add("money", Codec[Withdrawn].schema).add("money", Codec[Deposited].schema)
      assertEquals(ContainerReader(container.toArray).next[Deposited](), Right(deposited))
