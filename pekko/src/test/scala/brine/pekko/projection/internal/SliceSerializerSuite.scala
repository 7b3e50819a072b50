package brine.pekko.projection.internal

import brine.codec.testkit.Mutations
import brine.effort.Effort
import java.io.NotSerializableException
import java.time.Instant
import java.util.UUID
import munit.FunSuite
import org.apache.pekko.actor.testkit.typed.scaladsl.ActorTestKit
import org.apache.pekko.actor.typed.scaladsl.adapter.*
import org.apache.pekko.serialization.{SerializationExtension, Serializers}
import scala.util.{Failure, Random, Try}

class SliceSerializerSuite extends FunSuite:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(10, "min")

  private lazy val kit   = ActorTestKit()
  private lazy val pekko = SerializationExtension(kit.system.toClassic)

  override def afterAll(): Unit = kit.shutdownTestKit()

  private def sent(message: AnyRef): AnyRef =
    val found = pekko.findSerializerFor(message)
    assert(found.isInstanceOf[SliceSerializer], found)
    val bytes = pekko.serialize(message).get
    pekko.deserialize(bytes, found.identifier, Serializers.manifestFor(found, message)).get

  private val node   = NodeId("pekko://a@b:1", Long.MaxValue)
  private val stores = Stores(UUID(1, 2), "jdbc:ä", Some(UUID(5, 6)), "log")

  test("all messages between nodes arrive as they are"):
    val caller = kit.createTestProbe[SliceReply]().ref
    val since  = Instant.parse("2026-11-20T08:30:00.123456789Z")
    val status =
      SliceAnswer.Status(Long.MaxValue, true, 7, 0.5, 3, Some(SliceFailure("why", 2, since)), Some("the end"))
    val questions =
      Vector(SliceQuestion.Status, SliceQuestion.Reach(5, 9), SliceQuestion.Replay("ä"), SliceQuestion.Discard(""))
    val answers =
      Vector(
        status,
        SliceAnswer.Reached,
        SliceAnswer.Behind(4),
        SliceAnswer.Done(0),
        SliceAnswer.Failed("x"),
        SliceAnswer.Moves,
        SliceAnswer.Waits("for what")
      )
    assertEquals(sent(SliceMessage.Wake(1023)), SliceMessage.Wake(1023))
    questions.foreach: question =>
      for database <- Vector(None, Some(UUID(3, 4))) do
        val ask = SliceMessage.Ask(4, caller, question, Some(UUID(1, 2)), database)
        assertEquals(sent(ask), ask)
    answers.foreach: answer =>
      val reply = SliceReply(4, "pekko://a@b:1", answer)
      assertEquals(sent(reply), reply)
    for used <- Vector(stores, stores.copy(database = UUID(-1, Long.MinValue), log = None)) do
      val decided = AgreementMessage.Decided(node, used, node.copy(uid = -1))
      assertEquals(sent(decided), decided)
      for known <- Vector(None, Some(used)); standing <- Standing.values do
        val told = AgreementMessage.Told(node, known, standing)
        assertEquals(sent(told), told)

  test("damaged bytes give errors, and no other failure"):
    val random     = Random(6)
    val serializer = pekko.serializerFor(classOf[SliceReply]).asInstanceOf[SliceSerializer]
    val caller     = kit.createTestProbe[SliceReply]().ref
    val all        = Vector[AnyRef](
      SliceMessage.Wake(3),
      SliceMessage.Ask(4, caller, SliceQuestion.Replay("key"), Some(UUID(1, 2)), Some(UUID(3, 4))),
      SliceReply(4, "pekko://a@b:1", SliceAnswer.Status(9, true, 7, 0.5, 3, None, Some("the end"))),
      AgreementMessage.Told(node, Some(stores), Standing.Confirmed),
      AgreementMessage.Decided(node, stores, node)
    )
    for message <- all do
      val whole = serializer.toBinary(message)
      for bytes <- Mutations.random(whole, random.nextLong()).take(Effort.damagedMessages) do
        Try(serializer.fromBinary(bytes, serializer.manifest(message))) match
          case Failure(error) => assert(error.isInstanceOf[NotSerializableException], error)
          case _              => ()

  test("what cannot be written or read is refused"):
    val serializer = pekko.serializerFor(classOf[SliceReply]).asInstanceOf[SliceSerializer]
    intercept[NotSerializableException](serializer.toBinary("text")): Unit
    intercept[NotSerializableException](serializer.manifest(SliceMessage.Stop)): Unit
    intercept[NotSerializableException](serializer.fromBinary(Array[Byte](1, 2, 3), "ask-9")): Unit
    for manifest <- Vector("wake-1", "ask-2", "reply-2", "told-1", "decided-1") do
      val damaged = intercept[NotSerializableException](serializer.fromBinary(Array.fill(12)(-1.toByte), manifest))
      assert(damaged.getMessage.contains("is damaged"), damaged.getMessage)
