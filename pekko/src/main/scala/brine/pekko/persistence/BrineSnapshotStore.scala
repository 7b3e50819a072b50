package brine.pekko.persistence

import brine.pekko.persistence.internal.{Blocking, SerializedValue, SnapshotEntry}
import com.typesafe.config.Config
import java.util.UUID
import org.apache.pekko.persistence.snapshot.SnapshotStore
import org.apache.pekko.persistence.{SelectedSnapshot, SnapshotMetadata, SnapshotSelectionCriteria}
import org.apache.pekko.serialization.{Serialization, SerializationExtension}
import scala.annotation.tailrec
import scala.concurrent.Future

/** Pekko's snapshot store in the state records of a log of Brine: `pekko.persistence.snapshot-store.plugin =
  * "brine.persistence.snapshot-store"`. A snapshot is durable when the persistent actor hears of it.
  *
  * Pekko creates it, by its name in the configuration.
  */
final class BrineSnapshotStore(config: Config) extends SnapshotStore:
  private val states                       = BrinePersistence(context.system).states(config.getString("log"))
  private val serialization: Serialization = SerializationExtension(context.system)

  def loadAsync(persistenceId: String, criteria: SnapshotSelectionCriteria): Future[Option[SelectedSnapshot]] =
    Blocking.run(load(persistenceId, criteria, BrineSnapshotStore.Attempts))

  @tailrec private def load(
      persistenceId: String,
      criteria: SnapshotSelectionCriteria,
      attempts: Int
  ): Option[SelectedSnapshot] =
    states.current(persistenceId).reverseIterator.find(BrineSnapshotStore.selects(criteria)) match
      case None        => None
      case Some(entry) =>
        states.bytes(entry) match
          case Some(bytes) =>
            val metadata = SnapshotMetadata(
              persistenceId,
              entry.sequenceNr,
              entry.timestamp,
              entry.metadata.map(_.read(serialization))
            )
            val value = SerializedValue(entry.serializer, entry.manifest, bytes).read(serialization)
            Some(SelectedSnapshot(metadata, value))
          // It was deleted after it was found.
          case None if attempts > 1 => load(persistenceId, criteria, attempts - 1)
          case None                 =>
            throw IllegalStateException(
              s"the snapshot of '$persistenceId' at ${entry.sequenceNr} is not in the log: its state records are those " +
                "of another time. Restore them, or delete the snapshot"
            )

  def saveAsync(metadata: SnapshotMetadata, snapshot: Any): Future[Unit] = Blocking.run:
    val value = SerializedValue.of(serialization, snapshot)
    val more  = metadata.metadata.map(SerializedValue.of(serialization, _))
    val entry =
      SnapshotEntry(metadata.sequenceNr, metadata.timestamp, UUID(0, 0), value.serializer, value.manifest, 0, more)
    states.save(metadata.persistenceId, entry, value.bytes)

  def deleteAsync(metadata: SnapshotMetadata): Future[Unit] = Blocking.run:
    // Without a time it is that of any time.
    states.deleteSnapshots(metadata.persistenceId): entry =>
      entry.sequenceNr == metadata.sequenceNr && (metadata.timestamp == 0 || metadata.timestamp == entry.timestamp)

  def deleteAsync(persistenceId: String, criteria: SnapshotSelectionCriteria): Future[Unit] = Blocking.run:
    states.deleteSnapshots(persistenceId)(BrineSnapshotStore.selects(criteria))

private object BrineSnapshotStore:
  private final val Attempts = 3

  private def selects(criteria: SnapshotSelectionCriteria)(entry: SnapshotEntry): Boolean =
    entry.sequenceNr >= criteria.minSequenceNr && entry.sequenceNr <= criteria.maxSequenceNr &&
      entry.timestamp >= criteria.minTimestamp && entry.timestamp <= criteria.maxTimestamp
