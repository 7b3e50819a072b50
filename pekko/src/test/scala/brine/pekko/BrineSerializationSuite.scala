package brine.pekko

import brine.codec.Codec
import org.apache.pekko.actor.setup.ActorSystemSetup
import org.apache.pekko.actor.{ActorSystem, BootstrapSetup, ExtendedActorSystem}
import org.apache.pekko.serialization.{SerializationSetup, SerializerDetails, SerializerWithStringManifest}

class BrineSerializationSuite extends munit.FunSuite:
  private def refused(parts: String*)(types: MessageType[?]*)(using munit.Location): Unit =
    val errors = List(
      intercept[IllegalArgumentException](BrineSerialization(types*)),
      intercept[IllegalArgumentException](types.foldLeft(BrineSerialization())((all, one) => all.and(one)))
    )
    for error <- errors; part <- parts do assert(error.getMessage.contains(part), error.getMessage)

  test("two types of one name are refused, also of former names"):
    val event = MessageType[Orders.Event]
    val level = MessageType[Orders.Level]
    refused("have the name Orders.Event", "named(")(event, level.named("Orders.Event"))
    refused("have the name Orders.Event")(event, level.was("Orders.Event"))
    refused("have the name Old")(event.was("Old"), level.was("Old"))
    refused("Orders$Event is registered twice, as the message type Orders.Event")(event, event)

  test("a type with one name twice is refused, in whatever order"):
    val event = MessageType[Orders.Event]
    for one <- List(event.was("Orders.Event"), event.was("A").was("A"), event.was("A").named("A")) do
      refused("has the name", "twice", "a former name differs")(one)

  test("null is refused by name"):
    val none    = null.asInstanceOf[MessageType[?]]
    val missing = intercept[NullPointerException](BrineSerialization(MessageType[Orders.Event], none))
    assertEquals(missing.getMessage, "message type")
    assertEquals(intercept[NullPointerException](BrineSerialization().and(none)).getMessage, "message type")
    assertEquals(
      intercept[NullPointerException](MessageType.of(null, brine.codec.Codec[Orders.Event])).getMessage,
      "message class"
    )
    assertEquals(intercept[NullPointerException](MessageType.of(classOf[Orders.Event], null)).getMessage, "codec")
    for body <- List(() => MessageType[Orders.Event].named(null), () => MessageType[Orders.Event].was(null)) do
      intercept[IllegalArgumentException](body()): Unit
    val manifest = intercept[java.io.NotSerializableException]:
      BrineSerialization(MessageType[Orders.Event]).serializer.fromBinary(Array[Byte](1), null.asInstanceOf[String])
    assert(manifest.getMessage.contains("no manifest"), manifest.getMessage)

  test("classes that overlap are refused"):
    val place = MessageType[Orders.Placed]
    refused("overlap", "Orders.Result", "Orders.Placed")(MessageType[Orders.Result], place)
    refused("overlap")(place, MessageType[Orders.Result])
    refused("has two message types: Orders.Event and Other")(
      MessageType[Orders.Event],
      MessageType[Orders.Event].named("Other")
    )

  test("a type whose schema is too long for a message is refused"):
    val codec = Codec.of[Orders.Event]("x" * (1 << 18), 1)((_, _) => ())(_ => Orders.Event(1, ""))
    refused("Orders.Event", "bytes")(MessageType.of(classOf[Orders.Event], codec))

  test("a number of Pekko's own serializers is refused"):
    for number <- List(0, 17, 40) do
      intercept[IllegalArgumentException](BrineSerialization().withIdentifier(number)): Unit
    assertEquals(BrineSerialization().withIdentifier(-1).serializer.identifier, -1)
    assertEquals(BrineSerialization().withIdentifier(41).serializer.identifier, 41)

  private def open(serializers: ExtendedActorSystem => Seq[SerializerDetails]): Unit =
    val setup = ActorSystemSetup(BootstrapSetup(Systems.localConfig), SerializationSetup(serializers))
    Systems.using(ActorSystem("several", setup)): system =>
      assertEquals(Systems.write(system, Orders.Event(1, "x")).serializer, 1112690245)
      assertEquals(Systems.write(system, Orders.Level.Low).serializer, 77)

  private def event = BrineSerialization(MessageType[Orders.Event])

  private def levels(number: Int) =
    SerializerDetails("levels", new BrineSerializationSuite.Levels(number), Seq(classOf[Orders.Level]))

  test("it stands beside other serializers, in one setup"):
    open(system => event.details(system) :+ levels(77))

  test("two serializers of the same number are refused when the system starts, and two of Brine as well"):
    for isFirst <- List(true, false) do
      val same = intercept[IllegalArgumentException]:
        open: system =>
          if isFirst then event.details(system) :+ levels(1112690245) else levels(1112690245) +: event.details(system)
      assert(same.getMessage.contains("is not unique"), same.getMessage)
    val same  = BrineSerialization(MessageType[Orders.Level])
    val error = intercept[IllegalArgumentException](open(system => event.details(system) ++ same.details(system)))
    assert(error.getMessage.contains("is not unique"), error.getMessage)
    val other = same.withIdentifier(77)
    for (one, two) <- List(event -> other, other -> event) do
      val both = intercept[IllegalStateException](open(system => one.details(system) ++ two.details(system)))
      assert(both.getMessage.contains("BrineSerialization.and"), both.getMessage)

  test("a value of no type, or of two, is an error that says what to do"):
    trait First
    trait Second
    final class Both extends First, Second
    def codec[A]: Codec[A] = Codec[Int].imap[A](_ => throw IllegalArgumentException("none"))(_ => 1)
    val types      = Seq(MessageType.of(classOf[First], codec[First]), MessageType.of(classOf[Second], codec[Second]))
    val serializer = BrineSerialization(types*).serializer
    val two        = intercept[java.io.NotSerializableException](serializer.toBinary(new Both))
    assert(two.getMessage.contains("belongs to several message types"), two.getMessage)
    val none = intercept[java.io.NotSerializableException](serializer.toBinary("text"))
    assert(none.getMessage.contains("add MessageType"), none.getMessage)

object BrineSerializationSuite:
  /** A serializer that is not Brine's. */
  final class Levels(val identifier: Int) extends SerializerWithStringManifest:
    def manifest(value: AnyRef): String                          = "level"
    def toBinary(value: AnyRef): Array[Byte]                     = value.toString.getBytes("UTF-8")
    def fromBinary(bytes: Array[Byte], manifest: String): AnyRef = Orders.Level.valueOf(String(bytes, "UTF-8"))
