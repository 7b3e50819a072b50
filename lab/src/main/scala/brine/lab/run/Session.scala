package brine.lab.run

import brine.commandline.Nearest
import brine.lab.browser.{BrowserPlan, BrowserRunner, Chromium, Window}
import brine.lab.catalog.Studies
import brine.lab.child.Cancellation
import brine.lab.failure.{Refusal, RunFailure}
import brine.lab.plan.{JavaHome, JvmSetting, Mode, Task}
import brine.lab.results.{Cell, EarlierFiles, LibraryRow, Results, ResultsWriter}
import brine.lab.studies.Study
import brine.lab.studies.books.BooksStudy
import brine.lab.turns.{Contest, TurnPlan, TurnSession}
import java.io.IOException
import java.nio.file.{Files, Path}
import java.time.Instant
import scala.util.Random

/** A checked request to run the lab.
  *
  * @param data
  *   folder for what studies log and whole store; inside the report's folder if none is given
  * @param cases
  *   the cases asked for, as [[brine.lab.plan.Selection]] reads them; empty for those of the mode
  * @param command
  *   the command as typed; the report shows it, so that a reader can repeat it
  */
final case class Request(
    studies: List[Study],
    mode: Mode,
    out: Path,
    command: String,
    only: List[String] = Nil,
    siteData: Option[Path] = None,
    resume: Boolean = false,
    peerJars: Map[String, List[Path]] = Map.empty,
    jdks: List[Path] = Nil,
    rounds: Option[Int] = None,
    serve: Boolean = false,
    jvms: List[JvmSetting] = Nil,
    data: Option[Path] = None,
    cases: List[String] = Nil
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
    val javas   = Session.javas(java, request.jdks)
    for java <- javas; setting <- request.jvms if java.major < setting.since do
      throw Refusal(s"--jvm ${setting.name} needs JDK ${setting.since} or newer, this is ${java.version}")
    val seed = before.number("seed").fold(Random().nextInt().toLong & 0x7fffffffL)(_.toLong)
    val plan = RunPlan(request, able, inBrowser, javas, Machine.memory, seed)
    if able.isEmpty && plan.browser.tasks(0).isEmpty && !cancellation.requested then
      throw RunFailure(
        "no library can run: " + rows.headOption.fold("no peer is staged")(row => row.name + ": " + row.unavailable)
      )
    if able.nonEmpty && !request.studies.exists(study => rows.exists(study.runs(_))) then
      throw RunFailure(s"none of the chosen libraries takes part in ${request.studies.map(_.name).mkString(" or ")}")
    val writer = ResultsWriter.append(results)
    try
      val seen =
        if inBrowser.exists(_.unavailable.isEmpty) then Session.browserName(chromium, request.serve) else "none"
      val block = RunEnvironment(request, plan, javas, stage.bundles).block(seen, resumed = before.cells.nonEmpty)
      if isPartial then block(Results.partial) = true
      if request.studies.exists(_.usesDisk) then block("logFileSystem") = LogData.fileSystem(logs)
      writer.environment(block)
      rows.foreach(writer.library)
      for row <- rows if row.unavailable.nonEmpty; study <- request.studies if study.runs(row) do
        writer.cell(Cell(study.name, "", row.name, "", "unavailable", row.unavailable, mode = request.mode.name))
      plan.browser.unavailable.foreach(writer.cell)
      if plan.lowered.nonEmpty then System.err.println("brine lab: " + plan.lowered)
      val guard = LogGuard(rows.filter(_.traits.contains("durable")).map(_.name).toSet, request.mode, before)
      val kept  = measure(plan, before, catalog, writer, guard)
      kept("endedAt") = Instant.now.toString
      kept("loadAtEnd") = Machine.load
      kept("cancelled") = cancellation.requested
      writer.end(kept)
    finally writer.close()
    Results.read(results)

  /** An in-memory folder makes every log fast and none durable. */
  private def fit(row: LibraryRow): LibraryRow =
    val reason =
      if request.mode != Mode.Smoke && writes(row) then LogData.unfit(logs) else ""
    if row.unavailable.isEmpty && reason.nonEmpty then row.copy(unavailable = reason) else row

  /** Whether a row writes to the disk that is measured. */
  private def writes(row: LibraryRow) =
    row.studies.nonEmpty && request.studies.filter(study => row.takesPart(study.name)).exists(_.usesDisk)

  private lazy val chromium = Chromium.find()

  private def inBrowser: List[LibraryRow] =
    if cancellation.requested then Nil
    else Session.inBrowser(request, stage, if request.serve then None else chromium.left.toOption)

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
        EarlierFiles.keep(results)
        Results.empty
    catch case failure: IOException => throw Refusal(s"cannot write to ${request.out}: ${Session.reason(failure)}")

  /** Measures what is left of a plan.
    *
    * @return
    *   what was left out to keep the mode's budget
    */
  private def measure(
      plan: RunPlan,
      before: Results,
      catalog: PeerCatalog,
      writer: ResultsWriter,
      guard: LogGuard
  ): ujson.Obj =
    // Outside the report's folder: the children's bytes are not results, and must not fail if that folder is full.
    val scratch   = Files.createTempDirectory("brine-lab")
    val childLogs = folder.resolve("logs")
    val data      = LogData(logs)
    val runner    = TaskRunner(catalog, request.mode, request.siteData, scratch, childLogs, cancellation, Some(data))
    def folders(start: TurnSession.Start) =
      val log = Option.when(start.group.study.usesDisk)(data)
      Contest.Folders(folder.resolve("turns"), childLogs, log.map(_.folder), log.map(_.kept))
    def inTurns(turns: TurnPlan)(start: TurnSession.Start) =
      Contest(
        start,
        start.group.study.turnTimes,
        turns.memory.options(start.group.study),
        plan.java,
        row => catalog.stage.classPath(catalog.peer(row)),
        request.mode.name,
        request.siteData,
        folders(start),
        cancellation,
        plan.seed
      ).run()
    val steps = Steps(
      plan.remaining(before.cells),
      // Further starts wait until all studies have had theirs.
      plan.turns.map(turns => TurnSession(turns.copy(isOpen = turns.isOpen && !isPartial), catalog.rows, before.cells)),
      request.budgetSeconds.map(_ - spent),
      cancellation,
      writer.cell
    )
    try
      val begun = ProcessorTime.now()
      val kept  = steps.run(
        task =>
          emit =>
            // Children without times run several at a time.
            val guarded: Cell => Unit = cell => guard.synchronized(guard(cell)).foreach(emit)
            if task.kind == Task.Kind.Browser then inBrowser(task)(guarded) else runner.run(task)(guarded)
            if Session.usesDisk(task) then data.clear()
        ,
        start =>
          try plan.turns.toList.flatMap(inTurns(_)(start)).flatMap(guard(_))
          finally if start.group.study.usesDisk then data.clear()
      )
      if plan.hasBrowser then browserRunner.finish()
      for from <- begun; to <- ProcessorTime.now() do kept(Results.othersShare) = to.othersSince(from, data.serverTicks)
      // Cells that a cancelled run holds back are measured again on resume.
      if !cancellation.requested then guard.rest().foreach(writer.cell)
      if plan.hasBrowser then browserRunner.hello.foreach(told => kept("browserPage") = told)
      kept
    finally
      took = steps.seconds
      data.close()
      if plan.hasBrowser then browserRunner.close()
      Session.delete(scratch)

object Session:
  /** Whether a task writes to the disk that is measured. */
  private[run] def usesDisk(task: Task): Boolean = Studies.named(task.study).exists(_.usesDisk)

  /** The browser's rows of a run.
    *
    * @param missing
    *   why there is no browser, if so
    */
  def inBrowser(request: Request, stage: Stage, missing: => Option[String]): List[LibraryRow] =
    if !request.studies.contains(BooksStudy) then Nil else BrowserPlan.select(stage.bundles, request.only, missing)

  private def browserName(chromium: Either[String, Path], serve: Boolean): String =
    if serve then "opened by hand" else chromium.fold(identity, Chromium.version)

  private def delete(folder: Path): Unit =
    val files = Files.list(folder)
    try files.forEach(file => { val _ = Files.deleteIfExists(file) })
    finally files.close()
    val _ = Files.deleteIfExists(folder)

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
