package brine.lab.turns

import brine.lab.child.{Cancellation, HarnessOptions}
import brine.lab.plan.{JavaHome, TurnTimes}
import brine.lab.plan.Task.CellSpec
import brine.lab.results.{Cell, Disk, LibraryRow}
import brine.lab.statistics.Statistics
import java.io.IOException
import java.nio.file.{Files, Path}
import java.util.concurrent.{ExecutionException, Executors}
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
  private val study   = start.group.study
  private val players = start.group.contenders.map(own => Player(own.label, own))

  /** Measures the machine's limits between turns, with nothing of any library. */
  private val limits = Option.when(study.limits.nonEmpty):
    Player(Cell.withoutLibrary, Contender(start.group.contenders.head.row, control = false, study.limits))

  private val all    = limits.toList ++ players
  private val random = Random(seed * 31 + start.round)

  /** Measures, and returns every cell of every contender once, those of the limits first. Without any if the run was
    * cancelled.
    */
  def run(): List[Cell] =
    Disk.writing(folders.plans, Contest.remedy)(Files.createDirectories(folders.plans)): Unit
    try
      together(all)(open)
      together(all.filter(_.lives))(warm)
      for round <- 0 until times.rounds if !cancellation.requested do play(round)
      together(players.filter(_.lives))(check)
    finally together(all)(_.child.foreach(_.close()))
    if cancellation.requested then Nil else all.flatMap(cells)

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
    val name      = s"${study.name}-${player.label}-start${start.round}"
    val plan      = folders.plans.resolve(s"$name.json")
    Disk.writing(plan, Contest.remedy)(Files.writeString(plan, ujson.write(planJson(player)))): Unit
    val command = List(java.executable.toString) ++ options ++ contender.row.options ++ HarnessOptions.oneCompilation ++
      List("-cp", classPath(contender.row), "brine.lab.harness.Main", "turns", plan.toString)
    try
      val child = TurnChild(command, folders.logs.resolve(s"$name.log"), cancellation, player.failedCell)
      player.child = Some(child)
      val _ = child.await("ready", times.silence.seconds): line =>
        if line("event").str == "begin" then player.began(line("id").num.toInt)
    catch case failure: IOException => player.unstarted = Some(s"the process cannot be started: ${failure.getMessage}")

  private def planJson(player: Player): ujson.Obj =
    import player.contender
    val none  = ujson.Obj("count" -> 0, "millis" -> 0)
    val cells = contender.cells.zipWithIndex.map: (spec, id) =>
      ujson.Obj(
        "id"    -> id,
        "study" -> study.name,
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
    folders.data.foreach(folder => plan("data") = folder.resolve(player.label).toString)
    folders.kept.foreach(folder => plan("kept") = folder.toString)
    plan

  private def warm(player: Player): Unit =
    val child = player.child.get
    val cases = player.contender.turns.size
    val most  = times.mostWarmUpOf(cases)
    val least = player.contender.leastWarmUp.getOrElse(times.leastWarmUpOf(cases))
    child.send(s"warm $least ${player.contender.leastWarmUp.fold(most)(_ + most)}")
    val _ = child.await("warm", times.silence.seconds): line =>
      if line("event").str == "settled" && !line("settled").bool then
        player.unsettled(line("id").num.toInt, line("seconds").num)

  /** One round: every case, in a new random order; of each case every contender, in a new random order. */
  private def play(round: Int): Unit =
    val _ = look(study.limits.map(_.op))
    for turn <- random.shuffle(players.flatMap(_.contender.turns).distinct) if !cancellation.requested do
      val wanted = players.flatMap(_.contender.cells).filter(_.turn == turn).flatMap(study.limitsOf).distinct
      var before = look(wanted)
      for player <- random.shuffle(players) if player.lives && !cancellation.requested; id <- player.playing(turn) do
        val answer = take(player, id, times.turnMillis)
        val after  = look(wanted)
        answer.foreach(player.played(id, round, _, Contest.between(before, after)))
        before = after

  /** Measures some of the machine's limits. Without a limit whose measurement failed. */
  private def look(wanted: List[String]): Map[String, Double] =
    val found = for
      player <- limits.toList if player.lives && !cancellation.requested
      spec   <- study.limits if wanted.contains(spec.op)
      id     <- player.playing(spec.turn)
      answer <- take(player, id, times.lookMillis)
      figure <- answer.obj.get("figures")
    yield
      player.played(id, player.sample(id).turns.size, answer, Map.empty)
      spec.op -> figure(spec.op).num
    found.toMap

  private def take(player: Player, id: Int, millis: Int): Option[ujson.Value] =
    player.began(id)
    val child = player.child.get
    child.send(s"turn $id ${millis * 1000}")
    child.await("turn", times.silence.seconds)()

  private def check(player: Player): Unit =
    val child = player.child.get
    child.send("check")
    val _ = child.await("checked", times.silence.seconds): line =>
      if line("event").str == "pooled" then player.pooled(line)

  // ------------------------------------------------------------------------------------------- results

  private def cells(player: Player): List[Cell] =
    player.contender.cells.zipWithIndex.map: (spec, id) =>
      val blank = Cell(
        study.name,
        spec.name,
        player.label,
        spec.op,
        version = if limits.contains(player) then "" else player.contender.row.version,
        round = start.round,
        mode = mode,
        n = spec.n,
        note = spec.note
      )
      player
        .failure(id)
        .fold(figures(player, blank, spec, id)): (status, note) =>
          blank.copy(status = status, note = note)

  private def figures(player: Player, blank: Cell, spec: CellSpec, id: Int): Cell =
    player
      .pooled(id)
      .fold(measured(blank, spec, player.sample(id), player.unit(id))): pooled =>
        blank.withFigure(
          _.copy(value = Some(pooled.value), unit = Some(player.unit(id)), samples = Some(pooled.samples))
        )

  private def measured(blank: Cell, spec: CellSpec, sample: Sample, unit: String): Cell =
    val isTime = Contest.times(unit)
    val isRate = unit.endsWith("/s")
    // Delays are of a part of the work alone, whose costs are those of the whole.
    val isOperation = isTime && unit != "us"
    val same        = players.flatMap(_.sample(spec.name, spec.op))
    val calm        = if isTime || isRate then Sample.calmest(same, isRate) else Set.empty[Int]
    val inCalm      = sample.turns.indices.filter(calm).map(sample.turns).filterNot(_.isNaN)
    val cell        = blank.copy(
      figure = Cell.Figure(
        value = Some(Statistics.median(if same.isEmpty || inCalm.isEmpty then sample.played else inCalm)),
        unit = Some(unit),
        lo = Some(sample.played.min),
        hi = Some(sample.played.max),
        runs = Some(sample.played.size)
      ),
      costs = Cell.Costs(
        cpuNs = Option.when(isOperation)(Statistics.median(sample.costs)),
        allocB = Option.when(isOperation)(Statistics.median(sample.allocated))
      ),
      turns = sample.turns.toList.map(Contest.short),
      limits = Cell.Limits(beside =
        for (name, looks) <- sample.beside if study.limitsOf(spec).contains(name)
        yield name -> looks.toList.map(Contest.short)
      )
    )
    if spec.perValue then cell.perValue else cell

object Contest:
  private val remedy = "run the same command with --resume"

  /** Units of times; those of other figures say nothing of a machine's phases. */
  private val times = Set("ns", "us", "ms")

  /** Where a contest writes.
    *
    * @param plans
    *   folder for the plans of the children
    * @param logs
    *   folder for what they say on standard error
    * @param data
    *   folder on the disk that a study measures, if it measures one
    * @param kept
    *   folder for what stores use again in the next start
    */
  final case class Folders(plans: Path, logs: Path, data: Option[Path] = None, kept: Option[Path] = None)

  /** The limits in the neighbourhood of a turn: the means of those before and after it. */
  private def between(before: Map[String, Double], after: Map[String, Double]): Map[String, Double] =
    for (name, first) <- before; last <- after.get(name) yield name -> (first + last) / 2

  /** Five digits: more would be noise, and make the file of results larger. */
  private def short(value: Double): Double =
    if value.isNaN || value == 0 then value else BigDecimal(value).round(_root_.java.math.MathContext(5)).toDouble
