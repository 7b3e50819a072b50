package brine.lab.turns

import brine.lab.plan.Task.CellSpec
import brine.lab.plan.{Mode, Visit}
import brine.lab.results.LibraryRow
import brine.lab.studies.Study
import brine.lab.studies.actors.ActorsStudy
import brine.lab.studies.log.LogStudy

/** What a study measures in turns, and for how long. */
object TurnedStudy:
  /** Whether a study's contenders take turns. Logs wait for the disk, and are measured between measurements of it. A
    * run of an actor program starts and stops a system; it would have to last far longer than a turn for that not to
    * count.
    */
  def takesTurns(study: Study): Boolean = study != LogStudy && study != ActorsStudy

  /** The cells that a row measures in turns: the study's headline cases. */
  def cells(study: Study, row: LibraryRow): List[CellSpec] =
    study
      .children(Visit(Mode.Quick, row, 1, control = false, isRepeated = false))
      .flatMap(_.cells)
      .filter(spec => study.headline.contains(spec.name -> spec.op))

  /** A heap of which the young part is small, so that each turn pays for its own garbage. */
  val heap: List[String] = List("-Xms256M", "-Xmx512M", "-Xmn32M", "-XX:+UseSerialGC")

  val times: TurnTimes = TurnTimes(rounds = 10, turnMillis = 25, leastWarmUp = 500, mostWarmUp = 5000)

  /** Seconds that a start with this number of cells, over all contenders, is expected to take. */
  def estimate(cells: Int, contenders: Int): Double =
    // Two children warm up at a time, and a case takes about twice its least warm-up.
    cells * (times.rounds * (times.turnMillis + 5) / 1000.0 + times.leastWarmUp / 1000.0) + contenders * 1.0
