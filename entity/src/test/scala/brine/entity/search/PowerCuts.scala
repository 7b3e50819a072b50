package brine.entity.search

import brine.journal.testkit.FaultStorage
import brine.journal.{EventLog, Journal, JournalSettings}
import java.nio.file.Path
import java.util.SplittableRandom

/** Lives of a journal on one disk, whose power is cut in each of them, but for the last one. */
object PowerCuts:
  private val Lives = 4

  // Of a life, once the journal is open: each transaction or event takes a few.
  private val MostOperations = 120

  /** Runs the lives, and then checks what is in the journal.
    *
    * @param seed
    *   decides when the power is cut, and what the disk has then
    * @param live
    *   gets the journal, the number of the life from 1 on, and whether the power is off
    */
  def run(seed: Long)(live: (EventLog, Int, () => Boolean) => Unit)(check: EventLog => Unit): Unit =
    val random = SplittableRandom(seed)
    var disk   = FaultStorage(seed)
    for life <- 1 to Lives do
      val power  = disk
      val isLast = life == Lives
      using(power): journal =>
        val most = random.nextInt(MostOperations)
        val end  = power.operations + most
        if !isLast then power.cutPowerAfter(most)
        live(journal, life, () => !isLast && power.operations >= end)
      if !isLast then disk = power.crash(random.nextLong())
    using(disk)(check)

  private def using(disk: FaultStorage)(body: EventLog => Unit): Unit =
    val options = JournalSettings(segmentSize = 1 << 16, firstSegmentSize = 1 << 16)
    val journal = Journal.open(Path.of("data"), options, disk)
    try body(journal)
    finally journal.close()
