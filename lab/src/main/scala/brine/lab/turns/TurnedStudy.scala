package brine.lab.turns

import brine.lab.plan.Task.CellSpec
import brine.lab.plan.{Mode, Visit}
import brine.lab.results.LibraryRow
import brine.lab.studies.Study
import brine.lab.studies.actors.ActorsStudy
import brine.lab.studies.log.LogStudy

/** What a study measures in turns, and for how long. */
object TurnedStudy:
  /** Whether a study's contenders take turns. Logs wait for the disk, and are measured between measurements of it. */
  def takesTurns(study: Study): Boolean = study != LogStudy

  /** Arguments of the actor programs of which a run lasts some tens of milliseconds, so that it is a turn. */
  private[turns] val runs: Map[String, List[Int]] = Map(
    "sequential"  -> List(10_000),
    "parallel"    -> List(100, 1_000),
    "merge-sort"  -> List(1 << 13),
    "ping-pong"   -> List(100_000),
    "ask-chained" -> List(8, 64, 20_000)
  )

  /** The cells that a row measures in turns: the study's headline cases. */
  def cells(study: Study, row: LibraryRow): List[CellSpec] =
    val all = study.children(Visit(Mode.Quick, row, 1, control = false, isRepeated = false)).flatMap(_.cells)
    if study == ActorsStudy then
      for
        spec  <- all
        sizes <- runs.get(spec.name).toList
      yield spec.copy(sizes = sizes, n = Some(count(spec.name, sizes)), note = s"scaled: ${sizes.mkString(" x ")}")
    else all.filter(spec => study.headline.contains(spec.name -> spec.op))

  private def count(name: String, sizes: List[Int]): Int = name match
    case "parallel"    => 2 * sizes(0) * sizes(1)
    case "ask-chained" => sizes(2)
    case _             => sizes.head

  /** A heap of which the young part is small, so that each turn pays for its own garbage. */
  val heap: List[String] = List("-Xms256M", "-Xmx512M", "-Xmn32M", "-XX:+UseSerialGC")

  /** Actors need room for their messages, and their collector takes a core of its own, as it would in use. */
  private val heapOfActors = List("-Xms1G", "-Xmx1G", "-Xmn256M", "-XX:+UseParallelGC")

  def heapOf(study: Study): List[String] = if study == ActorsStudy then heapOfActors else heap

  def times(study: Study): TurnTimes =
    if study == ActorsStudy then TurnTimes(rounds = 10, turnMillis = 20, leastWarmUp = 700, mostWarmUp = 4000)
    else TurnTimes(rounds = 12, turnMillis = 25, leastWarmUp = 500, mostWarmUp = 5000)

  /** Seconds that a start with this number of cells, over all contenders, is expected to take. */
  def estimate(study: Study, cells: Int, contenders: Int): Double =
    val own = times(study)
    // Two children warm up at a time, and a case takes about twice its least warm-up.
    cells * (own.rounds * (own.turnMillis + 5) / 1000.0 + own.leastWarmUp / 1000.0) + contenders * 1.0
