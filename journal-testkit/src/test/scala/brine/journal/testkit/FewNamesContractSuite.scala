package brine.journal.testkit

import brine.effort.Effort
import brine.journal.storage.Storage
import brine.journal.testkit.contract.ContractEffort
import brine.journal.{EventLog, Journal, JournalSettings}
import java.nio.file.Path

/** The contract on a journal in files that remembers one stream and one tag besides those of its current segment, which
  * is as short as it may be.
  */
class FewNamesContractSuite extends EventLogContract:
  private val folder   = Path.of("data")
  private val settings = JournalSettings(
    segmentSize = 16 << 20,
    firstSegmentSize = 1 << 16,
    maxPendingAppends = 64,
    maxCachedNames = 1
  )
  private var storage: Storage = FaultStorage(seed = 1)

  def open(): EventLog =
    storage = FaultStorage(seed = 1)
    Journal.open(folder, settings, storage)

  override def openAgain(): Option[EventLog] = Some(Journal.open(folder, settings, storage))

  override def effort: ContractEffort =
    ContractEffort(programs = Effort.fewNamesPrograms, rounds = Effort.fewNamesRounds)
