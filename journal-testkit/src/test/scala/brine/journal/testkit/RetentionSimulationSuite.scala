package brine.journal.testkit

import brine.journal.*
import java.io.IOException
import java.util.SplittableRandom
import scala.collection.mutable

/** Power cuts and failed calls while segments are deleted and compacted: nothing is ever missing but what the
  * rules delete.
  */
class RetentionSimulationSuite extends SimulationSuite:
  /** What the rules have deleted so far: all records up to `deleted`, and those of the streams `s0` and `s1` that have
    * later ones.
    */
  private final class Allowed:
    @volatile var deleted     = 0L
    @volatile var isCompacted = false

  private final case class Picture(disk: FaultStorage, safe: Int)

  private def maintain(run: SimulatedRun, random: SplittableRandom, allowed: Allowed): Unit =
    val journal = run.opened
    if random.nextInt(3) > 0 then journal.endSegment()
    val upTo = random.nextLong(run.safe + 1L)
    // What may be missing is noted before it is.
    if random.nextBoolean() then
      allowed.deleted = math.max(allowed.deleted, upTo)
      journal.retain(RetentionRules(upTo = Offset(upTo))): Unit
    else
      allowed.isCompacted = true
      journal.compact(CompactionRules(stream => stream == "s0" || stream == "s1", leastGain = 0)): Unit

  /** Every record is as it was submitted; those that are missing may be. */
  private def check(disk: FaultStorage, submitted: Vector[Submitted], safe: Int, allowed: Allowed): Unit =
    val journal = Verdict.opened(disk)
    try
      val found  = mutable.LongMap.empty[Submitted]
      val result = journal
        .readAll[SimulatedEvent]()
        .foreach: record =>
          found(record.offset.sequence) = Submitted(record.stream, record.version, record.value, record.key)(false)
      result.left.foreach(error => wrong(s"reading refused: ${error.message}"))
      val end = journal.durable.sequence
      if end < safe then wrong(s"$safe events were acknowledged, the journal ends at $end")
      if end > submitted.size then wrong(s"the journal ends at $end, ${submitted.size} were submitted")
      val there = submitted.take(end.toInt)
      val last  = there.zipWithIndex.map((one, i) => one.stream -> (i + 1L)).toMap
      for (one, i) <- there.zipWithIndex do
        val offset = i + 1L
        found.get(offset) match
          case Some(same) => if same != one then wrong(s"record $offset is $same, submitted was $one")
          case None       =>
            val isReplaced =
              allowed.isCompacted && (one.stream == "s0" || one.stream == "s1") && last(one.stream) > offset
            if offset > allowed.deleted && !isReplaced then wrong(s"record $offset of $end is missing: $one")
      for (stream, offset) <- last do
        val version = there(offset.toInt - 1).version
        if journal.version(stream) != Right(version) then
          wrong(s"stream $stream has version ${journal.version(stream)}, not $version")
    finally journal.close()

  private def wrong(problem: String): Nothing = throw AssertionError(problem)

  test("power cuts while segments are deleted and compacted"):
    val trials = Trials("power cut while segments are deleted and compacted")
    trials.run(faults): seed =>
      val random   = SplittableRandom(seed)
      val storage  = disk(seed)
      val run      = SimulatedRun(seed, storage, oneLargeIn = 3, looks = false)
      val allowed  = Allowed()
      val pictures = java.util.concurrent.ConcurrentLinkedQueue[Picture]()
      run.open()
      for _ <- 0 until 4 do
        run.work(12).foreach(error => wrong(s"an append failed: ${error.message}"))
        val safe = run.safe
        storage.beforeForce(_ => pictures.add(Picture(storage.crash(seed ^ storage.operations), safe)): Unit)
        maintain(run, random, allowed)
        storage.beforeForce(_ => ())
        pictures.add(Picture(storage.crash(random.nextLong()), safe))
      run.abandon()
      pictures.forEach: picture =>
        check(picture.disk, run.submitted, picture.safe, allowed)
        check(picture.disk.crash(random.nextLong()), run.submitted, picture.safe, allowed)
        trials.count("with what the rules keep")

  test("power cuts after each change of maintenance, and calls that fail in it"):
    val trials = Trials("power cut or failed call after each change of maintenance")
    trials.run(faults): seed =>
      val random  = SplittableRandom(seed)
      val storage = disk(seed)
      val run     = SimulatedRun(seed, storage, oneLargeIn = 3, looks = false)
      val allowed = Allowed()
      run.open()
      run.work(30).foreach(error => wrong(s"an append failed: ${error.message}"))
      val kind = random.nextInt(6)
      val at   = random.nextInt(if kind == 0 then 40 else 10)
      kind match
        case 0 => storage.cutPowerAfter(at)
        case 1 => storage.inject(Fault.FailedWrite(at))
        case 2 => storage.inject(Fault.FailedForce(at))
        case 3 => storage.inject(Fault.FailedForceFolder(at))
        case 4 => storage.inject(Fault.FailedChange(at))
        case _ => storage.inject(Fault.FailedRead(at))
      maintain(run, random, allowed)
      if kind > 0 && storage.faults.isEmpty then maintain(run, random, allowed)
      try run.abandon()
      catch case _: IOException => ()
      if kind == 0 || storage.faults.nonEmpty then
        check(storage.crash(random.nextLong()), run.submitted, run.safe, allowed)
        trials.count(if kind == 0 then "power cuts" else "failed calls")
