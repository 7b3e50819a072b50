package brine.lab.report

import brine.lab.results.{Cell, Results}
import brine.lab.statistics.Statistics

/** The timed cells in the format of JMH's own result file (`-rf json`), for tools that read such files.
  *
  * A benchmark is an operation of a study; its parameters are the case, the library and the platform. The raw data has
  * one figure per child JVM, its median, because the results file contains no single iterations. The score is the
  * median over children, with the report's 95 % interval; JMH uses the mean and 99.9 %. With too few children for an
  * interval the error is `NaN`, as JMH writes it.
  */
object JmhJson:
  val fileName = "jmh.json"

  def of(results: Results): String = ujson.write(ujson.Arr.from(benchmarks(results)), indent = 2) + "\n"

  private def benchmarks(results: Results): List[ujson.Obj] =
    results.measured
      .filter(cell => cell.value.nonEmpty && (Set("encode", "decode", "run")(cell.op)))
      .groupBy(cell => (cell.study, cell.op, cell.name, cell.library, cell.platform, cell.jdk, cell.jvm))
      .toList
      .sortBy(_._1)
      .map((_, cells) => benchmark(results, cells.sortBy(_.round)))

  private def benchmark(results: Results, cells: List[Cell]): ujson.Obj =
    val cell            = cells.head
    val singleShot      = cell.op == "run"
    val (count, warmUp) =
      if cell.turns.nonEmpty then (1, turn(results, cell, "leastWarmUp")) else iterations(results, "warmUp", cell)
    val (measured, length) =
      if cell.turns.nonEmpty then (cell.turns.size, turn(results, cell, "millis"))
      else iterations(results, "measure", cell)
    ujson.Obj(
      "jmhVersion"            -> results.text("jmh"),
      "benchmark"             -> s"brine.lab.${cell.study}.${cell.op}",
      "mode"                  -> (if singleShot then "ss" else "avgt"),
      "threads"               -> 1,
      "forks"                 -> cells.size,
      "jvm"                   -> "",
      "jvmArgs"               -> ujson.Arr.from(arguments(results, cell)),
      "jdkVersion"            -> (if cell.jdk.isEmpty then results.text("jdk") else cell.jdk.stripPrefix("JDK ")),
      "vmName"                -> (if cell.platform == "jvm" then "" else results.text(cell.platform)),
      "vmVersion"             -> "",
      "warmupIterations"      -> (if singleShot then 0 else count),
      "warmupTime"            -> warmUp,
      "warmupBatchSize"       -> 1,
      "measurementIterations" -> (if singleShot then cell.runs.getOrElse(1) else measured),
      "measurementTime"       -> length,
      "measurementBatchSize"  -> 1,
      "params"                -> parameters(cell),
      "primaryMetric"         -> metric(cells.flatMap(_.value), if singleShot then "ms/op" else "ns/op"),
      "secondaryMetrics"      -> secondary(cells)
    )

  private def parameters(cell: Cell): ujson.Obj =
    val fields = ujson.Obj("case" -> cell.name, "library" -> cell.library, "platform" -> cell.platform)
    if cell.jdk.nonEmpty then fields("jdk") = cell.jdk
    if cell.jvm.nonEmpty then fields("jvm") = cell.jvm
    fields

  private def arguments(results: Results, cell: Cell): List[String] =
    def option(block: String, name: String) =
      results.environment.value.get(block).flatMap(_.objOpt).flatMap(_.get(name)).flatMap(_.strOpt)
    if cell.platform != "jvm" then Nil
    else
      option("jvmSettings", cell.jvm)
        .orElse(if cell.turns.nonEmpty then inTurns(results, cell, "flags").flatMap(_.strOpt)
        else option("flags", cell.study))
        .toList
        .flatMap(_.split(" "))
        .filter(_.nonEmpty)

  /** How the JVMs of a cell took turns: as its study says, or as all do. */
  private def inTurns(results: Results, cell: Cell, field: String): Option[ujson.Value] =
    val turns = results.environment.value.get("turns").flatMap(_.objOpt)
    turns.flatMap(_.get(cell.study)).flatMap(_.objOpt).flatMap(_.get(field)).orElse(turns.flatMap(_.get(field)))

  /** A length of cells measured in turns. */
  private def turn(results: Results, cell: Cell, field: String): String =
    inTurns(results, cell, field).flatMap(_.numOpt).fold("")(millis => s"${millis.toInt} ms")

  /** Number and length of iterations, from text such as `3 x 50 ms`. */
  private def iterations(results: Results, name: String, cell: Cell): (Int, String) =
    val field = if cell.platform == "browser" then "browser" + name.capitalize else name
    results.text(field).split(" x ") match
      case Array(count, length) => count.toIntOption.getOrElse(1) -> length
      case _                    => 1                              -> ""

  private def secondary(cells: List[Cell]): ujson.Obj =
    val all = List[(String, Cell => Option[Double], String)](
      ("gc.alloc.rate.norm", _.allocB, "B/op"),
      ("cpu", _.cpuNs, "ns/op")
    )
    ujson.Obj.from(
      for (name, figure, unit) <- all; values = cells.flatMap(figure) if values.nonEmpty
      yield name -> metric(values, unit)
    )

  private def metric(forks: List[Double], unit: String): ujson.Obj =
    val estimate                          = Statistics.estimate(forks)
    def bounds(sure: Double): ujson.Value = if estimate.interval then ujson.Num(sure) else ujson.Str("NaN")
    ujson.Obj(
      "score"            -> estimate.value,
      "scoreError"       -> bounds((estimate.hi - estimate.lo) / 2),
      "scoreConfidence"  -> ujson.Arr(bounds(estimate.lo), bounds(estimate.hi)),
      "scorePercentiles" -> ujson.Obj.from(percentiles.map: percent =>
        s"$percent" -> ujson.Num(Statistics.percentile(forks, percent / 100))),
      "scoreUnit" -> unit,
      "rawData"   -> ujson.Arr.from(forks.map(value => ujson.Arr(value)))
    )

  private val percentiles = List(0.0, 50.0, 90.0, 95.0, 99.0, 99.9, 99.99, 99.999, 99.9999, 100.0)
