package brine.lab.turns

import brine.lab.results.{Cell, LibraryRow}
import brine.lab.plan.Task.CellSpec
import brine.lab.child.{Cancellation, HarnessOptions}
import brine.lab.statistics.Statistics
import java.nio.file.{Files, Path}
import scala.collection.mutable
import scala.concurrent.duration.*
import scala.util.Random

/** One start of a study: the JVMs of all contenders are started, warmed, take turns, and end.
  *
  * Why turns: the machines that this runs on have phases of tens of seconds in which everything is slower. Turns of
  * different libraries a few milliseconds apart are in the same phase, so their ratio says something about the
  * libraries. Measured one after the other they would differ by the phases.
  *
  * @param start
  *   number of the start, beginning with 1
  * @param folder
  *   for the plans of the children
  */
final class Contest(
    study: String,
    start: Int,
    contenders: List[Contender],
    times: TurnTimes,
    classPath: LibraryRow => String,
    mode: String,
    siteData: Option[Path],
    folder: Path,
    logs: Path,
    cancellation: Cancellation,
    seed: Long
):
  private final class Player(val contender: Contender):
    val samples   = mutable.Map.empty[Int, Map[String, Sample]]
    val failed    = mutable.Map.empty[Int, (String, String)]
    val unsettled = mutable.Map.empty[Int, String]
    val units     = mutable.Map.empty[Int, List[Int]] // the cells that one turn gives figures for, by its first
    var child     = Option.empty[TurnChild]
    var at        = 0

    def lives: Boolean = child.exists(_.ended.isEmpty)

    def failedCell(line: ujson.Value): Unit =
      failed(line("id").num.toInt) = (line("status").str, line.obj.get("note").fold("")(_.str))

    /** The first cells of the cases that still take turns. */
    def playing: List[Int] = units.keys.toList.filter(id => !failed.contains(id) && !unsettled.contains(id)).sorted

  private val players = contenders.map(Player(_))
  private val random  = Random(seed * 31 + start)

  /** Measures, and returns every cell of every contender once. Without any if the run was cancelled. */
  def run(progress: String => Unit): List[Cell] =
    Files.createDirectories(folder)
    try
      progress("starting")
      together(players)(open)
      progress("warming up")
      together(players.filter(_.lives))(warm)
      for round <- 0 until times.rounds if !cancellation.requested do
        progress(s"round ${round + 1} of ${times.rounds}")
        play(round)
      players.filter(_.lives).foreach(check)
    finally players.foreach(_.child.foreach(_.close()))
    if cancellation.requested then Nil else players.flatMap(cells)

  /** As many at a time as there are cores, because nothing is timed yet. */
  private def together(players: List[Player])(work: Player => Unit): Unit =
    val pool = java.util.concurrent.Executors.newFixedThreadPool(Runtime.getRuntime.availableProcessors.max(1))
    try random.shuffle(players).map(player => pool.submit[Unit](() => work(player))).foreach(_.get)
    finally { val _ = pool.shutdownNow() }

  private def open(player: Player): Unit =
    val contender = player.contender
    val name      = s"$study-${contender.label}-start$start${contender.java.label}${contender.jvm}"
    val plan      = folder.resolve(s"$name.json")
    Files.writeString(plan, ujson.write(planJson(contender)))
    val command = List(contender.java.executable.toString) ++ contender.options ++ contender.row.options ++
      HarnessOptions.oneCompilation ++ List("-cp", classPath(contender.row)) ++
      List("brine.lab.harness.Main", "turns", plan.toString)
    val child = TurnChild(command, logs.resolve(s"$name.log"), cancellation, player.failedCell)
    player.child = Some(child)
    contender.cells.zipWithIndex
      .groupBy((spec, _) => (spec.name, spec.op))
      .values
      .foreach(group => player.units(group.map(_._2).min) = group.map(_._2))
    val _ =
      child.await("ready", times.silence.seconds)(line => if line("event").str == "begin" then began(player, line))

  private def began(player: Player, line: ujson.Value): Unit = player.at = line("id").num.toInt

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
      "scratch"   -> folder.toString,
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
    val cases = players.flatMap(player => player.playing.map(id => caseOf(player, id))).distinct
    for name <- random.shuffle(cases) if !cancellation.requested do
      for player <- random.shuffle(players) if player.lives do
        player.playing.find(id => caseOf(player, id) == name).foreach(turn(player, _, round))

  private def caseOf(player: Player, id: Int): (String, String) =
    val spec = player.contender.cells(id)
    (spec.name, spec.op)

  private def turn(player: Player, id: Int, round: Int): Unit =
    player.at = id
    val child = player.child.get
    child.send(s"turn $id ${times.turnMillis * 1000}")
    for
      line    <- child.await("turn", times.silence.seconds)()
      figures <- line.obj.get("figures")
    do
      val before = player.samples.getOrElse(id, Map.empty)
      player.samples(id) = player
        .units(id)
        .foldLeft(before): (samples, cell) =>
          val op     = player.contender.cells(cell).op
          val sample = samples.getOrElse(op, Sample.empty)
          figures.obj
            .get(op)
            .fold(samples): value =>
              samples.updated(
                op,
                Sample(
                  sample.turns.padTo(round, Double.NaN) :+ value.num,
                  line("units").obj.get(op).fold("")(_.str),
                  sample.costs :+ line("cost").num,
                  sample.allocated ++ line.obj.get("allocated").map(_.num)
                )
              )

  private def check(player: Player): Unit =
    val child = player.child.get
    child.send("check")
    val _ = child.await("checked", times.silence.seconds)()

  // ------------------------------------------------------------------------------------------- results

  private def cells(player: Player): List[Cell] =
    player.contender.cells.zipWithIndex.map: (spec, id) =>
      val unit  = player.units.collectFirst { case (first, ids) if ids.contains(id) => first }.getOrElse(id)
      val blank = Cell(
        study,
        spec.name,
        player.contender.label,
        spec.op,
        version = player.contender.row.version,
        round = start,
        mode = mode,
        n = spec.n,
        note = spec.note,
        jdk = player.contender.java.label,
        jvm = player.contender.jvm
      )
      player.failed
        .get(id)
        .orElse(player.failed.get(unit))
        .orElse(player.unsettled.get(unit).map("unsettled" -> _))
        .orElse(player.child.flatMap(_.ended).map(blame(player, unit, _))) match
        case Some((status, note)) => blank.copy(status = status, note = note)
        case None                 =>
          player.samples.get(unit).flatMap(_.get(spec.op)).filter(_.played.nonEmpty) match
            case Some(sample) =>
              val cell = measured(blank, spec, sample)
              if spec.perValue then cell.perValue else cell
            case None => blank.copy(status = "skipped", note = "took no turn")

  /** A child that ended has its current case to blame; the others were not reached. */
  private def blame(player: Player, unit: Int, end: (String, String)): (String, String) =
    val culprit = player.units.collectFirst { case (first, ids) if ids.contains(player.at) => first }.getOrElse(0)
    if unit == culprit then end
    else
      val spec = player.contender.cells(culprit)
      ("skipped", s"not reached: ${end._1} at ${spec.name} ${spec.op}")

  private def measured(blank: Cell, spec: CellSpec, sample: Sample): Cell =
    val calm   = Sample.calmest(Contest.sameCase(players.map(p => p.contender.cells -> p.samples.toMap), spec))
    val inCalm = sample.turns.indices.filter(calm).map(sample.turns).filterNot(_.isNaN)
    blank.copy(
      value = Some(Statistics.median(if inCalm.isEmpty then sample.played else inCalm)),
      unit = Some(sample.unit),
      lo = Some(sample.played.min),
      hi = Some(sample.played.max),
      cpuNs = Option.when(sample.costs.nonEmpty && sample.unit == "ns")(Statistics.median(sample.costs)),
      allocB = Option.when(sample.allocated.nonEmpty)(Statistics.median(sample.allocated)),
      runs = Some(sample.played.size),
      turns = sample.turns.toList.map(Contest.short)
    )

object Contest:
  /** Five digits: more would be noise, and make the file of results larger. */
  private def short(value: Double): Double =
    if value.isNaN || value == 0 then value else BigDecimal(value).round(java.math.MathContext(5)).toDouble

  /** The samples of one cell, of all contenders. */
  private def sameCase(all: List[(List[CellSpec], Map[Int, Map[String, Sample]])], spec: CellSpec): List[Sample] =
    for
      (cells, samples) <- all
      (first, byOp)    <- samples.toList
      if cells(first).name == spec.name
      sample <- byOp.get(spec.op).toList
    yield sample
