package brine.entity.prevalence.search

import brine.entity.prevalence.{MutablePrevalence, PrevalenceException, PrevalenceSettings}
import brine.journal.EventLog

/** The search with a state that is changed in place. */
class MutablePrevalenceSearchSuite extends ChainSearch:
  protected def open(log: EventLog, settings: PrevalenceSettings): RunningChain = new RunningChain:
    private val running = MutablePrevalence.over(log, settings)(MutableChainSystem)

    def add(id: Long): Seen = running.execute(ChainTransaction.Add(id))
    def look(): Seen        = running.query(_.chain.seen)
    def version: Long       = running.version

    // At the end there may be an append that nobody knows of.
    def chain: Chain =
      try running.query(_.chain)
      catch case _: PrevalenceException => Chain.empty

    def close(): Unit        = running.close()
    def fail(id: Long): Unit =
      try running.execute(ChainTransaction.Fail(id)): Unit
      catch case _: PrevalenceException => ()
