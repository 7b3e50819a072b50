package brine.lab.run

import brine.commandline.Nearest
import brine.lab.browser.{BrowserPlan, BrowserRunner, Chromium, Window}
import brine.lab.child.Cancellation
import brine.lab.plan.{Heaps, JavaHome, JvmSetting, Mode, Task}
import brine.lab.results.{Cell, LibraryRow, Results, ResultsWriter}
import brine.lab.studies.Study
import brine.lab.studies.books.BooksStudy
import brine.lab.studies.log.LogStudy
import brine.lab.turns.{TurnSession, TurnedStudy}
import brine.lab.{Refusal, RunFailure}
import java.io.IOException
import java.nio.file.{Files, Path, StandardCopyOption}
import java.time.Instant
import scala.util.Random

/** A checked request to run the lab.
  *
  * @param data
  *   folder for the logs of study log; inside the report's folder if none is given
  * @param command
  *   the command as typed; the report shows it, so that a reader can repeat it
  */
final case class Request(
    studies: List[Study],
    mode: Mode,
    only: List[String],
    out: Path,
    siteData: Option[Path],
    resume: Boolean,
    peerJars: Map[String, List[Path]],
    jdks: List[Path],
    rounds: Option[Int],
    command: String,
    serve: Boolean = false,
    jvms: List[JvmSetting] = Nil,
    data: Option[Path] = None
):
  /** Seconds that measuring may take: the mode's budget for each setting of the run. */
  def budgetSeconds: Option[Double] = mode.budgetSeconds.map(_ * jvms.size.max(1))

/** One run of the lab, or a part of one: plans the children, runs them one by one, and appends every finished cell.
  *
  * @param spent
  *   seconds of the run's time that an earlier part took
  * @param isPartial
  *   whether other studies follow in a later part, so that the environment block of this one is incomplete
  */
final class Session(
    request: Request,
    stage: Stage,
    java: Path,
    cancellation: Cancellation,
    spent: Double = 0,
    isPartial: Boolean = false
):
  private val folder  = request.out.resolve("work")
  private val results = request.out.resolve(Results.fileName)

  // Beside the report instead of the folder for temporary files, which may be in memory.
  private val logs = request.data.getOrElse(folder).resolve(s"log-${ProcessHandle.current.pid}").toAbsolutePath

  private var took = 0.0

  /** Seconds of the run's time that are spent after this part. */
  def seconds: Double = spent + took

  /** Runs everything that the results file does not contain yet, and returns all results. */
  def run(): Results =
    val before  = earlier()
    val catalog = PeerCatalog.read(stage, java, folder.resolve("logs"), cancellation)
    val there   = BrowserPlan.select(stage.bundles, Nil, None)
    val asked   = if cancellation.requested then Nil else Session.select(catalog.rows, request.only, there)
    val rows    = if request.serve then Nil else asked.map(fit)
    val able    = rows.filter(_.unavailable.isEmpty)
    val browser = BrowserPlan(inBrowser, request.mode, request.rounds)
    if able.isEmpty && browser.tasks(0).isEmpty && !cancellation.requested then
      throw RunFailure(
        "no library can run: " + rows.headOption.fold("no peer is staged")(row => row.name + ": " + row.unavailable)
      )
    if able.nonEmpty && !request.studies.exists(study => rows.exists(study.runs(_))) then
      throw RunFailure(s"none of the chosen libraries takes part in ${request.studies.map(_.name).mkString(" or ")}")
    val javas = Session.javas(java, request.jdks)
    val seed  = before.number("seed").fold(Random().nextInt().toLong & 0x7fffffffL)(_.toLong)
    for java <- javas; setting <- request.jvms if java.major < setting.since do
      throw Refusal(s"--jvm ${setting.name} needs JDK ${setting.since} or newer, this is ${java.version}")
    val durations =
      Durations.plan(
        request.mode,
        request.studies,
        able,
        request.rounds,
        javas.size,
        browser.seconds,
        request.jvms.size.max(1)
      )
    val heaps   = Heaps.forMemory(Machine.memory, request.mode)
    val planner = Planner(request.mode, request.studies, able, durations, heaps, javas, seed, request.jvms)
    val writer  = ResultsWriter.append(results)
    try
      val seen =
        if inBrowser.exists(_.unavailable.isEmpty) then Session.browserName(chromium, request.serve) else "none"
      val described = RunEnvironment(request, browser, durations, heaps, javas, stage.bundles)
      val block     = described.block(seed, seen, resumed = before.cells.nonEmpty)
      if isPartial then block(Results.partial) = true
      if request.studies.contains(LogStudy) then block("logFileSystem") = LogData.fileSystem(logs)
      writer.environment(block)
      rows.foreach(writer.library)
      for row <- rows if row.unavailable.nonEmpty; study <- request.studies if study.runs(row) do
        writer.cell(Cell(study.name, "", row.name, "", "unavailable", row.unavailable, mode = request.mode.name))
      browser.unavailable.foreach(writer.cell)
      if heaps.lowered.nonEmpty then System.err.println("brine lab: " + heaps.lowered)
      val guard = LogGuard(rows.filter(_.traits.contains("durable")).map(_.name).toSet, request.mode, before)
      // Several JVMs are compared case by case, each library alone: not yet in turns.
      val inTurns = request.mode == Mode.Quick && javas.sizeIs == 1 && request.jvms.isEmpty && !request.serve
      val turns   = Option.when(inTurns):
        TurnSession(
          request.mode,
          request.studies,
          contenders(able, _),
          planner.control,
          row => catalog.stage.classPath(catalog.peer(row)),
          javas.head,
          request.siteData,
          folder.resolve("turns"),
          folder.resolve("logs"),
          cancellation,
          seed,
          request.rounds,
          before.cells
        )
      val tasks = if inTurns then planner.tasks.flatMap(besideTurns(able, _)) else planner.tasks
      val kept  = runTasks(remaining(tasks ++ browser.tasks(seed), before), catalog, writer, guard, turns)
      kept("endedAt") = Instant.now.toString
      kept("loadAtEnd") = Machine.load
      kept("cancelled") = cancellation.requested
      writer.end(kept)
    finally writer.close()
    Results.read(results)

  /** An in-memory folder makes every log fast and none durable. */
  private def fit(row: LibraryRow): LibraryRow =
    val reason =
      if request.studies.contains(LogStudy) && request.mode != Mode.Smoke && row.studies == List(LogStudy.name) then
        LogData.unfit(logs)
      else ""
    if row.unavailable.isEmpty && reason.nonEmpty then row.copy(unavailable = reason) else row

  private lazy val chromium = Chromium.find()

  /** The browser's rows of this run; without a browser they have that reason. */
  private def inBrowser: List[LibraryRow] =
    if !request.studies.contains(BooksStudy) || cancellation.requested then Nil
    else BrowserPlan.select(stage.bundles, request.only, if request.serve then None else chromium.left.toOption)

  private lazy val browserRunner =
    def open(url: String, log: Path): Window =
      if request.serve then Window.ByHand
      else Chromium(chromium.fold(reason => throw RunFailure(reason), identity), url, log)
    val runner = BrowserRunner(stage.bundles, open, request.serve, request.mode.name, cancellation)
    if request.serve then System.err.println(s"brine lab: open ${runner.url} in a browser and leave its tab in front")
    runner

  private def inBrowser(task: Task)(emit: Cell => Unit): Unit =
    browserRunner
      .run(task, folder.resolve("logs").resolve(s"books-browser-${task.row.name}-round${task.round}.log"))(emit)

  /** The cells of the run to be resumed. A new run moves an older results file to the folder `earlier`. */
  private def earlier(): Results =
    try
      Files.createDirectories(folder)
      if !Files.exists(results) then Results.empty
      else if request.resume then Results.read(results)
      else
        val older = Files.createDirectories(request.out.resolve("earlier"))
        val name  = Files.getLastModifiedTime(results).toInstant.toString.replace(":", "").takeWhile(_ != '.')
        Files.move(results, older.resolve(s"results-$name.jsonl"), StandardCopyOption.REPLACE_EXISTING)
        Results.empty
    catch case failure: IOException => throw Refusal(s"cannot write to ${request.out}: ${Session.reason(failure)}")

  /** The rows that take turns: those named by `--only`, or the study's contenders. */
  private def contenders(able: List[LibraryRow], study: Study): List[LibraryRow] =
    able.filter(row => study.runs(row) && (request.only.nonEmpty || study.contenders.contains(row.name)))

  /** What is measured beside the turns: bytes of every row; start-ups, consecutive runs and logs of the contenders. */
  private def besideTurns(able: List[LibraryRow], task: Task): Option[Task] =
    val study       = request.studies.find(_.name == task.study)
    val isContender = study.exists(contenders(able, _).contains(task.row))
    val isKept      = task.kind match
      case Task.Kind.StartUp(_) => (_: Task.CellSpec) => isContender
      case _                    =>
        (spec: Task.CellSpec) =>
          spec.op == "size" || isContender &&
            study.exists(found => if TurnedStudy.takesTurns(found) then spec.runs > 0 else found.isHeadline(spec.name))
    val cells = task.cells.filter(isKept)
    Option.when(cells.nonEmpty)(task.copy(cells = cells))

  /** Drops finished cells, and children without remaining cells. */
  private def remaining(tasks: List[Task], before: Results): List[Task] =
    val done = before.cells.map(_.key).toSet
    for
      task <- tasks
      left = task.cells.filterNot(spec => done(task.blank(spec, request.mode.name).key))
      if left.nonEmpty
    yield task.copy(cells = left)

  /** Runs the tasks.
    *
    * @return
    *   what was reduced to keep the mode's budget: children left out, iterations shortened
    */
  private def runTasks(
      tasks: List[Task],
      catalog: PeerCatalog,
      writer: ResultsWriter,
      guard: LogGuard,
      turns: Option[TurnSession]
  ): ujson.Obj =
    // Outside the report's folder: the children's bytes are not results, and must not fail if that folder is full.
    val scratch  = Files.createTempDirectory("brine-lab")
    val progress = Progress(tasks.size)
    val runner   = TaskRunner(
      catalog,
      request.mode,
      request.siteData,
      scratch,
      folder.resolve("logs"),
      cancellation,
      Some(logs)
    )
    val data     = LogData(logs)
    val started  = System.nanoTime()
    def elapsed  = (System.nanoTime() - started) / 1e9
    var planned  = 0.0
    var cut      = 0
    var squeezed = 1.0
    val total    = tasks.map(_.estimate).sum
    // The remaining time by the plan, at the speed so far; the first children say little about that speed.
    def left = (total - planned) * (elapsed + Session.trust) / (planned + Session.trust)
    try
      for task <- tasks if !cancellation.requested do
        // Every library has completed its first round before time can run out; later rounds only improve precision.
        if task.round > 1 && request.budgetSeconds.exists(spent + elapsed > _) then cut += 1
        else
          progress.begin(task, left)
          var failed = 0
          val room   = request.budgetSeconds.fold(1.0)(budget => (budget - spent - elapsed) / left.max(1e-3))
          squeezed = squeezed.min(Session.squeeze(room))
          val run =
            if task.kind == Task.Kind.Browser then inBrowser(task) else runner.run(task.squeezed(Session.squeeze(room)))
          run: measured =>
            for cell <- guard(measured) do
              if !cell.ok then failed += 1
              writer.cell(cell)
          if task.study == LogStudy.name then data.clear()
          planned += task.estimate
          if !cancellation.requested then progress.end(task, failed, left)
      for session <- turns if !cancellation.requested do
        val until = started + ((request.budgetSeconds.getOrElse(0.0) - spent) * 1e9).toLong
        cut += session.run(until, writer.cell, line => System.err.println(s"brine lab: $line"))
      if tasks.exists(_.kind == Task.Kind.Browser) then browserRunner.finish()
      // Cells that a cancelled run holds back are measured again on resume.
      if !cancellation.requested then guard.rest().foreach(writer.cell)
    finally
      took = elapsed
      data.close()
      if tasks.exists(_.kind == Task.Kind.Browser) then browserRunner.close()
      progress.close()
      Session.delete(scratch)
    if cut > 0 then System.err.println(s"brine lab: time was up: $cut children of later rounds were left out")
    if squeezed < 1 then
      System.err.println(
        f"brine lab: the machine is slower than planned: iterations were shortened, down to ${squeezed * 100}%.0f %%"
      )
    val end = ujson.Obj("cut" -> cut, "iterationsShortenedTo" -> squeezed)
    if tasks.exists(_.kind == Task.Kind.Browser) then browserRunner.hello.foreach(told => end("browserPage") = told)
    end

object Session:
  private def browserName(chromium: Either[String, Path], serve: Boolean): String =
    if serve then "opened by hand" else chromium.fold(identity, Chromium.version)

  private def delete(folder: Path): Unit =
    val files = Files.list(folder)
    try files.forEach(file => { val _ = Files.deleteIfExists(file) })
    finally files.close()
    val _ = Files.deleteIfExists(folder)

  /** Seconds of work after which the measured speed counts more than the plan. */
  private val trust = 30.0

  /** The share of their length that iterations keep if only part of the planned time is left: all of it, or at least a
    * third. A small delay is tolerated, because the plan is an estimate.
    */
  def squeeze(room: Double): Double = if room >= 0.9 then 1.0 else room.max(1.0 / 3)

  /** The rows named by `--only`, or all. An unknown name is refused with the nearest known ones. */
  def select(rows: List[LibraryRow], only: List[String], also: List[LibraryRow] = Nil): List[LibraryRow] =
    if only.isEmpty then rows
    else
      val known = rows.map(_.name).toSet ++ rows.map(_.peer) ++ also.map(_.name)
      only
        .find(!known(_))
        .foreach: name =>
          throw Refusal(s"unknown library '$name'; ${Nearest.hint(name, known.toList.sorted)}")
      rows.filter(row => only.contains(row.name) || only.contains(row.peer))

  /** The default JVM and those of `--jdk`; each has a label only if there are several. */
  def javas(default: Path, jdks: List[Path]): List[JavaHome] =
    val executables = if jdks.isEmpty then List(default) else jdks.map(executable)
    val versions    = executables.map: java =>
      Machine.javaVersion(java).getOrElse(throw Refusal(s"--jdk: cannot start $java"))
    val homes = executables.zip(versions)
    homes.map: (java, version) =>
      val home =
        JavaHome(java, version, if homes.sizeIs > 1 then "JDK " + version.takeWhile(c => c != '+' && c != ' ') else "")
      if home.major < 21 then throw Refusal(s"--jdk: the lab needs JDK 21 or newer, $java is $version")
      home

  private def executable(given_ : Path): Path =
    val inside = given_.resolve("bin").resolve("java")
    if Files.isExecutable(inside) then inside
    else if Files.isRegularFile(given_) && Files.isExecutable(given_) then given_
    else throw Refusal(s"--jdk: no java at $given_")

  def reason(failure: IOException): String = failure match
    case _: _root_.java.nio.file.AccessDeniedException      => "permission denied"
    case _: _root_.java.nio.file.FileAlreadyExistsException => "it is a file, not a folder"
    case _: _root_.java.nio.file.NoSuchFileException        => "no such folder"
    case other                                              => Option(other.getMessage).getOrElse(other.toString)
