package brine.entity.process.crash

import brine.effort.Effort
import brine.entity.projection.TestDatabase
import java.nio.file.Files
import munit.FunSuite
import scala.concurrent.duration.*

/** Real programs that run a process over entities, with views and effects, are killed: see [[BankRounds]]. */
class ProcessCrashSuite extends FunSuite:
  override val munitTimeout: FiniteDuration = 120.minutes

  // A journal of more rounds grows until reading it takes longer than the rounds.
  private val OfJournal = 20

  test(s"${Effort.processKills} programs killed while they run transfers by a process"):
    val seed   = System.nanoTime // printed, to repeat the same kind of round
    val counts = (0 until Effort.processKills by OfJournal).map: before =>
      val folder = Files.createTempDirectory("brine-processes")
      try BankRounds(folder, seed + before).run(math.min(OfJournal, Effort.processKills - before))
      finally TestDatabase.deleteAll(folder)
    val sums = counts.flatten.groupMapReduce(_._1)(_._2)(_ + _)
    println(s"processes, seed $seed: ${Effort.processKills} programs killed, $sums")
    assertEquals(sums.filter(_._2 == 0), Map.empty, "something has never happened, so it was not tested")
