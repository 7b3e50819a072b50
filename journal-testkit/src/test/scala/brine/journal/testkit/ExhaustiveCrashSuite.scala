package brine.journal.testkit

import brine.effort.Effort
import java.util.SplittableRandom
import java.util.concurrent.atomic.AtomicLong

/** The recovery alone, for everything that a disk may have made of the writes that were not forced: every moment before
  * a force, every subset of up to [[Effort.sectorSubsets]] sectors, and random ones of more.
  */
class ExhaustiveCrashSuite extends SimulationSuite:
  /** One of the disks that a crash may have left, and how many events have to be on it. */
  private final case class Case(disk: FaultStorage, safe: Int)

  test("every prefix of a run, and every subset of the sectors that were not forced"):
    val trials     = Trials("subset of unforced sectors")
    val exhaustive = AtomicLong()
    trials.run(Effort.crashedDisks): seed =>
      val storage = disk(seed)
      val run     = SimulatedRun(seed, storage)
      val random  = SplittableRandom(seed)
      var cases   = Vector.empty[() => Case]
      storage.beforeForce: _ =>
        val sectors = storage.pendingSectors
        val safe    = run.safe
        val moment  = storage.processKill()
        if sectors <= Effort.sectorSubsets then
          exhaustive.incrementAndGet(): Unit
          for subset <- 0L until (1L << sectors); changes <- Seq(false, true) do
            cases :+= (() => Case(moment.crash(subset, changes), safe))
        else for _ <- 0 until 100 do cases :+= (() => Case(moment.crash(random.nextLong()), safe))
      run.open()
      run.work(6).foreach(error => throw AssertionError(s"an append failed: ${error.message}"))
      storage.beforeForce(_ => ())
      run.abandon()
      for one <- cases do
        val made = one()
        Verdict.isBeginning(Verdict.readAll(made.disk), run.submitted, made.safe)
        trials.count("recovered")
    println(s"moments of which every subset of sectors was tried: ${exhaustive.get}")
    assert(exhaustive.get >= 10)
