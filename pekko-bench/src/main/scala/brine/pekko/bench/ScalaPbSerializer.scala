package brine.pekko.bench

import brine.lab.peers.pb.{SiteEventPb, SitePb}
import brine.pekko.bench.pb.{AccountPb, OrderedPb}
import org.apache.pekko.serialization.SerializerWithStringManifest
import scalapb.{GeneratedMessage, GeneratedMessageCompanion}

/** The generated classes are the messages, so that nothing is converted: protobuf's best case. */
final class ScalaPbSerializer extends SerializerWithStringManifest:
  private val companions = Map[String, GeneratedMessageCompanion[? <: AnyRef & GeneratedMessage]](
    "A" -> AccountPb,
    "O" -> OrderedPb,
    "S" -> SitePb,
    "E" -> SiteEventPb
  )

  def identifier: Int = 4711

  def manifest(value: AnyRef): String = value match
    case _: AccountPb   => "A"
    case _: OrderedPb   => "O"
    case _: SitePb      => "S"
    case _: SiteEventPb => "E"
    case other          => throw IllegalArgumentException(s"no manifest for ${other.getClass.getName}")

  def toBinary(value: AnyRef): Array[Byte] = value.asInstanceOf[GeneratedMessage].toByteArray

  def fromBinary(bytes: Array[Byte], manifest: String): AnyRef = companions(manifest).parseFrom(bytes)
