package brine.journal.testkit

import brine.effort.Effort
import brine.journal.testkit.contract.ContractEffort
import brine.journal.{EventLog, Journal}
import java.nio.file.{Files, Path}

/** The contract on a journal on a real disk, with default settings. */
class DiskEventLogContractSuite extends EventLogContract:
  private var folders = Vector.empty[Path]

  def open(): EventLog =
    folders :+= Files.createTempDirectory("brine-contract")
    Journal.open(folders.last)

  override def openAgain(): Option[EventLog] = Some(Journal.open(folders.last))

  override def effort: ContractEffort =
    ContractEffort(programs = Effort.logPrograms / 5, rounds = Effort.logRounds / 2)

  override def afterAll(): Unit = folders.foreach(Folders.delete)
