package brine.entity.process.search

import brine.effort.Effort
import brine.entity.process.TestClock
import brine.entity.search.PowerCuts
import brine.journal.testkit.MemoryEventLog
import java.util.SplittableRandom
import munit.FunSuite
import scala.concurrent.duration.*

/** Random programs of transfers by a process: money is conserved, each command is executed once, and no timer fires
  * twice or is lost.
  */
class ProcessSearchSuite extends FunSuite:
  override val munitTimeout: FiniteDuration = 60.minutes

  private def seeds(name: String)(body: Long => Unit): Unit =
    test(s"${Effort.processPrograms} random programs $name"):
      val seed = System.nanoTime // printed, to repeat the same programs
      println(s"processes $name, seed $seed")
      for number <- 0 until Effort.processPrograms do
        try body(seed + number)
        catch case wrong: Throwable => throw AssertionError(s"seed ${seed + number}: ${wrong.getMessage}", wrong)

  seeds("over a log that fails"): seed =>
    val random = SplittableRandom(seed)
    val clock  = TestClock()
    val faults = if random.nextInt(4) == 0 then 0 else 5 + random.nextInt(60)
    var memory = MemoryEventLog()
    val lives  = 1 + random.nextInt(3)
    for life <- 1 to lives do
      val now = TransferLife(memory, clock, random.nextLong(), faults)
      try
        if life == 1 then now.fill()
        now.run(10 + random.nextInt(40))
        // Often as a kill does: what runs finds the log closed.
        if random.nextInt(3) > 0 then memory.close()
      finally now.close()
      if memory.source.isClosed then memory = memory.openAgain()
      TransferOracle.checkNow(memory)
    val last = TransferLife(memory, clock, random.nextLong(), 0)
    try last.finish()
    finally
      last.close()
      memory.close()

  seeds("over a disk whose power is cut"): seed =>
    val random   = SplittableRandom(seed)
    val clock    = TestClock()
    var isFilled = false
    PowerCuts.run(seed) { (log, _, isOff) =>
      val life = TransferLife(log, clock, random.nextLong(), 0)
      try
        if !isFilled then
          life.fill()
          isFilled = !isOff()
        life.run(60, isOff)
      finally life.close()
    } { log =>
      TransferOracle.checkNow(log)
      val life = TransferLife(log, clock, random.nextLong(), 0)
      try life.finish()
      finally life.close()
    }
