package brine.lab.cli

import brine.lab.failure.Refusal
import brine.lab.page.{Numbers, Summary}
import brine.lab.report.{Agreement, Caution}
import brine.lab.results.{Cell, Results}
import brine.lab.statistics.Statistics.Estimate
import brine.lab.statistics.{NoiseBand, Statistics}
import java.nio.file.Path

/** `brine lab compare A B`: what both runs decide, and the cells that both have, with their intervals, B's figure over
  * A's, and a verdict.
  */
object CompareCommand:
  /** One cell of both runs.
    *
    * @param verdict
    *   `same`, `faster`, `slower`, or `n too small` if a run has too few forks; of B against A
    */
  final case class Line(
      study: String,
      name: String,
      library: String,
      op: String,
      a: Estimate,
      b: Estimate,
      unit: String,
      verdict: String
  ):
    /** The figure of B divided by that of A. */
    def ratio: Double = b.value / a.value

    /** Whether larger figures are better. */
    def isRate: Boolean = unit.endsWith("/s")

  def run(args: List[String]): Int =
    val arguments = Arguments.compare(args)
    val (a, b)    = arguments.names.value match
      case Seq(a, b) => ReportCommand.read(Path.of(a)) -> ReportCommand.read(Path.of(b))
      case other     => throw Refusal(s"compare takes two runs, not ${other.size}")
    if arguments.decisions.value then Decisions.print(a, b, arguments.json.value) else cells(a, b, arguments.json.value)

  private def cells(a: Results, b: Results, json: Boolean): Int =
    val lines = compare(a, b)
    if lines.isEmpty then throw Refusal("the two runs have no timed cell in common")
    if json then println(ujson.write(ujson.Arr.from(lines.map(toJson))))
    else println(text(a, b, lines))
    0

  /** The comparison for people: one table for each study and operation, each with its geometric mean. */
  def text(a: Results, b: Results, lines: List[Line]): String =
    val other = Option.when(a.text("cpu") != b.text("cpu"))(
      "the runs are from different machines: ratios compare the machines, not the libraries"
    )
    val smoke  = Option.when(List(a, b).exists(_.mode == "smoke"))("a smoke run: its times mean nothing")
    val tables = lines
      .groupBy(line => (line.study, line.op, line.unit))
      .toList
      .sortBy(_._1)
      .map { case ((study, op, unit), group) => table(s"$study, $op, $unit", noise(a, b, study), group) }
    (described(a, b) ++ other ++ smoke ++ Decisions.lines(Agreement.of(a, b)) ++ tables).mkString("\n")

  /** What each run is, and what disturbed it. */
  private[cli] def described(a: Results, b: Results): List[String] =
    for
      (name, run) <- List("A" -> a, "B" -> b)
      line        <- List(described(run), Caution(run).disturbances) if line.nonEmpty
    yield s"$name: $line"

  private def described(run: Results): String =
    val parts = List(
      run.mode + " run",
      run.text("startedAt").take(16).replace('T', ' '),
      run.text("cpu"),
      if run.text("jdk").isEmpty then "" else "JDK " + run.text("jdk"),
      if run.text("commit").isEmpty then "" else "commit " + run.text("commit").take(8)
    )
    parts.filter(_.nonEmpty).mkString(", ")

  private def table(title: String, band: NoiseBand, lines: List[Line]): String =
    val rows = lines.map: line =>
      val change = f"${(line.ratio - 1) * 100}%+.1f %%"
      // As benchstat does: a tilde where no difference was shown.
      val shown = if Set("same", "n too small")(line.verdict) then s"~ ($change)" else change
      List(
        line.name,
        line.library,
        figure(line.a),
        figure(line.b),
        shown,
        s"${line.verdict} (n=${line.a.n}+${line.b.n})"
      )
    val head   = List("case", "library", "A", "B", "B against A", "verdict of B")
    val mean   = Statistics.geometricMean(lines.map(_.ratio))
    val last   = List("geometric mean", "", "", "", f"${(mean - 1) * 100}%+.1f %%", s"${lines.size} cells")
    val all    = head :: rows ::: List(last)
    val widths = head.indices.map(at => all.map(_(at).length).max)
    val body   = all.map: cells =>
      cells.zip(widths).zipWithIndex.map { case ((text, width), at) =>
        if at >= 2 && at <= 4 then " " * (width - text.length) + text else text.padTo(width, ' ')
      }
    val noise =
      if band.pairs > 0 then f"the same library differs from itself by up to ${band.percent}%.1f %%"
      else f"no library ran twice, so differences up to ${band.percent}%.1f %% count as noise"
    (s"\n$title; $noise" :: body.map(_.mkString("  ").stripTrailing)).mkString("\n")

  private def figure(estimate: Estimate): String =
    // A single fork has no spread.
    if estimate.n < 2 then Numbers.sure(estimate)
    else
      val spread = math.max(estimate.hi - estimate.value, estimate.value - estimate.lo) / estimate.value
      f"${Numbers.sure(estimate)} ±${math.ceil(spread * 100)}%.0f %%"

  /** The wider band of the two runs. */
  private def noise(a: Results, b: Results, study: String): NoiseBand =
    List(NoiseBand.of(a, study), NoiseBand.of(b, study)).maxBy(noise => (noise.band, noise.pairs))

  def compare(a: Results, b: Results): List[Line] =
    val bands = (a.cells ++ b.cells).map(_.study).distinct.map(study => study -> noise(a, b, study).band).toMap
    val byA   = groups(a)
    val byB   = groups(b)
    for
      (key, cellsA) <- byA.toList.sortBy(_._1)
      cellsB        <- byB.get(key)
    yield
      val (study, name, library, op) = key
      val band                       = bands(study)
      val estimateA                  = Statistics.estimate(cellsA.flatMap(_.value))
      val estimateB                  = Statistics.estimate(cellsB.flatMap(_.value))
      val unit                       = cellsA.head.unit.getOrElse("")
      val line                       = Line(study, name, library, op, estimateA, estimateB, unit, "")
      val isLess                     = estimateB.hi * band < estimateA.lo
      val isMore                     = estimateB.lo > estimateA.hi * band
      val verdict                    =
        if !estimateA.interval || !estimateB.interval then "n too small"
        else if isLess then if line.isRate then "slower" else "faster"
        else if isMore then if line.isRate then "faster" else "slower"
        else "same"
      line.copy(verdict = verdict)

  private def groups(results: Results): Map[(String, String, String, String), List[Cell]] =
    results.measured
      .filter(cell => cell.ok && cell.value.nonEmpty)
      .groupBy(cell => (cell.study, cell.name, Summary.label(cell.withWhere(_.copy(jdk = ""))), cell.op))

  private def toJson(line: Line): ujson.Obj =
    def estimate(of: Estimate) = ujson.Obj("lo" -> of.lo, "hi" -> of.hi, "n" -> of.n, "interval" -> of.interval)
    ujson.Obj(
      "study"     -> line.study,
      "case"      -> line.name,
      "library"   -> line.library,
      "op"        -> line.op,
      "a"         -> line.a.value,
      "b"         -> line.b.value,
      "intervalA" -> estimate(line.a),
      "intervalB" -> estimate(line.b),
      "unit"      -> line.unit,
      "ratio"     -> line.ratio,
      "verdict"   -> line.verdict
    )
