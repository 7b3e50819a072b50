package brine.lab.cli

import brine.lab.Refusal
import brine.lab.page.Summary
import brine.lab.results.{Cell, Results}
import brine.lab.statistics.{NoiseBand, Statistics}
import java.nio.file.Path

/** `brine lab compare A B`: the cells that both runs have, with B's time over A's and a verdict. */
object CompareCommand:
  /** One cell of both runs.
    *
    * @param ratio
    *   time of B divided by time of A
    * @param verdict
    *   `same`, `faster`, `slower`, or `n too small` if a run has too few forks
    */
  final case class Line(
      study: String,
      name: String,
      library: String,
      op: String,
      a: Double,
      b: Double,
      unit: String,
      verdict: String
  ):
    def ratio: Double = b / a

  def run(args: List[String]): Int =
    val arguments = Arguments.plain(args)
    val (a, b)    = arguments.names.value match
      case Seq(a, b) => ReportCommand.read(Path.of(a)) -> ReportCommand.read(Path.of(b))
      case other     => throw Refusal(s"compare takes two runs, not ${other.size}")
    val lines = compare(a, b)
    if lines.isEmpty then throw Refusal("the two runs have no timed cell in common")
    if arguments.json.value then println(ujson.write(ujson.Arr.from(lines.map(json))))
    else
      val other = a.text("cpu") != b.text("cpu")
      if other then println("the runs are from different machines: ratios compare the machines, not the libraries")
      println(f"${"study"}%-8s ${"case"}%-12s ${"library"}%-24s ${"op"}%-8s ${"A"}%14s ${"B"}%14s ${"B/A"}%7s")
      for line <- lines do
        println(
          f"${line.study}%-8s ${line.name}%-12s ${line.library}%-24s ${line.op}%-8s ${line.a}%14.1f ${line.b}%14.1f ${line.ratio}%7.3f ${line.verdict}"
        )
    0

  def compare(a: Results, b: Results): List[Line] =
    val bands = (a.cells ++ b.cells)
      .map(_.study)
      .distinct
      .map(study => study -> math.max(NoiseBand.of(a, study).band, NoiseBand.of(b, study).band))
      .toMap
    val byA = groups(a)
    val byB = groups(b)
    for
      (key, cellsA) <- byA.toList.sortBy(_._1)
      cellsB        <- byB.get(key)
    yield
      val (study, name, library, op) = key
      val band                       = bands(study)
      val estimateA                  = Statistics.estimate(cellsA.flatMap(_.value))
      val estimateB                  = Statistics.estimate(cellsB.flatMap(_.value))
      val verdict                    =
        if !estimateA.interval || !estimateB.interval then "n too small"
        else if estimateB.hi * band < estimateA.lo then "faster"
        else if estimateB.lo > estimateA.hi * band then "slower"
        else "same"
      Line(study, name, library, op, estimateA.value, estimateB.value, cellsA.head.unit.getOrElse(""), verdict)

  private def groups(results: Results): Map[(String, String, String, String), List[Cell]] =
    results.measured
      .filter(cell => cell.ok && cell.value.nonEmpty)
      .groupBy(cell => (cell.study, cell.name, Summary.label(cell.copy(jdk = "")), cell.op))

  private def json(line: Line): ujson.Obj = ujson.Obj(
    "study"   -> line.study,
    "case"    -> line.name,
    "library" -> line.library,
    "op"      -> line.op,
    "a"       -> line.a,
    "b"       -> line.b,
    "unit"    -> line.unit,
    "ratio"   -> line.ratio,
    "verdict" -> line.verdict
  )
