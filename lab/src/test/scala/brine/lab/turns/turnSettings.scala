package brine.lab.turns

import brine.lab.catalog.Studies
import brine.lab.child.Cancellation
import brine.lab.plan.{JavaHome, Mode, Visit}
import brine.lab.results.Cell
import brine.lab.run.{Machine, PeerCatalog, Stage}
import brine.lab.statistics.{Statistics, TurnRatio}
import brine.lab.studies.Study
import java.nio.file.{Files, Path}

/** Measures under several settings: in turns, with blocking compilation (`-Xbatch`), with other collectors; and with
  * JVMs that run apart, one after the other. Prints for each how far a library differs from itself, how far starts
  * differ from each other, and the ratios to the first library. A setting is better if the first two are smaller, and
  * matters if it changes the third. The settings follow each other within each start, so that a phase of the machine
  * meets all of them.
  *
  * {{{
  * BRINE_LAB=1 ./brine sbt "lab/Test/runMain brine.lab.turns.turnSettings target/stage evactor brine,fory,kryo5 5"
  * }}}
  */
@main def turnSettings(stageFolder: String, studyName: String, libraries: String, starts: Int): Unit =
  val study    = Studies.named(studyName).getOrElse(sys.error(s"no study $studyName"))
  val settings = SettingsOfTurns(Stage.read(Path.of(stageFolder)), study, libraries.split(',').toList)
  val cells    = for start <- (1 to starts).toList; setting <- settings.all yield
    val found = settings.measured(setting, start)
    found
      .filterNot(_.ok)
      .foreach(cell => println(s"${setting.name}, start $start: ${cell.library} ${cell.op} ${cell.status}"))
    setting -> found
  for setting <- settings.all do
    println(setting.name)
    settings.told(setting, cells.filter(_._1 == setting).flatMap(_._2)).foreach(println)

private final class SettingsOfTurns(stage: Stage, study: Study, libraries: List[String]):
  import SettingsOfTurns.*

  private val executable = Path.of(System.getProperty("java.home")).resolve("bin").resolve("java")
  private val logs       = Files.createTempDirectory("brine-settings")
  private val catalog    = PeerCatalog.read(stage, executable, logs, Cancellation())
  private val heap       = TurnMemory.of(Machine.memory).options(study).filterNot(_.matches("-XX:\\+Use\\w+GC"))
  private val contenders = for
    name <- libraries
    row  <- catalog.available.find(row => row.name == name && study.runs(row))
  yield
    val cells = study.children(Visit(Mode.Quick, row, 1, control = false, isRepeated = false)).flatMap(_.cells)
    Contender(
      row,
      control = false,
      cells.filter(cell => study.takesTurns(cell) && study.isHeadline(cell)).map(study.inTurn)
    )
  private val base    = contenders.headOption.getOrElse(sys.error(s"no library of ${libraries.mkString(", ")} can run"))
  private val players = base.copy(control = true) :: contenders

  val all: List[Setting] = List(
    Setting("in turns, Serial", List("-XX:+UseSerialGC")),
    Setting("in turns, Serial, -Xbatch", List("-XX:+UseSerialGC", "-Xbatch")),
    Setting("in turns, Parallel", List("-XX:+UseParallelGC")),
    Setting("in turns, G1", List("-XX:+UseG1GC")),
    Setting("apart, Serial", List("-XX:+UseSerialGC"), isApart = true)
  )

  /** All players of one start: together, or each as the only JVM that is alive. */
  def measured(setting: Setting, start: Int): List[Cell] =
    if setting.isApart then scala.util.Random(start).shuffle(players).flatMap(one => contest(setting, start, List(one)))
    else contest(setting, start, players)

  private def contest(setting: Setting, start: Int, players: List[Contender]) = Contest(
    TurnSession.Start(TurnGroup(study, 0, 1, players), start, 60, isFurther = false),
    study.turnTimes,
    heap ++ setting.options,
    JavaHome(executable, "", ""),
    row => catalog.stage.classPath(catalog.peer(row)),
    Mode.Quick.name,
    None,
    Contest.Folders(logs.resolve("turns"), logs),
    Cancellation(),
    seed = start
  ).run()

  /** A line for each library and cell: the ratio to the base, and the largest over the smallest start. */
  def told(setting: Setting, cells: List[Cell]): List[String] =
    for
      ((name, op), same) <- cells.filter(_.ok).groupBy(cell => (cell.name, cell.op)).toList.sortBy(_._1)
      rows = same.groupBy(_.library)
      (library, own) <- rows.toList.sortBy(_._1) if library != base.row.name
      ratios = own.flatMap(cell => ratio(setting, cell, rows.getOrElse(base.row.name, Nil))) if ratios.nonEmpty
    yield
      val times = own.flatMap(_.value)
      f"  $name%-18s $op%-7s $library%-22s ratio ${Statistics.geometricMean(ratios)}%6.3f  starts of the ratio " +
        f"differ by ${ratios.max / ratios.min}%.3f, of the time by ${times.max / times.min}%.3f  " +
        f"time ${Statistics.median(times)}%.1f ns"

  private def ratio(setting: Setting, cell: Cell, bases: List[Cell]): Option[Double] =
    if setting.isApart then
      for other <- bases.find(_.round == cell.round); a <- cell.value; b <- other.value yield a / b
    else TurnRatio.of(List(cell), bases).map(_.value)

private object SettingsOfTurns:
  /** Options of the JVMs, and whether they run one after the other. */
  final case class Setting(name: String, options: List[String], isApart: Boolean = false)
