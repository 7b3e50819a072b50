package brine.lab.turns

import brine.lab.catalog.Studies
import brine.lab.child.Cancellation
import brine.lab.plan.{JavaHome, Mode, Visit}
import brine.lab.results.Cell
import brine.lab.run.{Machine, PeerCatalog, Stage}
import brine.lab.statistics.{Statistics, TurnRatio}
import java.nio.file.{Files, Path}

/** Takes turns under several settings of the JVM: blocking compilation (`-Xbatch`) and collectors. Says for each how
  * far a library differs from itself, how far its starts differ from each other, and what its ratios to the first
  * library are. A setting is better if the first two are smaller, and matters if it changes the third. The settings
  * follow each other within each start, so that a phase of the machine meets all of them.
  *
  * {{{
  * BRINE_LAB=1 ./brine sbt "lab/Test/runMain brine.lab.turns.turnSettings target/stage evactor brine,fory,kryo5 5"
  * }}}
  */
@main def turnSettings(stageFolder: String, studyName: String, libraries: String, starts: Int): Unit =
  val study      = Studies.named(studyName).getOrElse(sys.error(s"no study $studyName"))
  val executable = Path.of(System.getProperty("java.home")).resolve("bin").resolve("java")
  val logs       = Files.createTempDirectory("brine-settings")
  val catalog    = PeerCatalog.read(Stage.read(Path.of(stageFolder)), executable, logs, Cancellation())
  val usual      = TurnMemory.of(Machine.memory).options.filterNot(_.matches("-XX:\\+Use\\w+GC"))
  val settings   = List(
    "Serial"          -> (usual :+ "-XX:+UseSerialGC"),
    "Serial, -Xbatch" -> (usual ++ List("-XX:+UseSerialGC", "-Xbatch")),
    "Parallel"        -> (usual :+ "-XX:+UseParallelGC"),
    "G1"              -> (usual :+ "-XX:+UseG1GC")
  )
  val contenders = for
    name <- libraries.split(',').toList
    row  <- catalog.available.find(row => row.name == name && study.runs(row))
  yield
    val cells = study.children(Visit(Mode.Quick, row, 1, control = false, isRepeated = false)).flatMap(_.cells)
    Contender(row, control = false, cells.filter(cell => study.takesTurns(cell) && study.isHeadline(cell)))
  val group = TurnGroup(study, 0, 1, contenders.take(1).map(_.copy(control = true)) ++ contenders)
  val cells = for start <- 1 to starts; (name, options) <- settings yield
    val found = Contest(
      TurnSession.Start(group, start, 60, isFurther = false),
      study.turnTimes,
      options,
      JavaHome(executable, "", ""),
      row => catalog.stage.classPath(catalog.peer(row)),
      Mode.Quick.name,
      None,
      Contest.Folders(logs.resolve("turns"), logs),
      Cancellation(),
      seed = start
    ).run()
    found.filterNot(_.ok).foreach(cell => println(s"$name, start $start: ${cell.library} ${cell.op} ${cell.status}"))
    name -> found
  for (name, _) <- settings do
    println(name)
    told(cells.filter(_._1 == name).flatMap(_._2).toList, contenders.head.row.name)

/** Prints the ratios of each library and cell to the base: the estimate, and the largest over the smallest start. */
private def told(cells: List[Cell], base: String): Unit =
  for ((name, op), same) <- cells.groupBy(cell => (cell.name, cell.op)).toList.sortBy(_._1) do
    val rows = same.groupBy(_.library)
    for (library, own) <- rows.toList.sortBy(_._1) if library != base; ratio <- TurnRatio.of(own, rows(base)) do
      val each  = own.flatMap(cell => TurnRatio.of(List(cell), rows(base)).map(_.value))
      val times = own.filter(_.ok).flatMap(_.value)
      println(
        f"  $name%-18s $op%-7s $library%-22s ratio ${ratio.value}%6.3f [${ratio.lo}%.3f, ${ratio.hi}%.3f]  " +
          f"starts of the ratio differ by ${each.max / each.min}%.3f, of the time by ${times.max / times.min}%.3f  " +
          f"time ${Statistics.median(times)}%.1f ns"
      )
