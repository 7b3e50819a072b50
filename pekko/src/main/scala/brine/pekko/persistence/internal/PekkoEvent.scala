package brine.pekko.persistence.internal

import brine.codec.Codec

/** An event of Pekko as a record of the log. Its persistence id is the record's stream, its sequence number the
  * record's version.
  */
private[persistence] enum PekkoEvent:
  /** An event that a serializer of Pekko has written.
    *
    * @param payload
    *   the event
    * @param adapter
    *   manifest of the event adapter; empty without one
    * @param writer
    *   identity of the persistent actor that wrote it
    * @param timestamp
    *   when the persistent actor made it, in milliseconds since 1970; 0 if it did not say
    * @param tags
    *   its tags. Those of the record are the tags of the whole atomic write
    * @param metadata
    *   what the persistent actor added
    */
  case Written(
      payload: SerializedValue,
      adapter: String,
      writer: String,
      timestamp: Long,
      tags: Vector[String],
      metadata: Option[SerializedValue]
  )

  /** No event: a serializer refused the one with this number, and the persistent actor counted on. */
  case Rejected()

private[persistence] object PekkoEvent:
  // Neither `derives` nor a given: Scala 3.3 makes a lazy val of those, which warns of itself on JDK 25.
  implicit val codec: Codec[PekkoEvent] = Codec.derived
