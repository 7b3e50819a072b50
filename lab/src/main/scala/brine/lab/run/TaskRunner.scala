package brine.lab.run

import brine.lab.child.{Cancellation, Child, Compression, HarnessOptions, LogTail}
import brine.lab.plan.{Mode, Task}
import brine.lab.results.{Cell, Disk}
import java.nio.file.{Files, Path}
import scala.collection.mutable
import scala.concurrent.duration.*

/** Runs one task's child and turns the outcome into cells. Each cell of the task is emitted exactly once, unless the
  * run is cancelled.
  */
final class TaskRunner(
    catalog: PeerCatalog,
    mode: Mode,
    siteData: Option[Path],
    scratch: Path,
    logs: Path,
    cancellation: Cancellation,
    data: Option[LogData] = None
):
  /** Runs a task.
    *
    * @param emit
    *   receives each cell as soon as it is finished
    */
  def run(task: Task)(emit: Cell => Unit): Unit = task.kind match
    case Task.Kind.Measure          => measure(task)(emit)
    case Task.Kind.StartUp(options) => startUp(task, options)(emit)
    case Task.Kind.Prepare          => prepare(task)
    case Task.Kind.Browser          => throw IllegalArgumentException("a page load is not a child JVM")

  private def log(task: Task): Path =
    val cells = task.cells match
      case Nil                                                => "-unpacking"
      case List(only)                                         => s"-${only.name}-${only.op}"
      case first :: rest if rest.forall(_.name == first.name) => s"-${first.name}"
      case _                                                  => ""
    logs.resolve(s"${task.study}-${task.libraryLabel}-round${task.round}$cells${task.java.label}${task.jvm}.log")

  private def command(task: Task, extra: List[String], arguments: List[String]): List[String] =
    val classPath = catalog.stage.classPath(catalog.peer(task.row))
    List(task.java.executable.toString) ++ task.heap ++ task.row.options ++ extra ++
      List("-cp", classPath, "brine.lab.harness.Main") ++ arguments

  // ------------------------------------------------------------------------------------------- measuring

  private def measure(task: Task)(emit: Cell => Unit): Unit =
    // Its own, because other children may run beside it.
    val own = Disk.writing(scratch, TaskRunner.remedy):
      Files.createDirectories(scratch)
      Files.createTempDirectory(scratch, "child")
    try measure(task, own)(emit)
    finally TaskRunner.delete(own)

  private def measure(task: Task, own: Path)(emit: Cell => Unit): Unit =
    val pending = mutable.LinkedHashMap.from(task.cells.indices.map(id => id -> task.cells(id)))
    val plan    = own.resolve("plan.json")
    Disk.writing(plan, TaskRunner.remedy)(Files.writeString(plan, ujson.write(planJson(task, own)))): Unit
    var current = -1
    val out     = log(task)
    val outcome = Child.run(
      command(task, HarnessOptions.oneCompilation, List("run", plan.toString)),
      out,
      task.limit.seconds,
      task.silence.seconds,
      cancellation
    ): (text, _) =>
      if text.startsWith("{") then
        val line = ujson.read(text)
        line("event").str match
          case "begin" => current = line("id").num.toInt
          case "cell"  =>
            val id = line("id").num.toInt
            pending.remove(id).foreach(spec => emit(finished(task, spec, line)))
          case "container" =>
            val spec = task.cells(line("id").num.toInt)
            emit(finished(task, spec.copy(op = s"${spec.op}-${line("container").str}"), line))
          case "experiment" =>
            val spec = task.cells(line("id").num.toInt)
            val way  = line("way").str
            emit(
              finished(
                task,
                spec.copy(name = line("name").str, op = if way.isEmpty then spec.op else s"${spec.op}-$way"),
                line
              )
            )
          case _ => ()
    if outcome.end != Child.End.Cancelled then unfinished(task, pending.toMap, current, outcome.end, out).foreach(emit)

  private def planJson(task: Task, own: Path): ujson.Obj =
    def iterations(of: Task.Iterations) = ujson.Obj("count" -> of.count, "millis" -> of.millis)
    val cells                           = task.cells.zipWithIndex.map: (spec, id) =>
      ujson.Obj(
        "id"    -> id,
        "study" -> task.study,
        "name"  -> spec.name,
        "op"    -> spec.op,
        "runs"  -> spec.runs,
        "sizes" -> ujson.Arr.from(spec.sizes)
      )
    val plan = ujson.Obj(
      "library"       -> task.row.name,
      "scratch"       -> own.toString,
      "keepWrong"     -> task.row.traits.contains("as-published"),
      "warmUp"        -> iterations(task.warmUp),
      "warmUpLongest" -> task.longest,
      "measure"       -> iterations(task.measure),
      "shotSeconds"   -> task.shotSeconds,
      "longestShot"   -> task.longestShot,
      "cells"         -> ujson.Arr.from(cells)
    )
    siteData.foreach(folder => plan("siteData") = folder.toString)
    if Session.usesDisk(task) then
      plan("data") = data.fold(scratch.resolve("log"))(_.folder).toString
      data.foreach(logs => plan("kept") = logs.kept.toString)
    plan

  private def finished(task: Task, spec: Task.CellSpec, line: ujson.Value): Cell =
    def number(field: String) = line.obj.get(field).map(_.num)
    val files                 = List("file", "together").flatMap(line.obj.get).map(file => Path.of(file.str))
    val sizes                 =
      try
        files match
          case alone :: together :: _ => Some(Compression.ofContainers(alone, together))
          case file :: _              => Some(Compression.of(file))
          case Nil                    => None
      finally files.foreach(file => { val _ = Files.deleteIfExists(file) })
    val cell = task
      .blank(spec, mode.name)
      .copy(
        status = line("status").str,
        note = line.obj.get("note").fold(spec.note)(_.str),
        n = number("values").map(_.toInt).orElse(spec.n),
        figure = Cell.Figure(
          value = number("value"),
          unit = line.obj.get("unit").map(_.str),
          lo = number("lo"),
          hi = number("hi"),
          runs = number("runs").map(_.toInt)
        ),
        costs = Cell.Costs(number("cpuNs"), number("allocB"), number("gcMs"), number("heapB")),
        sizes = sizes.fold(Cell.Sizes())(_.inCell),
        opening = Cell.Opening(openMs = number("openMs"), firstMs = number("firstMs")),
        limits = Cell.Limits(limit = number("limit"))
      )
    if spec.perValue then cell.perValue else cell

  /** The cells of a child that ended early: the current one gets the reason, later ones are skipped. */
  private def unfinished(
      task: Task,
      pending: Map[Int, Task.CellSpec],
      current: Int,
      end: Child.End,
      log: Path
  ): List[Cell] =
    val (status, note) = end match
      case Child.End.TimedOut     => "timeout" -> f"ended after ${task.silence}%.0f s without a sign of work"
      case Child.End.Exited(code) => death(code, log)
      case Child.End.Cancelled    => "skipped" -> "the run was cancelled"
    // A child that died before its first output has its first cell to blame.
    val culprit = if pending.contains(current) then current else pending.keys.minOption.getOrElse(current)
    pending.toList
      .sortBy(_._1)
      .map: (id, spec) =>
        val blank = task.blank(spec, mode.name)
        if id == culprit then blank.copy(status = status, note = note)
        else
          val at = task.cells(culprit)
          blank.copy(status = "skipped", note = s"not reached: $status at ${at.name} ${at.op}")

  private def death(code: Int, log: Path): (String, String) =
    val said = LogTail.lastError(log)
    if said.contains("OutOfMemoryError") then "oom" -> said
    else "crashed"                                  -> s"the process ended with code $code: $said"

  // ------------------------------------------------------------------------------------------- unpacking

  /** A failure shows again, with its reason, when the server is opened. */
  private def prepare(task: Task): Unit =
    for logs <- data do
      val all = command(task, Nil, List("prepare", task.row.name, logs.kept.toString))
      val _   = Child.run(all, log(task), task.limit.seconds, task.silence.seconds, cancellation)((_, _) => ())

  // ------------------------------------------------------------------------------------------- start-up

  private def startUp(task: Task, options: List[String])(emit: Cell => Unit): Unit =
    val spec      = task.cells.head
    val out       = log(task)
    val arguments = List("first", task.row.name, task.study, spec.name) ++ siteData.map(_.toString)
    var opened    = Option.empty[Double]
    var answer    = Option.empty[(String, Double)]
    val outcome   =
      Child.run(command(task, options, arguments), out, task.limit.seconds, task.silence.seconds, cancellation):
        (line, millis) =>
          if line == "open" then opened = Some(millis)
          else if line != "up" && answer.isEmpty then answer = Some(line -> millis)
    if outcome.end != Child.End.Cancelled then
      val blank    = task.blank(spec, mode.name)
      val warnings = LogTail.warnings(out)
      emit(answer match
        case Some((line, millis)) =>
          val status = line.takeWhile(_ != ' ')
          val note   = (line.drop(status.length).trim :: warnings.take(1)).filter(_.nonEmpty).mkString("; ")
          val timed  = Option.when(status == "ok")(millis)
          blank.copy(
            status = status,
            note = note,
            figure = Cell.Figure(value = timed, unit = timed.map(_ => "ms")),
            opening = Cell.Opening(openMs = opened, warnings = Some(warnings.size))
          )
        case None =>
          val (status, note) = outcome.end match
            case Child.End.Exited(code) => death(code, out)
            case _                      => "timeout" -> f"no message within ${task.limit}%.0f s"
          blank.copy(status = status, note = note))

object TaskRunner:
  private val remedy = "run the same command with --resume"

  /** Deletes a folder of files; a child that was killed may have left some. */
  private def delete(folder: Path): Unit =
    val files = Files.list(folder)
    try files.forEach(file => { val _ = Files.deleteIfExists(file) })
    finally files.close()
    val _ = Files.deleteIfExists(folder)
