package brine.pekko.tck

import org.apache.pekko.persistence.CapabilityFlag
import org.apache.pekko.persistence.journal.JournalPerfSpec
import scala.concurrent.duration.DurationInt

/** Pekko's suite of many events, which nothing may lose. Its figures are not looked at. */
abstract class JournalPerfSuite(store: Store) extends JournalPerfSpec(store.config):
  override protected def supportsRejectingNonSerializableObjects: CapabilityFlag = CapabilityFlag.on()
  override protected def supportsSerialization: CapabilityFlag                   = CapabilityFlag.on()
  override protected def supportsMetadata: CapabilityFlag                        = CapabilityFlag.on()
  override def eventsCount: Int                                                  = 1000
  override def awaitDurationMillis: Long                                         = 60.seconds.toMillis

  override protected def afterAll(): Unit =
    super.afterAll()
    store.close()

final class FolderJournalPerfSuite extends JournalPerfSuite(Store.Folder())
final class SqliteJournalPerfSuite extends JournalPerfSuite(Store.Sqlite())
