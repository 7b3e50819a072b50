package brine.journal.testkit

import java.util.SplittableRandom

/** Disks that say they have written what they have not, or not there: seen after a power cut, and reported then. */
class LyingDiskSimulationSuite extends SimulationSuite:
  private def lies(kind: String)(fault: Int => Fault): Unit =
    test(kind):
      val trials = Trials(kind)
      trials.run(faults): seed =>
        val random  = SplittableRandom(seed)
        val storage = disk(seed)
        val run     = SimulatedRun(seed, storage)
        if random.nextInt(8) == 0 then storage.inject(fault(random.nextInt(12)))
        run.open()
        storage.inject(fault(random.nextInt(12)), !_.getFileName.toString.startsWith("LOCK"))
        run.work(14).foreach(error => throw AssertionError(s"an append failed: ${error.message}"))
        assert(run.close())
        if storage.faults.nonEmpty then
          val disk = storage.crash(random.nextLong())
          trials.count(if Verdict.reported(disk, run.submitted) then "reported" else "without consequence")

  lies("a write lost")(Fault.LostWrite(_))
  lies("a write torn")(Fault.TornWrite(_))
  lies("a write done twice")(Fault.DuplicatedWrite(_))
  lies("a write misdirected")(Fault.MisdirectedWrite(_))
