package brine.journal.testkit

import brine.journal.*
import brine.journal.storage.Storage
import java.io.IOException
import java.nio.file.Path
import java.time.Duration
import java.util.SplittableRandom
import java.util.concurrent.{CountDownLatch, TimeUnit}

/** Calls that fail: the journal stops, says what it does not know, and has everything it acknowledged when it is opened
  * again.
  */
class FailingCallsSimulationSuite extends SimulationSuite:
  // A run for each fault, and most of them opened four times.
  /** @param most
    *   operations of the kind before the one that fails
    */
  private def fails(kind: String, most: Int)(fault: Int => Fault): Unit =
    test(kind):
      val trials = Trials(kind)
      trials.run(faults): seed =>
        val random  = SplittableRandom(seed)
        val storage = disk(seed)
        // Some rest now and then, which forces what lower levels have left and notes how far the journal is safe.
        val idleAfter = if random.nextInt(4) == 0 then Duration.ofMillis(1) else Duration.ofHours(1)
        val run       = SimulatedRun(seed, storage, idleAfter, oneLargeIn = 2)
        val early     = random.nextBoolean()
        if early then storage.inject(fault(random.nextInt(most)))
        val was =
          try
            run.open()
            if !early then storage.inject(fault(random.nextInt(most)))
            run.work(24) match
              case None        => "without consequence"
              case Some(error) => stopped(run, error)
          catch case error: JournalException => failedToOpen(error)
        try run.abandon()
        catch case _: IOException => ()
        if storage.faults.nonEmpty then
          // With what the operating system shows, or with what the disk has.
          val left = if random.nextBoolean() then storage.processKill() else storage.crash(random.nextLong())
          Verdict.harmless(left, run.submitted, run.safe, random.nextLong()): Unit
          trials.count(was)

  /** After a failure nothing is written any more; only a full or unreachable disk lets the journal go on. */
  private def stopped(run: SimulatedRun, error: AppendError): String =
    if !run.isOpen then "while opening or closing"
    else afterFailure(run, error)

  private def afterFailure(run: SimulatedRun, error: AppendError): String =
    val next = run.probe()
    (error, next) match
      case (AppendError.OutcomeUnknown(first, last, _), Left(_: AppendError.Closed)) =>
        if first.sequence > last.sequence || last.sequence > run.submitted.size then
          throw AssertionError(s"the outcome of $first to $last is unknown, but ${run.submitted.size} were submitted")
        "outcome unknown"
      case (_: AppendError.Closed, Left(_: AppendError.Closed)) => "closed"
      case (AppendError.ReadOnly(_), _)                         => "read-only"
      case (AppendError.Unreadable(_), _)                       => "unreadable"
      case other                                                => throw AssertionError(s"after a failure: $other")

  private def failedToOpen(error: JournalException): String = error.error match
    case OpenError.Failed(_, _) => "while opening or closing"
    case other                  => throw AssertionError(s"a failed call was reported as ${other.message}")

  fails("a force failed, pages marked clean", 16)(Fault.FailedForce(_))
  fails("a write failed", 20)(Fault.FailedWrite(_))
  fails("a read failed", 16)(Fault.FailedRead(_))
  fails("a force of a folder failed", 5)(Fault.FailedForceFolder(_))
  fails("a file could not be made, renamed or deleted", 8)(Fault.FailedChange(_))

  private final class Boastful(storage: FaultStorage) extends Storage:
    export storage.{create, createFolder, delete, exists, forceFolder, list, lock, move, openRead, openWrite}
    def usableSpace(folder: Path): Long = Long.MaxValue

  test("no space left, and space given back"):
    val trials = Trials("no space left")
    trials.run(faults): seed =>
      val random  = SplittableRandom(seed)
      val storage = disk(seed)
      // Some file systems do not know how much there is.
      val run = SimulatedRun(seed, if random.nextBoolean() then storage else Boastful(storage), oneLargeIn = 2)
      run.open()
      storage.limitSpace(random.nextInt(80_000))
      val refused = run.work(60)
      if refused.nonEmpty then
        refused match
          case Some(AppendError.ReadOnly(_)) => ()
          case other                         => throw AssertionError(s"a full disk is reported as $other")
        Verdict.harmless(storage.crash(random.nextLong()), run.submitted, run.safe, random.nextLong()): Unit
        storage.addSpace(1 << 20)
        val until = System.nanoTime + 20_000_000_000L
        while run.again().nonEmpty do
          if System.nanoTime > until then throw AssertionError("there is space again, but nothing is written")
          Thread.sleep(1)
        assert(run.close())
        Verdict.harmless(storage.crash(random.nextLong()), run.submitted, run.submitted.size, random.nextLong()): Unit
        trials.count("read-only until there was space")
      else run.abandon()

  test("while a force is slow, nothing of it is shown, and nothing is acknowledged"):
    for seed <- 1L to 50L do
      val storage = disk(seed)
      val run     = SimulatedRun(seed, storage)
      run.open()
      run.work(5): Unit
      val before  = SimulatedRun.records(run.opened).map(_.size)
      val entered = CountDownLatch(1)
      val go      = CountDownLatch(1)
      storage.beforeForce: file =>
        if file.toString.endsWith(".seg") then
          entered.countDown()
          go.await(30, TimeUnit.SECONDS): Unit
      val append = run.opened.append("slow", ExpectedVersion.NoStream, Seq(SimulatedEvent(1, 1)))
      assert(entered.await(30, TimeUnit.SECONDS))
      assertEquals(SimulatedRun.records(run.opened).map(_.size), before)
      assert(!append.toFuture.isDone)
      go.countDown()
      assert(append.await().isRight)
      run.abandon()
