package brine.pekko.entity.internal

import brine.codec.Codec
import brine.codec.testkit.Mutations
import brine.effort.Effort
import brine.entity.EntityError
import brine.pekko.entity.Meters.Old
import java.io.NotSerializableException
import java.util.UUID
import munit.FunSuite
import org.apache.pekko.actor.testkit.typed.scaladsl.ActorTestKit
import org.apache.pekko.actor.typed.scaladsl.adapter.*
import org.apache.pekko.serialization.{SerializationExtension, Serializers}
import scala.util.{Failure, Random, Success, Try}

class EntitySerializerSuite extends FunSuite:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(10, "min")

  private lazy val kit        = ActorTestKit()
  private lazy val probe      = kit.createTestProbe[Outcome]()
  private lazy val pekko      = SerializationExtension(kit.system.toClassic)
  private lazy val serializer = pekko.serializerFor(classOf[ShardMessage.Call])

  override def afterAll(): Unit = kit.shutdownTestKit()

  private def sent[A <: AnyRef](message: A): A =
    val bytes = pekko.serialize(message).get
    val found = pekko.findSerializerFor(message)
    assert(found.isInstanceOf[EntitySerializer], found)
    pekko.deserialize(bytes, found.identifier, Serializers.manifestFor(found, message)).get.asInstanceOf[A]

  private def call(command: Old.Meter[Any], withSchema: Boolean) =
    val live = Payload.Live(command, Old.Entity.commands.codec.asInstanceOf[Codec[Any]])
    ShardMessage.Call("m", CallId(probe.ref, 7), live, Some(UUID(1, 2)), 99, 5, withSchema, local = null)

  test("a call arrives as it is, with its schema if that is wanted"):
    for withSchema <- Vector(false, true) do
      val arrived = sent(call(Old.Meter.Count(3), withSchema))
      assertEquals((arrived.id, arrived.call, arrived.key), ("m", CallId(probe.ref, 7), Some(UUID(1, 2))))
      assertEquals((arrived.timeoutNanos, arrived.replyFingerprint, arrived.withSchema), (99L, 5L, withSchema))
      arrived.command match
        case encoded: Payload.Encoded =>
          assertEquals(encoded.schema, Option.when(withSchema)(Old.Entity.commands.codec.schema))
          assertEquals(ForeignSchemas().read(encoded, Old.Entity.commands.codec), Right(Old.Meter.Count(3)))
        case other => fail(s"$other")
      // A region that is not the last one sends it on.
      assertEquals(
        pekko.serialize(arrived).get.toVector,
        pekko.serialize(call(Old.Meter.Count(3), withSchema)).get.toVector
      )

  test("probes and outcomes arrive as they are"):
    val asked = sent(ShardMessage.Probe("m", CallId(probe.ref, 8)))
    assertEquals((asked.id, asked.call), ("m", CallId(probe.ref, 8)))
    val live = Payload.Live("reply", Codec[String].asInstanceOf[Codec[Any]])
    sent(Outcome.Answered(1, 44, live.encoded(withSchema = false))) match
      case done: Outcome.Answered =>
        assertEquals((done.number, done.offset), (1L, 44L))
        assertEquals(ForeignSchemas().read(done.reply, Codec[String]), Right("reply"))
    assertEquals(sent(Outcome.Failed(2, EntityError.Conflicting("m", 3))).error, EntityError.Conflicting("m", 3))
    for outcome <- Vector[Outcome](Outcome.NotHere(3), Outcome.SchemaNeeded(4), Outcome.Unknown(5)) do
      val arrived = sent(outcome)
      assertEquals((arrived.getClass, arrived.number), (outcome.getClass, outcome.number))

  test("damaged bytes give errors, or a message that the receiver can handle"):
    val random = Random(5)
    val live   = Payload.Live("reply", Codec[String].asInstanceOf[Codec[Any]])
    val key    = UUID(1, 2)
    val all    = Vector[AnyRef](
      call(Old.Meter.Count(3), withSchema = true),
      ShardMessage.Probe("m", CallId(probe.ref, 8)),
      Outcome.Answered(1, 44, live.encoded(withSchema = true)),
      Outcome.Failed(2, EntityError.KeyReused("m", key, "x")),
      Outcome.Unknown(5)
    )
    for message <- all do
      val manifest = serializer.asInstanceOf[EntitySerializer].manifest(message)
      val whole    = serializer.toBinary(message)
      for bytes <- Mutations.random(whole, random.nextLong()).take(Effort.damagedMessages) do
        Try(serializer.asInstanceOf[EntitySerializer].fromBinary(bytes, manifest)) match
          case Success(call: ShardMessage.Call) => assert(call.timeoutNanos > 0)
          case Success(done: Outcome.Answered)  => assert(done.offset >= 0)
          case Success(_)                       => ()
          case Failure(error)                   => assert(error.isInstanceOf[NotSerializableException], error)
    val negative = intercept[NotSerializableException](sent(Outcome.Answered(1, -1, live.encoded(withSchema = false))))
    assert(negative.getMessage.contains("its offset is -1"), negative.getMessage)

  test("what cannot be written or read is refused"):
    intercept[NotSerializableException](serializer.toBinary(call(Old.Meter.Take("x" * 300_000), withSchema = false)))
    intercept[NotSerializableException](serializer.toBinary(call(Old.Meter.Take(null), withSchema = false)))
    intercept[NotSerializableException](serializer.toBinary("text"))
    val own = serializer.asInstanceOf[EntitySerializer]
    for manifest <- Vector("call-1", "probe-1", "outcome-1", "call-2") do
      val problem = intercept[NotSerializableException](own.fromBinary(Array[Byte](1, 2, 3), manifest)).getMessage
      assert(problem.contains("Brine's entities"), problem)
