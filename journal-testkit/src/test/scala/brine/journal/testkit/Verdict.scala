package brine.journal.testkit

import brine.journal.*

/** What has to hold of a journal on a storage after something happened to it. Every check throws `AssertionError`. */
object Verdict:
  /** Nothing that was safe may be gone, and there is no reason to refuse to open.
    *
    * @param submitted
    *   everything ever handed to the journal, in order
    * @param safe
    *   how many of the first of these have to be there
    * @param seed
    *   of the power cut that follows: what a reader saw has to survive it
    * @return
    *   what is there
    */
  def harmless(disk: FaultStorage, submitted: Vector[Submitted], safe: Int, seed: Long): Vector[Submitted] =
    val journal = opened(disk)
    try
      val found = SimulatedRun.records(journal).fold(error => wrong(s"reading refused: ${error.message}"), identity)
      isBeginning(found, submitted, safe)
      val again = readAll(disk.crash(seed))
      if again != found then
        wrong(s"a reader saw ${found.size} events; after one more power cut there are ${again.size}")
      submitted.take(found.size)
    finally journal.close()

  /** Everything is there, or the damage is reported with its place; nothing is missing in silence.
    *
    * @return
    *   whether it was reported
    */
  def reported(disk: FaultStorage, submitted: Vector[Submitted]): Boolean = SimulatedRun.read(disk) match
    case Right(found) =>
      if found != submitted then
        val same = found.zip(submitted).takeWhile(_ == _).size
        wrong(s"lost in silence: ${found.size} of ${submitted.size} events are there, the first $same as submitted")
      false
    case Left(OpenError.Corrupt(file, offset, problem, _)) => isPlaced(disk, file, offset, problem)
    case Left(ReadError.Corrupt(file, offset, problem))    => isPlaced(disk, file, offset, problem)
    case Left(error) => wrong(s"damage reported as something else: ${error.message}")

  def isBeginning(found: Vector[Submitted], submitted: Vector[Submitted], safe: Int): Unit =
    if found != submitted.take(found.size) then
      val same = found.zip(submitted).takeWhile(_ == _).size
      wrong(
        s"event ${same + 1} of ${found.size} was not submitted so: ${found.lift(same)}, submitted ${submitted.lift(same)}"
      )
    if found.nonEmpty && !submitted(found.size - 1).isEnd then
      wrong(s"an append is there in part, up to event ${found.size}")
    if found.size < safe then wrong(s"$safe events were acknowledged, ${found.size} are there")
    val keys = found.flatMap(_.key)
    if keys.distinct.size != keys.size then wrong("an idempotency key is there twice")

  def opened(disk: FaultStorage): Journal =
    Journal.tryOpen(SimulatedRun.folder, SimulatedRun.settings, disk) match
      case Right(journal) => journal
      case Left(error)    => wrong(s"opening refused: ${error.message}")

  def readAll(disk: FaultStorage): Vector[Submitted] =
    SimulatedRun.read(disk).fold(error => wrong(s"refused: ${error.message}"), identity)

  private def isPlaced(disk: FaultStorage, file: java.nio.file.Path, offset: Long, problem: String): Boolean =
    if offset < 0 || problem.isEmpty then wrong(s"damage without a place: $file, $offset, $problem")
    if !file.startsWith(SimulatedRun.folder) then wrong(s"damage is reported in $file")
    true

  private def wrong(problem: String): Nothing = throw AssertionError(problem)
