package brine.pekko.serialization

import brine.codec.Codec
import brine.pekko.MessageType

/** What nodes tell each other about schemas. Always written with its own schema before it, so that later releases can
  * change it.
  */
private[pekko] enum SchemaMessage:
  /** I write messages with these schemas: answer with [[Confirm]] once you know all. */
  case Offer(token: Long, fingerprints: Vector[Long])

  /** I know all schemas of that offer, and write with these. */
  case Confirm(token: Long, fingerprints: Vector[Long])

  /** Send me these schemas. */
  case Want(token: Long, fingerprints: Vector[Long])

  /** A schema, in its canonical bytes. */
  case Take(canonical: Array[Byte])

private[pekko] object SchemaMessage:
  final val Name = "brine.SchemaMessage"

  // Not `derives Codec`, which Scala 3.3 compiles to a lazy val.
  private val codec: Codec[SchemaMessage] = Codec.derived

  val fingerprint: Long = codec.fingerprint

  def messageType: MessageType[SchemaMessage] = MessageType.of(classOf[SchemaMessage], codec).named(Name)
