package brine.pekko.tck

import org.apache.pekko.persistence.CapabilityFlag
import org.apache.pekko.persistence.snapshot.SnapshotStoreSpec

/** Pekko's suite for snapshot stores, with everything switched on that it has, and snapshots of several parts. */
abstract class SnapshotSuite(store: Store) extends SnapshotStoreSpec(store.config):
  override protected def supportsSerialization: CapabilityFlag = CapabilityFlag.on()
  override protected def supportsMetadata: CapabilityFlag      = CapabilityFlag.on()
  override def snapshotByteSizeLimit: Int                      = 3 << 20

  override protected def afterAll(): Unit =
    super.afterAll()
    store.close()

final class FolderSnapshotSuite     extends SnapshotSuite(Store.Folder())
final class SqliteSnapshotSuite     extends SnapshotSuite(Store.Sqlite())
final class PostgresqlSnapshotSuite extends SnapshotSuite(Store.Postgresql())
