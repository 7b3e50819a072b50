package brine.lab.turns

import brine.lab.catalog.Studies
import brine.lab.child.Cancellation
import brine.lab.plan.{JavaHome, Mode, TurnTimes, Visit}
import brine.lab.results.Results
import brine.lab.run.{Machine, PeerCatalog, Stage}
import brine.lab.statistics.{Statistics, TurnRatio}
import java.nio.file.{Files, Path}
import java.util.Locale
import scala.util.Random

/** Compares codec cells of a run, drawn by chance, with JVMs that run one of them alone: warming many cases in one JVM
  * must not change a case's time. For each cell, two JVMs take turns: one has all cases that its library had in the
  * run, warmed as there; the other one has this case alone, warmed for half a minute. So a phase of the machine meets
  * both. A cell that differs by more than 1.3 is tried twice more, because HotSpot settles differently from start to
  * start; then the median counts.
  *
  * The time that the run showed is printed beside; a phase of the machine may lie between the two.
  *
  * {{{
  * BRINE_LAB=1 ./brine sbt "lab/Test/runMain brine.lab.turns.cellsAlone lab-report target/stage 30 1"
  * }}}
  */
@main def cellsAlone(run: String, stageFolder: String, count: Int, seed: Long): Unit =
  val results = Results.read(Path.of(run).resolve(Results.fileName))
  val alone   = LoneCells(results, Stage.read(Path.of(stageFolder), Map.empty))
  println(
    String.format(Locale.ROOT, "%-52s %10s %10s %10s %9s", "cell", "shown ns", "beside ns", "alone ns", "ratio")
  )
  val found = Random(seed).shuffle(alone.all).take(count).map(alone.compared)
  found.foreach(println)
  val ratios = found.flatMap(_.ratio)
  println(s"${ratios.size} of ${found.size} cells measured; ${ratios.count(LoneCells.isFar)} differ by more than 1.3")

private final class LoneCells(results: Results, stage: Stage):
  import LoneCells.*

  private val executable = Path.of(System.getProperty("java.home")).resolve("bin").resolve("java")
  private val logs       = Files.createTempDirectory("brine-alone")
  private val catalog    = PeerCatalog.read(stage, executable, logs, Cancellation())
  private val shown      = results.cells
    .filter(cell => cell.ok && cell.turns.nonEmpty && !cell.isControl && cell.unit.exists(_.startsWith("ns")))
    .groupBy(cell => Id(cell.study, cell.name, cell.library, cell.op))

  /** The codec cells that the run measured in turns. */
  val all: Vector[Id] = shown.keys.toVector.sortBy(_.toString)

  def compared(id: Id): Compared =
    val first  = start(id, 1)
    val starts = first.toList ++ (if first.exists(of => isFar(of.ratio)) then List(2, 3).flatMap(start(id, _)) else Nil)
    val middle = starts.sortBy(_.ratio).drop(starts.size / 2).headOption
    Compared(id, Statistics.median(shown(id).flatMap(_.value)), middle, starts.map(_.ratio))

  private def start(id: Id, number: Int): Option[Start] =
    for
      study <- Studies.named(id.study)
      row   <- catalog.available.find(row => row.name == id.library && row.studies.contains(id.study))
      specs = study
        .children(Visit(Mode.Standard, row, 1, control = false, isRepeated = false))
        .flatMap(_.cells)
        .map(study.inTurn)
      own = specs.filter(spec => shown.contains(Id(id.study, spec.name, id.library, spec.op)))
      spec <- own.find(spec => spec.name == id.name && spec.op == id.op)
      contenders = List(
        Contender(row, control = false, own),
        Contender(row, control = true, List(spec), leastWarmUp = Some(30_000))
      )
      cells = Contest(
        TurnSession.Start(TurnGroup(study, 0, 1, contenders), number, 60, isFurther = false),
        TurnTimes(rounds = 100, silence = 120),
        TurnMemory.of(Machine.memory).options(study),
        JavaHome(executable, "", ""),
        row => catalog.stage.classPath(catalog.peer(row)),
        Mode.Quick.name,
        None,
        Contest.Folders(logs.resolve("turns"), logs),
        Cancellation(),
        seed = number
      ).run().filter(cell => cell.ok && cell.name == id.name && cell.op == id.op)
      beside = cells.filterNot(_.isControl)
      alone  = cells.filter(_.isControl)
      ratio <- TurnRatio.of(beside, alone)
      one   <- beside.head.value
      other <- alone.head.value
    yield Start(one, other, ratio.value)

private object LoneCells:
  def isFar(ratio: Double): Boolean = ratio > 1.3 || ratio < 1 / 1.3

  final case class Id(study: String, name: String, library: String, op: String):
    override def toString: String = s"$study $name $library $op"

  /** The times of a cell beside the others of its library and alone, in ns, and the ratio of neighbouring turns. */
  final case class Start(beside: Double, alone: Double, ratio: Double)

  final case class Compared(id: Id, shown: Double, start: Option[Start], ratios: List[Double]):
    def ratio: Option[Double] = start.map(_.ratio)

    override def toString: String = start.fold(s"$id: did not settle, or cannot run here"): of =>
      val others = if ratios.sizeIs > 1 then ratios.map(ratio => f"$ratio%.2f").mkString(" of ", " ", "") else ""
      f"${id.toString}%-52s $shown%10.1f ${of.beside}%10.1f ${of.alone}%10.1f ${of.ratio}%9.2f$others"
