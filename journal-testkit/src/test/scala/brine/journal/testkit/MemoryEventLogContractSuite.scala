package brine.journal.testkit

import brine.effort.Effort
import brine.journal.EventLog
import brine.journal.testkit.contract.ContractEffort

/** The contract on the log in memory. */
class MemoryEventLogContractSuite extends EventLogContract:
  private var last: MemoryEventLog = MemoryEventLog()
  last.close()

  def open(): EventLog =
    last = MemoryEventLog(maxPendingAppends = 64)
    last

  override def openAgain(): Option[EventLog] =
    last = last.openAgain()
    Some(last)

  override def effort: ContractEffort = ContractEffort(programs = Effort.logPrograms, rounds = Effort.logRounds)
