package brine.pekko.persistence.internal

import brine.codec.Codec

/** What the log keeps of a persistence id beside its events: one state record, so that a snapshot and the deletion of
  * the events before it are never apart.
  *
  * @param deletedTo
  *   sequence number of the last deleted event; 0 if there is none
  * @param snapshots
  *   the snapshots, by increasing sequence number
  */
private[persistence] final case class PersistenceState(deletedTo: Long, snapshots: Vector[SnapshotEntry])

private[persistence] object PersistenceState:
  implicit val codec: Codec[PersistenceState] = Codec.derived

  val none: PersistenceState = PersistenceState(0, Vector.empty)

/** A snapshot of a persistence id.
  *
  * @param timestamp
  *   when it was saved, in milliseconds since 1970
  * @param data
  *   under which name its parts are kept
  * @param serializer
  *   identifier of the serializer of Pekko
  * @param parts
  *   number of its parts
  */
private[persistence] final case class SnapshotEntry(
    sequenceNr: Long,
    timestamp: Long,
    data: java.util.UUID,
    serializer: Int,
    manifest: String,
    parts: Int,
    metadata: Option[SerializedValue]
)

private[persistence] object SnapshotEntry:
  implicit val codec: Codec[SnapshotEntry] = Codec.derived

/** A part of a snapshot's bytes. */
private[persistence] final case class SnapshotPart(bytes: Array[Byte])

private[persistence] object SnapshotPart:
  implicit val codec: Codec[SnapshotPart] = Codec.derived
