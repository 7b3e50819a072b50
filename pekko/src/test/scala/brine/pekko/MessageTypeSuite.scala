package brine.pekko

import brine.codec.Codec

class MessageTypeSuite extends munit.FunSuite:
  private def refused(problem: String)(body: => Any)(using munit.Location): Unit =
    val error = intercept[IllegalArgumentException](body)
    assert(error.getMessage.contains(problem), error.getMessage)

  test("the name is that of the class without its package"):
    assertEquals(MessageType[Orders.Command].name, "Orders.Command")
    assertEquals(MessageType[Orders.Stop.type](using Codec.derived).name, "Orders.Stop")
    assertEquals(MessageType[Orders.Level].name, "Orders.Level")
    assertEquals(MessageType.of(classOf[Orders.Event], Codec[Orders.Event]).name, "Orders.Event")

  test("a chosen name has letters of ASCII, since Pekko sends manifests in ASCII"):
    val one = MessageType[Orders.Event]
    assertEquals(one.named("orders.Event-2_b").name, "orders.Event-2_b")
    assertEquals(one.was("A").was("B").formerNames, Vector("A", "B"))
    for name <- List("", "Größe", "a b", "a#b", "a\nb", "x" * 129) do
      refused("1 to 128 letters")(one.named(name))
      refused("1 to 128 letters")(one.was(name))
    assertEquals(one.named("x" * 128).name.length, 128)

  final case class Größe(x: Int) derives Codec

  test("a class whose name has other letters is refused, with what to do"):
    refused("rename the class")(MessageType[Größe])

  test("classes that others share are refused: Pekko finds serializers by class"):
    final case class Page[A](items: List[A]) derives Codec
    refused("type parameters")(MessageType[Page[Int]])
    refused("class of Java or Scala")(MessageType[Option[Int]])
    refused("class of Java or Scala")(MessageType[String])
    refused("class of Java or Scala")(MessageType[Object](using Codec[String].imap[Object](identity)(_.toString)))
    refused("primitive or an array")(MessageType[Array[Int]])
    refused("primitive or an array")(MessageType[Int])
