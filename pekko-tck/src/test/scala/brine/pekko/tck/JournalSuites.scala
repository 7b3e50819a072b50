package brine.pekko.tck

import org.apache.pekko.persistence.CapabilityFlag
import org.apache.pekko.persistence.journal.JournalSpec

/** Pekko's suite for journals, with everything switched on that it has. */
abstract class JournalSuite(store: Store) extends JournalSpec(store.config):
  override protected def supportsRejectingNonSerializableObjects: CapabilityFlag = CapabilityFlag.on()
  override protected def supportsSerialization: CapabilityFlag                   = CapabilityFlag.on()
  override protected def supportsMetadata: CapabilityFlag                        = CapabilityFlag.on()

  override protected def afterAll(): Unit =
    super.afterAll()
    store.close()

final class FolderJournalSuite     extends JournalSuite(Store.Folder())
final class SqliteJournalSuite     extends JournalSuite(Store.Sqlite())
final class PostgresqlJournalSuite extends JournalSuite(Store.Postgresql())
