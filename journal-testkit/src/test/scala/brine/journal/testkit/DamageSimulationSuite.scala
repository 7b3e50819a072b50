package brine.journal.testkit

import brine.effort.Effort
import brine.journal.format.Manifest
import java.nio.file.Path
import java.time.Duration
import java.util.SplittableRandom

/** Damage to what was safe: it is reported with its place, or it does no harm. Nothing is ever missing in silence, nor
  * other than it was.
  */
class DamageSimulationSuite extends SimulationSuite:
  /** A disk whose journal rests: closed, or open and idle long enough to have noted how far it is safe. */
  private def resting(seed: Long): (FaultStorage, Vector[Submitted]) =
    val storage  = disk(seed)
    val isClosed = seed % 2 == 0
    val run      = SimulatedRun(seed, storage, if isClosed then Duration.ofHours(1) else Duration.ofMillis(1))
    run.open()
    run.work(30).foreach(error => throw AssertionError(s"an append failed: ${error.message}"))
    if isClosed then
      assert(run.close())
      (storage.crash(seed), run.submitted)
    else
      // A watermark that a power cut still takes back proves nothing yet, so it is looked for in what the power cut
      // leaves.
      val until   = System.nanoTime + 30_000_000_000L
      var picture = storage.crash(seed)
      while watermark(picture) < run.submitted.size do
        if System.nanoTime > until then throw AssertionError("an idle journal does not note how far it is safe")
        Thread.sleep(1)
        picture = storage.crash(seed)
      run.abandon()
      (picture, run.submitted)

  private def watermark(storage: FaultStorage): Long =
    val slots = Manifest.names
      .map(SimulatedRun.folder.resolve)
      .filter(storage.exists)
      .flatMap: slot =>
        Manifest.read(slot.toString, storage.bytes(slot))
    slots.maxByOption(_.generation).fold(0L)(_.watermark.sequence)

  /** A place in what is used of a file: in its last page that is not zero, or before. */
  private def place(disk: FaultStorage, file: Path, random: SplittableRandom): Long =
    val bytes = disk.bytes(file)
    val used  = bytes.lastIndexWhere(_ != 0) + 1
    random.nextLong(math.max(1L, math.min(bytes.length.toLong, used + 64)))

  private def damaged(kind: String, files: Path => Boolean)(
      damage: (FaultStorage, Path, SplittableRandom) => Unit
  ): Unit =
    test(s"damage: $kind"):
      val trials = Trials(kind)
      trials.run(faults): seed =>
        val random            = SplittableRandom(seed)
        val (disk, submitted) = resting(seed)
        val targets           = disk.files.filter(files)
        val segments          = targets.filter(isSegment)
        for _ <- 0 until Effort.damagedDisks if targets.nonEmpty do
          val copy = disk.processKill()
          // Mostly where events are.
          val some = if random.nextInt(4) > 0 then segments else targets
          val file = some(random.nextInt(some.size))
          damage(copy, file, random)
          try trials.count(if Verdict.reported(copy, submitted) then "reported" else "without consequence")
          catch case error: AssertionError => throw AssertionError(s"$file: ${error.getMessage}", error)

  private val anyFile: Path => Boolean = !_.getFileName.toString.startsWith("LOCK")
  private def isSegment(file: Path)    = file.getFileName.toString.matches("[0-9]{20}\\.seg")

  damaged("a bit turned", anyFile)((disk, file, random) =>
    disk.flipBit(file, place(disk, file, random), random.nextInt(8))
  )

  damaged("a sector zeroed", anyFile): (disk, file, random) =>
    disk.zero(file, place(disk, file, random) & -512L, 512)

  damaged("a page zeroed", anyFile): (disk, file, random) =>
    disk.zero(file, place(disk, file, random) & -4096L, 4096)

  damaged("everything zero from some point on", isSegment): (disk, file, random) =>
    val from = place(disk, file, random) & -512L
    disk.zero(file, from, (disk.bytes(file).length - from).toInt)

  damaged("a file cut short", anyFile)((disk, file, random) => disk.cutShort(file, place(disk, file, random)))

  damaged("a file missing", anyFile)((disk, file, _) => disk.delete(file))

  damaged("a sector of another place", isSegment): (disk, file, random) =>
    val bytes = disk.bytes(file)
    val from  = (place(disk, file, random) & -512L).toInt
    disk.damage(file, place(disk, file, random) & -512L, bytes.slice(from, from + 512))

  damaged("bytes of chance", anyFile): (disk, file, random) =>
    val bytes = new Array[Byte](1 + random.nextInt(1000))
    random.nextBytes(bytes)
    val at = place(disk, file, random)
    disk.damage(file, at, bytes.take(math.max(1, math.min(bytes.length.toLong, disk.bytes(file).length - at)).toInt))
