package brine.pekko.entity.internal

import brine.codec.Codec
import java.util.UUID

/** A [[ShardMessage.Call]] as it is written. A change of these types needs another manifest: nodes of both versions are
  * in one cluster while it is upgraded.
  *
  * @param caller
  *   the address of the caller
  */
private[internal] final case class WireCall(
    id: String,
    caller: String,
    number: Long,
    command: WirePayload,
    key: Option[UUID],
    timeoutNanos: Long,
    replyFingerprint: Long,
    log: Option[UUID]
)

// No `derives`: Scala 3.3 compiles it to a lazy val.
private[internal] object WireCall:
  implicit val codec: Codec[WireCall] = Codec.derived

/** A [[ShardMessage.Probe]] as it is written. */
private[internal] final case class WireProbe(id: String, caller: String, number: Long)

private[internal] object WireProbe:
  implicit val codec: Codec[WireProbe] = Codec.derived

/** A [[Payload]] as it is written.
  *
  * @param schema
  *   the canonical bytes of its schema; empty without one
  */
private[internal] final case class WirePayload(fingerprint: Long, schema: Array[Byte], bytes: Array[Byte])

private[internal] object WirePayload:
  implicit val codec: Codec[WirePayload] = Codec.derived

/** An [[Outcome]] as it is written. */
private[internal] enum WireOutcome:
  case Answered(number: Long, offset: Long, reply: WirePayload)
  case Failed(number: Long, error: WireError)
  case NotHere(number: Long)
  case SchemaNeeded(number: Long)
  case Unknown(number: Long)

private[internal] object WireOutcome:
  implicit val codec: Codec[WireOutcome] = Codec.derived
