package brine.pekko.persistence

import brine.codec.Codec

class BrinePersistenceSetupSuite extends munit.FunSuite:
  import BrinePersistenceSetupSuite.*

  private def setup = BrinePersistence.setup

  private def refused(parts: String*)(body: => Any)(using munit.Location): Unit =
    val error = intercept[IllegalArgumentException](body)
    for part <- parts do assert(error.getMessage.contains(part), error.getMessage)

  test("types are registered, each with a name of its own"):
    val types = setup.withEvents[Billing.Event].withEvents[Shape].withEvents(classOf[Plain], Codec[Plain]).types
    assertEquals(types.map(_.name), Vector("Event", "Shape", "Plain"))

  test("two types with one simple name are refused, whatever their packages: a schema has none"):
    refused("Billing", "Shipping", "both have the name Event", "@was"):
      setup.withEvents[Billing.Event].withEvents[Shipping.Event]
    refused("both have the name Event"):
      setup.withEvents[Shipping.Event].withEvents(classOf[Billing.Event], Codec[Billing.Event])

  test("two types whose codecs have no name are refused if their schemas are the same"):
    val text = Codec[String].imap[Plain](_ => Plain(0))(_.toString)
    val more = Codec[String].imap[Billing.Event](_ => Billing.Event(0))(_.toString)
    refused("both have the name", "Plain", "Billing"):
      setup.withEvents(classOf[Plain], text).withEvents(classOf[Billing.Event], more)

  test("a class twice, or with one that it extends, is refused"):
    refused("Plain is registered twice")(setup.withEvents[Plain].withEvents[Plain])
    refused("Circle", "Shape", "extends the other")(setup.withEvents[Shape].withEvents[Circle])
    refused("Circle", "Shape", "extends the other")(setup.withEvents[Circle].withEvents[Shape])

  test("a class that does not tell the type of a value is refused"):
    refused("type parameters", "a type of events")(setup.withEvents[Page[Int]])
    refused("class of Java or Scala")(setup.withEvents[Option[Int]])
    refused("class of Java or Scala")(setup.withEvents[String])
    refused("primitive or an array")(setup.withEvents[Int])
    refused("primitive or an array")(setup.withEvents(classOf[Int], Codec[Int]))

  test("null is refused by name"):
    assertEquals(intercept[NullPointerException](setup.withEvents(null, Codec[Plain])).getMessage, "class of events")
    assertEquals(intercept[NullPointerException](setup.withEvents(classOf[Plain], null)).getMessage, "codec")
    assertEquals(intercept[NullPointerException](BrinePersistence.setup(null)).getMessage, "log")

object BrinePersistenceSetupSuite:
  object Billing:
    final case class Event(cents: Int) derives Codec
  object Shipping:
    final case class Event(cents: Int) derives Codec
  final case class Plain(n: Int) derives Codec
  final case class Page[A](items: List[A]) derives Codec
  sealed trait Shape derives Codec
  final case class Circle(radius: Int) extends Shape derives Codec
