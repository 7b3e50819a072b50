package brine.pekko.entity.internal

import brine.codec.{Codec, Schema}
import java.io.NotSerializableException
import org.apache.pekko.actor.ExtendedActorSystem
import org.apache.pekko.actor.typed.{ActorRef, ActorRefResolver}
import org.apache.pekko.actor.typed.scaladsl.adapter.*
import org.apache.pekko.serialization.SerializerWithStringManifest
import scala.util.control.NonFatal

/** Writes the messages of entities between nodes. A command that cannot be written fails at once: Pekko itself would
  * only log that, and its caller would wait.
  */
private[pekko] final class EntitySerializer(system: ExtendedActorSystem) extends SerializerWithStringManifest:
  import EntitySerializer.*

  private val mostBytes = FrameSize.mostBytes(system.settings.config)

  // Found each time: this object is made before the system is complete.
  private def refs = ActorRefResolver(system.toTyped)

  def identifier: Int = Identifier

  def manifest(message: AnyRef): String = message match
    case _: ShardMessage.Call  => CallManifest
    case _: ShardMessage.Probe => ProbeManifest
    case _: Outcome            => OutcomeManifest
    case _                     => throw unknown(message.getClass.getName)

  def toBinary(message: AnyRef): Array[Byte] = message match
    case call: ShardMessage.Call   => bytesOf(call)
    case probe: ShardMessage.Probe =>
      Codec.encodeBare(WireProbe(probe.id, refs.toSerializationFormat(probe.call.caller), probe.call.number))
    case outcome: Outcome => Codec.encodeBare(wire(outcome))
    case _                => throw unknown(message.getClass.getName)

  def fromBinary(bytes: Array[Byte], manifest: String): AnyRef = manifest match
    case CallManifest =>
      val wire = read[WireCall](bytes)
      if wire.timeoutNanos < 1 then throw damaged(s"its timeout is ${wire.timeoutNanos} ns")
      ShardMessage.Call(
        wire.id,
        CallId(reference(wire.caller), wire.number),
        payload(wire.command),
        wire.key,
        wire.timeoutNanos,
        wire.replyFingerprint,
        withSchema = wire.command.schema.nonEmpty,
        local = null,
        wire.log
      )
    case ProbeManifest =>
      val wire = read[WireProbe](bytes)
      ShardMessage.Probe(wire.id, CallId(reference(wire.caller), wire.number))
    case OutcomeManifest =>
      read[WireOutcome](bytes) match
        case WireOutcome.Answered(number, offset, reply) =>
          // It would end the actor for all replies of this node.
          if offset < 0 then throw damaged(s"its offset is $offset")
          Outcome.Answered(number, offset, payload(reply))
        case WireOutcome.Failed(number, error) => Outcome.Failed(number, WireError.read(error))
        case WireOutcome.NotHere(number)       => Outcome.NotHere(number)
        case WireOutcome.SchemaNeeded(number)  => Outcome.SchemaNeeded(number)
        case WireOutcome.Unknown(number)       => Outcome.Unknown(number)
    case other => throw unknown(s"manifest $other")

  private def bytesOf(call: ShardMessage.Call): Array[Byte] =
    val bytes =
      try
        Codec.encodeBare(
          WireCall(
            call.id,
            refs.toSerializationFormat(call.call.caller),
            call.call.number,
            wire(call.command, call.withSchema),
            call.key,
            call.timeoutNanos,
            call.replyFingerprint,
            call.log
          )
        )
      catch case CodecFailure(reason) => refuse(call, reason)
    if bytes.length > mostBytes then refuse(call, FrameSize.problem(bytes.length, mostBytes)) else bytes

  private def refuse(call: ShardMessage.Call, reason: String): Nothing =
    if call.local != null then call.local.unsendable(call.call.number, reason)
    throw NotSerializableException(s"the command to ${call.id}: $reason")

  private def wire(outcome: Outcome): WireOutcome = outcome match
    case done: Outcome.Answered => WireOutcome.Answered(done.number, done.offset, wire(done.reply, withSchema = true))
    case failed: Outcome.Failed => WireOutcome.Failed(failed.number, WireError.of(failed.error))
    case moved: Outcome.NotHere => WireOutcome.NotHere(moved.number)
    case needed: Outcome.SchemaNeeded => WireOutcome.SchemaNeeded(needed.number)
    case unknown: Outcome.Unknown     => WireOutcome.Unknown(unknown.number)

  private def wire(payload: Payload, withSchema: Boolean): WirePayload = payload match
    case live: Payload.Live       => wire(live.encoded(withSchema), withSchema)
    case encoded: Payload.Encoded =>
      WirePayload(encoded.fingerprint, encoded.schema.fold(Array.emptyByteArray)(_.canonical), encoded.bytes)

  private def payload(wire: WirePayload): Payload =
    val schema =
      if wire.schema.isEmpty then None
      else Some(Schema.fromCanonical(wire.schema).fold(error => throw damaged(error.getMessage), identity))
    Payload.Encoded(wire.fingerprint, schema, wire.bytes)

  // It may fail in other ways, such as for a number in it.
  private def reference[A](text: String): ActorRef[A] =
    try refs.resolveActorRef[A](text)
    catch case NonFatal(failed) => throw damaged(failed.toString)

  private def read[A: Codec](bytes: Array[Byte]): A =
    Codec.decodeBare[A](bytes).fold(error => throw damaged(error.getMessage), identity)

private[pekko] object EntitySerializer:
  // A number that no other serializer of a program has.
  private inline val Identifier = 1_129_270_851

  private inline val CallManifest    = "call-2"
  private inline val ProbeManifest   = "probe-1"
  private inline val OutcomeManifest = "outcome-1"

  private def unknown(what: String) = NotSerializableException(s"Brine's entities do not send $what")

  private def damaged(reason: String) = NotSerializableException(s"a message of Brine's entities is damaged: $reason")
