package brine.entity.prevalence.search

import brine.entity.prevalence.{Prevalence, PrevalenceException, PrevalenceSettings}
import brine.journal.EventLog

/** The search with an immutable state. */
class PrevalenceSearchSuite extends ChainSearch:
  protected def open(log: EventLog, settings: PrevalenceSettings): RunningChain = new RunningChain:
    private val running = Prevalence.over(log, settings)(ChainSystem)

    def add(id: Long): Seen  = running.execute(ChainTransaction.Add(id))
    def look(): Seen         = running.execute(ChainTransaction.Look)
    def version: Long        = running.root.version
    def chain: Chain         = running.root.state
    def close(): Unit        = running.close()
    def fail(id: Long): Unit =
      try running.execute(ChainTransaction.Fail(id)): Unit
      catch case _: PrevalenceException => ()
