package brine.entity.process.search

import brine.effort.Effort
import brine.entity.search.PowerCuts
import brine.journal.testkit.MemoryEventLog
import java.util.SplittableRandom
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicLong
import munit.FunSuite
import scala.concurrent.duration.*

/** Random programs of events whose instances nobody can say for a while: each event is reacted to once, and its command
  * is sent with one key.
  */
class TallySearchSuite extends FunSuite:
  override val munitTimeout: FiniteDuration = 60.minutes

  private def seeds(name: String)(body: (Long, ConcurrentHashMap[Long, Set[String]], () => Long) => Unit): Unit =
    test(s"${Effort.processPrograms} random programs $name"):
      val seed = System.nanoTime // printed, to repeat the same programs
      println(s"events of unknown instances $name, seed $seed")
      for number <- 0 until Effort.processPrograms do
        val numbers = AtomicLong()
        try body(seed + number, ConcurrentHashMap(), () => numbers.incrementAndGet())
        catch case wrong: Throwable => throw AssertionError(s"seed ${seed + number}: ${wrong.getMessage}", wrong)

  seeds("over a log that fails"): (seed, sent, number) =>
    val random = SplittableRandom(seed)
    val faults = if random.nextInt(2) == 0 then 0 else 5 + random.nextInt(60)
    var memory = MemoryEventLog()
    for _ <- 1 to 1 + random.nextInt(5) do
      val now = TallyLife(memory, random.nextLong(), faults, sent)
      try
        now.run(5 + random.nextInt(30), number)
        // Often as a kill does: what runs finds the log closed.
        if random.nextInt(3) > 0 then memory.close()
      finally now.close()
      if memory.source.isClosed then memory = memory.openAgain()
      TallyOracle.checkNow(memory, sent)
    val last = TallyLife(memory, random.nextLong(), 0, sent)
    try last.finish()
    finally
      last.close()
      memory.close()

  seeds("over a disk whose power is cut"): (seed, sent, number) =>
    val random = SplittableRandom(seed)
    PowerCuts.run(seed) { (log, _, isOff) =>
      val life = TallyLife(log, random.nextLong(), 0, sent, isOff)
      try life.run(40, number)
      finally life.close()
    } { log =>
      TallyOracle.checkNow(log, sent)
      val life = TallyLife(log, random.nextLong(), 0, sent)
      try life.finish()
      finally life.close()
    }
