package brine.pekko.projection.internal

import brine.codec.Codec
import java.io.NotSerializableException
import java.util.UUID
import org.apache.pekko.actor.ExtendedActorSystem
import org.apache.pekko.actor.typed.{ActorRef, ActorRefResolver}
import org.apache.pekko.actor.typed.scaladsl.adapter.*
import org.apache.pekko.serialization.SerializerWithStringManifest
import scala.util.control.NonFatal

/** Writes the messages of projections between nodes. */
private[pekko] final class SliceSerializer(system: ExtendedActorSystem) extends SerializerWithStringManifest:
  import SliceSerializer.*

  // Found each time: this object is made before the system is complete.
  private def refs = ActorRefResolver(system.toTyped)

  def identifier: Int = Identifier

  def manifest(message: AnyRef): String = message match
    case _: SliceMessage.Wake        => WakeManifest
    case _: SliceMessage.Ask         => AskManifest
    case _: SliceReply               => ReplyManifest
    case _: AgreementMessage.Told    => ToldManifest
    case _: AgreementMessage.Decided => DecidedManifest
    case _                           => throw unknown(message.getClass.getName)

  def toBinary(message: AnyRef): Array[Byte] = message match
    case SliceMessage.Wake(slice) => Codec.encodeBare(slice)
    case ask: SliceMessage.Ask    =>
      Codec.encodeBare(WireAsk(ask.slice, refs.toSerializationFormat(ask.caller), ask.question, ask.log, ask.database))
    case reply: SliceReply                 => Codec.encodeBare(reply)
    case told: AgreementMessage.Told       => Codec.encodeBare(told)
    case decided: AgreementMessage.Decided => Codec.encodeBare(decided)
    case _                                 => throw unknown(message.getClass.getName)

  def fromBinary(bytes: Array[Byte], manifest: String): AnyRef = manifest match
    case WakeManifest => SliceMessage.Wake(read[Int](bytes))
    case AskManifest  =>
      val wire = read[WireAsk](bytes)
      SliceMessage.Ask(wire.slice, reference(wire.caller), wire.question, wire.log, wire.database)
    case ReplyManifest   => read[SliceReply](bytes)
    case ToldManifest    => read[AgreementMessage.Told](bytes)
    case DecidedManifest => read[AgreementMessage.Decided](bytes)
    case other           => throw unknown(s"manifest $other")

  // It may fail in other ways, such as for a number in it.
  private def reference[A](text: String): ActorRef[A] =
    try refs.resolveActorRef[A](text)
    catch case NonFatal(failed) => throw damaged(failed.toString)

  private def read[A: Codec](bytes: Array[Byte]): A =
    Codec.decodeBare[A](bytes).fold(error => throw damaged(error.getMessage), identity)

private[pekko] object SliceSerializer:
  // No `derives`: Scala 3.3 compiles it to a lazy val.
  private final case class WireAsk(
      slice: Int,
      caller: String,
      question: SliceQuestion,
      log: Option[UUID],
      database: Option[UUID]
  )

  private object WireAsk:
    implicit val codec: Codec[WireAsk] = Codec.derived

  // A number that no other serializer of a program has.
  private inline val Identifier = 1_129_270_852

  private inline val WakeManifest    = "wake-1"
  private inline val AskManifest     = "ask-2"
  private inline val ReplyManifest   = "reply-2"
  private inline val ToldManifest    = "told-1"
  private inline val DecidedManifest = "decided-1"

  private def unknown(what: String) = NotSerializableException(s"Brine's projections do not send $what")

  private def damaged(reason: String) =
    NotSerializableException(s"a message of Brine's projections is damaged: $reason")
