package brine.journal.testkit

import brine.journal.*
import brine.journal.storage.{Storage, StorageFile, StorageLock}
import java.io.IOException
import java.nio.file.Path
import java.util.SplittableRandom
import java.util.concurrent.locks.ReentrantLock

/** What must never cost anything that was acknowledged, nor keep a journal from opening: power cuts and killed
  * processes at any moment.
  */
class CrashSimulationSuite extends SimulationSuite:
  /** A disk as it was at a moment, and how many events had to be on it. */
  private final case class Picture(disk: FaultStorage, required: Int)

  /** Works on a disk, and takes pictures of it before forces and between appends. */
  private def pictures(seed: Long, steps: Int, storage: FaultStorage, seenAs: Storage)(
      take: SimulatedRun => Picture
  ): (SimulatedRun, Vector[Picture]) =
    val run                = SimulatedRun(seed, seenAs)
    val lock               = ReentrantLock()
    val beforeForces       = SplittableRandom(seed ^ 1)
    val betweenSteps       = SplittableRandom(seed ^ 2)
    var taken              = Vector.empty[Picture]
    def photograph(): Unit =
      lock.lock()
      try taken :+= take(run)
      finally lock.unlock()
    storage.beforeForce(_ => if beforeForces.nextInt(2) == 0 then photograph())
    run.open()
    val error = run.work(steps, () => if betweenSteps.nextInt(8) == 0 then photograph())
    if error.nonEmpty then throw AssertionError(s"an append failed: ${error.get.message}")
    storage.beforeForce(_ => ())
    run.abandon()
    (run, taken)

  private def powerCuts(seed: Long, trials: Trials, seenAs: FaultStorage => Storage): Unit =
    val random       = SplittableRandom(seed)
    val storage      = disk(seed)
    val (run, taken) = pictures(seed, 40, storage, seenAs(storage)): run =>
      val safe = run.safe // before the picture, so that it is not more than what the picture has to show
      Picture(storage.crash(seed ^ storage.operations), safe)
    for picture <- taken do
      val found = Verdict.harmless(picture.disk, run.submitted, picture.required, random.nextLong())
      trials.count(if found.size > picture.required then "with unacknowledged events" else "with what was acknowledged")

  test("power cuts"):
    val trials = Trials("power cut")
    trials.run(faults)(powerCuts(_, trials, identity))

  test("power cuts while a journal is opened, and one more after that"):
    val trials = Trials("power cut while opening")
    trials.run(faults): seed =>
      val random       = SplittableRandom(seed)
      val storage      = disk(seed)
      val (run, taken) = pictures(seed, 20, storage, storage): run =>
        val safe = run.safe
        Picture(storage.crash(seed ^ storage.operations), safe)
      for picture <- taken do
        val after = random.nextInt(30)
        picture.disk.cutPowerAfter(after)
        val was = Journal.tryOpen(SimulatedRun.folder, SimulatedRun.settings, picture.disk) match
          case Left(OpenError.Failed(_, _)) => "before it was open"
          case Left(error)                  => throw AssertionError(s"refused: ${error.message}")
          case Right(journal)               =>
            try
              journal.close()
              "after it was open"
            catch case _: IOException => "while it was closed"
        Verdict.harmless(
          picture.disk.crash(random.nextLong()),
          run.submitted,
          picture.required,
          random.nextLong()
        ): Unit
        trials.count(was)

  test("power cuts between any two changes, from the first one that makes the journal"):
    val trials = Trials("power cut after each change")
    // Every moment of the first runs, so that the making of a journal is cut at each of its changes.
    trials.run(faults): seed =>
      val random  = SplittableRandom(seed)
      val storage = disk(seed)
      val run     = SimulatedRun(seed % 7, storage)
      storage.cutPowerAfter(seed % 101)
      val ended   =
        try
          run.open()
          run.work(30).map(_ => "at work").getOrElse("not reached")
        catch
          case _: JournalException => "while opening"
          case _: IOException      => "while closing"
      try run.abandon()
      catch case _: IOException => ()
      for _ <- 0 until (if ended == "not reached" then 0 else 3) do
        Verdict.harmless(storage.crash(random.nextLong()), run.submitted, run.safe, random.nextLong()): Unit
        trials.count(ended)

  test("processes killed"):
    val trials = Trials("process killed")
    trials.run(faults): seed =>
      val random       = SplittableRandom(seed)
      val storage      = disk(seed)
      val (run, taken) = pictures(seed, 40, storage, storage): run =>
        val cached = run.cached
        Picture(storage.processKill(), cached)
      for picture <- taken do
        Verdict.harmless(picture.disk, run.submitted, picture.required, random.nextLong()): Unit
        trials.count("with what was acknowledged")

  test("many crashes of one journal, one after the other"):
    val trials = Trials("crash after crash")
    trials.run(faults): seed =>
      val random  = SplittableRandom(seed)
      var storage = disk(seed)
      var found   = Vector.empty[Submitted]
      for round <- 0 until 10 do
        val run = SimulatedRun(seed * 10 + round, storage)
        run.continueFrom(found)
        run.open()
        run.work(1 + random.nextInt(8)): Unit
        val isKill           = random.nextInt(3) == 0
        val (required, next) =
          if isKill then (run.cached, storage.processKill()) else (run.safe, storage.crash(random.nextLong()))
        run.abandon()
        found = Verdict.harmless(next.processKill(), run.submitted, required, random.nextLong())
        storage = next
        trials.count(if isKill then "kills" else "power cuts")

  // ---- That the rig would see it ------------------------------------------------------------------------------------

  /** A storage that forgets to do what `skips` says. */
  private class Forgetful(storage: Storage) extends Storage:
    def skipsForce(file: Path): Boolean       = false
    def skipsForceFolder: Boolean             = false
    def openRead(file: Path): StorageFile     = storage.openRead(file)
    def openWrite(file: Path): StorageFile    = wrapped(file, storage.openWrite(file))
    def create(file: Path): StorageFile       = wrapped(file, storage.create(file))
    def createFolder(folder: Path): Unit      = storage.createFolder(folder)
    def list(folder: Path): Vector[String]    = storage.list(folder)
    def exists(file: Path): Boolean           = storage.exists(file)
    def move(from: Path, to: Path): Unit      = storage.move(from, to)
    def delete(file: Path): Unit              = storage.delete(file)
    def forceFolder(folder: Path): Unit       = if !skipsForceFolder then storage.forceFolder(folder)
    def usableSpace(folder: Path): Long       = storage.usableSpace(folder)
    def lock(file: Path): Option[StorageLock] = storage.lock(file)

    private def wrapped(path: Path, file: StorageFile): StorageFile = new StorageFile:
      def read(buffer: java.nio.ByteBuffer, position: Long): Int   = file.read(buffer, position)
      def write(buffer: java.nio.ByteBuffer, position: Long): Unit = file.write(buffer, position)
      def force(): Unit                                            = if !skipsForce(path) then file.force()
      def size: Long                                               = file.size
      def truncate(size: Long): Unit                               = file.truncate(size)
      def close(): Unit                                            = file.close()

  private def isFound(forgetful: FaultStorage => Storage): Unit =
    val trials = Trials("power cut of a journal that forgets to force")
    val error  = intercept[AssertionError](trials.run(faults)(powerCuts(_, trials, forgetful)))
    assert(clue(error.getMessage).contains("seed"))

  test("a journal that does not force its segments is found out"):
    isFound(storage =>
      new Forgetful(storage):
        override def skipsForce(file: Path): Boolean = file.toString.endsWith(".seg")
    )

  test("a journal that does not force its folder is found out"):
    isFound(storage =>
      new Forgetful(storage):
        override def skipsForceFolder: Boolean = true
    )
