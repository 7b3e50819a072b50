package example.store

import brine.effort.Effort
import brine.journal.EventLog
import brine.journal.testkit.EventLogContract
import brine.journal.testkit.contract.ContractEffort

/** A store of somebody else's, in a package of their own and with public types only, keeps the contract. */
class TableLogSuite extends EventLogContract:
  private var database = Database()

  def open(): EventLog =
    database = Database()
    TableLog(database)

  override def openAgain(): Option[EventLog] = Some(TableLog(database))

  override def effort: ContractEffort = ContractEffort(programs = Effort.logPrograms, rounds = Effort.logRounds)
