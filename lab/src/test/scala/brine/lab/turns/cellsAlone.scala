package brine.lab.turns

import brine.lab.catalog.Studies
import brine.lab.child.Cancellation
import brine.lab.plan.{JavaHome, Mode, TurnTimes, Visit}
import brine.lab.results.{Cell, Results}
import brine.lab.run.{Machine, PeerCatalog, Stage}
import brine.lab.statistics.Statistics
import java.nio.file.{Files, Path}
import java.util.Locale
import scala.util.Random

/** Compares cells of a run in turns, drawn by chance, with JVMs that run one of them alone for a minute: warming many
  * cases in one JVM must not change a case's time. The time of a cell that is alone comes from the same calmest quarter
  * of the rounds. A minute lies between the two, so a phase of the machine shows too: look at a cell that differs once
  * more before you believe it.
  *
  * {{{
  * BRINE_LAB=1 ./brine sbt "lab/Test/runMain brine.lab.turns.cellsAlone lab-report target/stage 30 1"
  * }}}
  */
@main def cellsAlone(run: String, stageFolder: String, count: Int, seed: Long): Unit =
  val executable = Path.of(System.getProperty("java.home")).resolve("bin").resolve("java")
  val logs       = Files.createTempDirectory("brine-alone")
  val results    = Results.read(Path.of(run).resolve(Results.fileName))
  val catalog    = PeerCatalog.read(Stage.read(Path.of(stageFolder), Map.empty), executable, logs, Cancellation())
  val shown      = results.cells.filter(cell => cell.ok && cell.turns.nonEmpty && !cell.isControl)
  val cells      = shown.groupBy(cell => (cell.study, cell.name, cell.library, cell.op)).toVector.sortBy(_._1.toString)
  println(String.format(Locale.ROOT, "%-52s %10s %10s %6s", "cell", "shown ns", "alone ns", "ratio"))
  val ratios =
    for ((study, name, library, op), starts) <- Random(seed).shuffle(cells).take(count) yield
      val inRun = Statistics.median(starts.flatMap(_.value))
      alone(catalog, JavaHome(executable, "", ""), logs, study, name, library, op) match
        case Some(cell) if cell.ok =>
          val ratio = inRun / cell.value.get
          println(f"${s"$study $name $library $op"}%-52s $inRun%10.1f ${cell.value.get}%10.1f $ratio%6.2f")
          Some(ratio)
        case other =>
          println(s"$study $name $library $op: ${other.fold("no such cell")(cell => s"${cell.status}, ${cell.note}")}")
          None
  val found = ratios.flatten
  val wide  = found.count(ratio => ratio > 1.3 || ratio < 1 / 1.3)
  println(s"${found.size} of ${ratios.size} cells measured; $wide differ by more than 1.3")

/** The cell in a JVM that runs nothing else: half a minute of warm-up, and half a minute of turns. */
private def alone(
    catalog: PeerCatalog,
    java: JavaHome,
    logs: Path,
    studyName: String,
    name: String,
    library: String,
    op: String
): Option[Cell] =
  for
    study <- Studies.named(studyName)
    row   <- catalog.available.find(row => row.name == library && row.studies.contains(studyName))
    spec  <- study
      .children(Visit(Mode.Quick, row, 1, control = false, isRepeated = false))
      .flatMap(_.cells)
      .find(spec => spec.name == name && spec.op == op)
    group = TurnGroup(study, 0, 1, List(Contender(row, control = false, List(spec))))
    times = TurnTimes(rounds = 1000, leastWarmUp = 30_000, mostWarmUp = 35_000)
    cell <- Contest(
      TurnSession.Start(group, 1, 60, isFurther = false),
      times,
      TurnMemory.of(Machine.memory).options,
      java,
      row => catalog.stage.classPath(catalog.peer(row)),
      Mode.Quick.name,
      None,
      Contest.Folders(logs.resolve("turns"), logs),
      Cancellation(),
      seed = 1
    ).run().find(_.library == library)
  yield cell
