package brine.entity.prevalence.search

import brine.effort.Effort
import brine.entity.prevalence.PrevalenceSettings
import brine.entity.search.{FlakyLog, PowerCuts}
import brine.journal.EventLog
import brine.journal.testkit.MemoryEventLog
import munit.FunSuite

/** Random transactions of many callers, over logs that fail at random and disks whose power is cut. What must hold: the
  * state is that of the log, each reply is that of its place in the log, none is there twice, and a transaction that
  * began after another one had a reply saw it.
  */
abstract class ChainSearch extends FunSuite:
  override def munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(30, "min")

  /** Opens the system that is searched. */
  protected def open(log: EventLog, settings: PrevalenceSettings): RunningChain

  test("over a log that fails at random"):
    for seed <- 1 to Effort.prevalenceStorms do
      val log     = MemoryEventLog(maxPendingAppends = if seed % 2 == 0 then 1 else 64)
      val history = ChainHistory(seed)(open)
      try
        for life <- 1 to 3 do
          val flaky = new FlakyLog(log, seed * 7 + life, every = seed % 4 * 5)
          val root  =
            try history.live(flaky, life, () => false)
            finally flaky.close()
          root.foreach(history.check(_, log))
      finally log.close()

  test("over a disk whose power is cut"):
    for seed <- 1 to Effort.prevalenceLives do
      val history = ChainHistory(seed)(open)
      PowerCuts.run(seed)((journal, life, isCut) => history.live(journal, life, isCut): Unit): journal =>
        history.check(Chain.empty, journal)
