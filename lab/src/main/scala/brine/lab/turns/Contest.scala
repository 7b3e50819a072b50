package brine.lab.turns

import brine.lab.child.{Cancellation, HarnessOptions}
import brine.lab.plan.JavaHome
import brine.lab.plan.Task.CellSpec
import brine.lab.results.{Cell, LibraryRow}
import brine.lab.statistics.Statistics
import java.io.IOException
import java.nio.file.{Files, Path}
import java.util.concurrent.{ExecutionException, Executors}
import scala.collection.mutable
import scala.concurrent.duration.*
import scala.util.Random

/** One start of a group: the JVMs of all contenders are started, warmed, take turns, and end.
  *
  * Why turns: the machines that this runs on have phases of tens of seconds in which everything is slower. Turns of
  * different libraries a few milliseconds apart are in the same phase, so their ratio says something about the
  * libraries. Measured one after the other they would differ by the phases.
  */
final class Contest(
    start: TurnSession.Start,
    times: TurnTimes,
    options: List[String],
    java: JavaHome,
    classPath: LibraryRow => String,
    mode: String,
    siteData: Option[Path],
    folders: Contest.Folders,
    cancellation: Cancellation,
    seed: Long
):
  private val study = start.group.study.name

  private final class Player(val contender: Contender):
    val samples   = mutable.Map.empty[Int, Sample].withDefaultValue(Sample())
    val failed    = mutable.Map.empty[Int, (String, String)]
    val unsettled = mutable.Map.empty[Int, String]
    var child     = Option.empty[TurnChild]
    var unstarted = Option.empty[String]
    var at        = 0

    def lives: Boolean = child.exists(_.ended.isEmpty)

    def failedCell(line: ujson.Value): Unit =
      failed(line("id").num.toInt) = (line("status").str, line.obj.get("note").fold("")(_.str))

    /** The number of a cell that still takes turns. */
    def playing(name: String, op: String): Option[Int] =
      contender.cells.zipWithIndex.collectFirst:
        case (spec, id) if spec.name == name && spec.op == op && !failed.contains(id) && !unsettled.contains(id) => id

  private val players = start.group.contenders.map(Player(_))
  private val random  = Random(seed * 31 + start.round)

  /** Measures, and returns every cell of every contender once. Without any if the run was cancelled. */
  def run(): List[Cell] =
    Files.createDirectories(folders.plans)
    try
      together(players)(open)
      together(players.filter(_.lives))(warm)
      for round <- 0 until times.rounds if !cancellation.requested do play(round)
      players.filter(_.lives).foreach(check)
    finally players.foreach(_.child.foreach(_.close()))
    if cancellation.requested then Nil else players.flatMap(cells)

  /** As many at a time as there are cores, because nothing is timed yet. */
  private def together(players: List[Player])(work: Player => Unit): Unit =
    val pool = Executors.newFixedThreadPool(Runtime.getRuntime.availableProcessors.max(1))
    try
      // All are awaited before a failure is thrown: a child that is just being started must not be missed at the end.
      val ended = random
        .shuffle(players)
        .map(player => pool.submit[Unit](() => work(player)))
        .map: future =>
          try Right(future.get)
          catch case failure: ExecutionException => Left(failure.getCause)
      ended.foreach(_.left.foreach(failure => throw failure))
    finally { val _ = pool.shutdownNow() }

  private def open(player: Player): Unit =
    val contender = player.contender
    val name      = s"$study-${contender.label}-start${start.round}"
    val plan      = folders.plans.resolve(s"$name.json")
    Files.writeString(plan, ujson.write(planJson(contender)))
    val command = List(java.executable.toString) ++ options ++ contender.row.options ++ HarnessOptions.oneCompilation ++
      List("-cp", classPath(contender.row), "brine.lab.harness.Main", "turns", plan.toString)
    try
      val child = TurnChild(command, folders.logs.resolve(s"$name.log"), cancellation, player.failedCell)
      player.child = Some(child)
      val _ = child.await("ready", times.silence.seconds): line =>
        if line("event").str == "begin" then player.at = line("id").num.toInt
    catch case failure: IOException => player.unstarted = Some(s"the process cannot be started: ${failure.getMessage}")

  private def planJson(contender: Contender): ujson.Obj =
    val none  = ujson.Obj("count" -> 0, "millis" -> 0)
    val cells = contender.cells.zipWithIndex.map: (spec, id) =>
      ujson.Obj(
        "id"    -> id,
        "study" -> study,
        "name"  -> spec.name,
        "op"    -> spec.op,
        "runs"  -> spec.runs,
        "sizes" -> ujson.Arr.from(spec.sizes)
      )
    val plan = ujson.Obj(
      "library"   -> contender.row.name,
      "scratch"   -> folders.plans.toString,
      "keepWrong" -> contender.row.traits.contains("as-published"),
      "warmUp"    -> none,
      "measure"   -> none,
      "cells"     -> ujson.Arr.from(cells)
    )
    siteData.foreach(folder => plan("siteData") = folder.toString)
    plan

  private def warm(player: Player): Unit =
    val child = player.child.get
    child.send(s"warm ${times.leastWarmUp} ${times.mostWarmUp}")
    val _ = child.await("warm", times.silence.seconds): line =>
      if line("event").str == "settled" && !line("settled").bool then
        player.unsettled(line("id").num.toInt) = f"not steady after ${line("seconds").num}%.1f s of warm-up"

  /** One round: every case, in an order drawn anew; of each case every contender, in an order drawn anew. */
  private def play(round: Int): Unit =
    val cases = players.flatMap(_.contender.cells).map(spec => spec.name -> spec.op).distinct
    for (name, op) <- random.shuffle(cases); player <- random.shuffle(players) if player.lives do
      if !cancellation.requested then player.playing(name, op).foreach(turn(player, _, round))

  private def turn(player: Player, id: Int, round: Int): Unit =
    player.at = id
    val child = player.child.get
    child.send(s"turn $id ${times.turnMillis * 1000}")
    for
      line  <- child.await("turn", times.silence.seconds)()
      nanos <- line.obj.get("nanos")
    do player.samples(id) = player.samples(id).played(round, nanos.num, line("cost").num, line("allocated").num)

  private def check(player: Player): Unit =
    val child = player.child.get
    child.send("check")
    val _ = child.await("checked", times.silence.seconds)()

  // ------------------------------------------------------------------------------------------- results

  private def cells(player: Player): List[Cell] =
    player.contender.cells.zipWithIndex.map: (spec, id) =>
      val blank = Cell(
        study,
        spec.name,
        player.contender.label,
        spec.op,
        version = player.contender.row.version,
        round = start.round,
        mode = mode,
        n = spec.n,
        note = spec.note
      )
      val failure = player.failed
        .get(id)
        .orElse(player.unstarted.map("crashed" -> _))
        .orElse(player.unsettled.get(id).map("unsettled" -> _))
        .orElse(player.child.flatMap(_.ended).map(blame(player, id, _)))
        .orElse(Option.when(player.samples(id).played.isEmpty)("skipped" -> "took no turn"))
      failure.fold(measured(blank, spec, player.samples(id))): (status, note) =>
        blank.copy(status = status, note = note)

  /** A child that ended has its current case to blame; the others were not reached. */
  private def blame(player: Player, id: Int, end: (String, String)): (String, String) =
    if id == player.at then end
    else
      val spec = player.contender.cells(player.at)
      ("skipped", s"not reached: ${end._1} at ${spec.name} ${spec.op}")

  private def measured(blank: Cell, spec: CellSpec, sample: Sample): Cell =
    val same   = players.flatMap(player => player.playing(spec.name, spec.op).map(player.samples))
    val calm   = Sample.calmest(same)
    val inCalm = sample.turns.indices.filter(calm).map(sample.turns).filterNot(_.isNaN)
    val cell   = blank.copy(
      value = Some(Statistics.median(if inCalm.isEmpty then sample.played else inCalm)),
      unit = Some("ns"),
      lo = Some(sample.played.min),
      hi = Some(sample.played.max),
      cpuNs = Some(Statistics.median(sample.costs)),
      allocB = Some(Statistics.median(sample.allocated)),
      runs = Some(sample.played.size),
      turns = sample.turns.toList.map(Contest.short)
    )
    if spec.perValue then cell.perValue else cell

object Contest:
  /** Where a contest writes.
    *
    * @param plans
    *   folder for the plans of the children
    * @param logs
    *   folder for what they say on standard error
    */
  final case class Folders(plans: Path, logs: Path)

  /** Five digits: more would be noise, and make the file of results larger. */
  private def short(value: Double): Double =
    if value.isNaN || value == 0 then value else BigDecimal(value).round(_root_.java.math.MathContext(5)).toDouble
