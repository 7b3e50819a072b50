package brine.lab.results

import upickle.default.*
import upickle.implicits.key

/** One measurement of one child JVM: a line of `results.jsonl`, whose fields are those of the groups side by side.
  *
  * @param study
  *   `site`, `evactor`, `books`, `actors` or `log`
  * @param name
  *   the case within the study, such as `site-8k`
  * @param library
  *   the row; a library's second appearance, as the A/A control, is named `control-LIBRARY`
  * @param op
  *   the operation: `encode`, `decode`, `size`, `run`, `startup`, `startup-deny`, `size-CONTAINER` for a library's own
  *   format for many messages, or a figure of `actors` or `log`
  * @param status
  *   `ok`, `wrong`, `unsupported`, `unavailable`, `oom`, `timeout`, `crashed`, `skipped`,
  *   `unsettled` (its times were still falling when the warm-up had to end)
  * @param note
  *   the reason in one line; empty if there is none
  * @param round
  *   number of the round, starting at 1; the replicate is the child JVM, so values of different rounds are independent
  * @param n
  *   number of values of the case
  * @param turns
  *   the figure of each round, in its unit, of a cell measured in turns with other libraries: the same index in two
  *   libraries' cells of the same case, operation and start (`round`) is the same moment; `NaN` where it took no turn.
  *   Of a limit of the machine: every look at it, in the order of time
  * @param limits
  *   study log: what the machine does without any library, beside the cell
  */
final case class Cell(
    study: String,
    @key("case") name: String,
    library: String,
    op: String,
    status: String = "ok",
    note: String = "",
    version: String = "",
    round: Int = 1,
    mode: String = "quick",
    n: Option[Int] = None,
    figure: Cell.Figure = Cell.Figure(),
    costs: Cell.Costs = Cell.Costs(),
    sizes: Cell.Sizes = Cell.Sizes(),
    opening: Cell.Opening = Cell.Opening(),
    where: Cell.Where = Cell.Where(),
    turns: List[Double] = Nil,
    limits: Cell.Limits = Cell.Limits()
):
  export figure.{hi, lo, runs, samples, unit, value}
  export costs.{allocB, cpuNs, gcMs, heapB}
  export sizes.{compressionStreamB, gzipB, gzipTogetherB, sizeB, togetherB, zstdB, zstdEachB}
  export opening.{firstMs, openMs, warnings}
  export where.{jdk, jvm, platform}
  export limits.{beside, limit}

  def withFigure(change: Cell.Figure => Cell.Figure): Cell    = copy(figure = change(figure))
  def withCosts(change: Cell.Costs => Cell.Costs): Cell       = copy(costs = change(costs))
  def withSizes(change: Cell.Sizes => Cell.Sizes): Cell       = copy(sizes = change(sizes))
  def withOpening(change: Cell.Opening => Cell.Opening): Cell = copy(opening = change(opening))
  def withWhere(change: Cell.Where => Cell.Where): Cell       = copy(where = change(where))
  def withLimits(change: Cell.Limits => Cell.Limits): Cell    = copy(limits = change(limits))

  def ok: Boolean = status == "ok"

  /** Whether the cell belongs to the A/A control. */
  def isControl: Boolean = library.startsWith(Cell.controlPrefix)

  /** The identity of a cell; a second line with the same key replaces the first. */
  def key: Cell.Key = Cell.Key(study, name, library, op, round, jdk, platform, jvm)

  /** The same figures per value instead of per pass over all values. */
  def perValue: Cell =
    val values                       = n.getOrElse(1).toDouble
    def each(figure: Option[Double]) = figure.map(_ / values)
    copy(
      figure = figure.copy(each(value), unit.map(_ + "/event"), each(lo), each(hi)),
      costs = costs.copy(each(cpuNs), each(allocB)),
      turns = turns.map(_ / values)
    )

object Cell:
  /** What was measured.
    *
    * @param value
    *   the median of the child's iterations, in `unit` per operation: a whole case, or one event for `ns/event`
    * @param lo
    *   the smallest iteration
    * @param hi
    *   the largest iteration
    * @param runs
    *   number of iterations
    * @param samples
    *   of a percentile of all turns of a start together: the number of delays it is of
    */
  final case class Figure(
      value: Option[Double] = None,
      unit: Option[String] = None,
      lo: Option[Double] = None,
      hi: Option[Double] = None,
      runs: Option[Int] = None,
      samples: Option[Long] = None
  ) derives ReadWriter

  /** What an operation took beside its time.
    *
    * @param cpuNs
    *   processor time in nanoseconds; less disturbed by other work on the machine
    * @param allocB
    *   bytes allocated by the benchmark's thread
    * @param gcMs
    *   milliseconds of collections
    * @param heapB
    *   most bytes of heap in use
    */
  final case class Costs(
      cpuNs: Option[Double] = None,
      allocB: Option[Double] = None,
      gcMs: Option[Double] = None,
      heapB: Option[Double] = None
  ) derives ReadWriter

  /** Bytes of all values of the case.
    *
    * @param gzipB
    *   each value compressed on its own, summed; `zstdEachB` likewise
    * @param gzipTogetherB
    *   the values in one stream; `zstdB` likewise. The lab's guide describes the framing
    * @param togetherB
    *   length of that stream
    * @param compressionStreamB
    *   bytes of the browser's own gzip (`CompressionStream`); its compressor differs from the JVM's
    */
  final case class Sizes(
      sizeB: Option[Double] = None,
      gzipB: Option[Double] = None,
      gzipTogetherB: Option[Double] = None,
      zstdB: Option[Double] = None,
      zstdEachB: Option[Double] = None,
      togetherB: Option[Double] = None,
      compressionStreamB: Option[Double] = None
  ) derives ReadWriter

  /** What came before the later runs.
    *
    * @param openMs
    *   evactor: milliseconds for creating the events and the codec, not timed; start-up: until the values were ready
    * @param firstMs
    *   milliseconds of the first of the consecutive runs
    * @param warnings
    *   number of the JVM's warnings at start-up
    */
  final case class Opening(
      openMs: Option[Double] = None,
      firstMs: Option[Double] = None,
      warnings: Option[Int] = None
  ) derives ReadWriter

  /** Where the cell was measured.
    *
    * @param jdk
    *   the JDK, if a run compares several
    * @param platform
    *   `jvm`, which is omitted in the file, or `browser`
    * @param jvm
    *   the collector or object layout, if a run compares several; empty for the study's own
    */
  final case class Where(jdk: String = "", platform: String = "jvm", jvm: String = "") derives ReadWriter

  /** What the machine's disk does without any library.
    *
    * @param limit
    *   with one waiting caller: records per second of writes with an fsync each, measured right beside the case
    * @param beside
    *   the limits around each turn, by their operations: the mean of the looks before and after it
    */
  final case class Limits(limit: Option[Double] = None, beside: Map[String, List[Double]] = Map.empty)
      derives ReadWriter

  final case class Key(
      study: String,
      name: String,
      library: String,
      op: String,
      round: Int,
      jdk: String,
      platform: String,
      jvm: String
  )

  /** The platforms, in the order of the report. */
  val platforms: List[String] = List("jvm", "browser")

  /** The statuses, in the order in which they are explained to a reader. */
  val statuses: List[String] =
    List("ok", "wrong", "unsupported", "unavailable", "oom", "timeout", "crashed", "skipped", "unsettled")

  /** The row of what a JVM without any library measures: the machine's limits between turns. */
  val withoutLibrary = "no-library"

  /** The prefix of the A/A control's rows. */
  val controlPrefix = "control-"

  private given ReadWriter[Cell] = macroRW

  /** The groups of fields, which are side by side in a line of the file. */
  private val groups = List("figure", "costs", "sizes", "opening", "where", "limits")

  /** The cell as a line of the results file. Lines of the control have their own kind, so that nobody mistakes it for
    * another library.
    */
  def toJson(cell: Cell): ujson.Obj =
    val (grouped, own) = writeJs(cell).obj.toList.partition((name, _) => groups.contains(name))
    val fields         = own.toMap
    val line           = ujson.Obj("kind" -> (if cell.isControl then "control" else "cell"))
    // Identity first, so that a person finds it in the raw file; status and round are always present.
    for name <- List("study", "case", "library", "version", "op") do line(name) = fields.getOrElse(name, ujson.Str(""))
    line("status") = cell.status
    line("note") = cell.note
    line("round") = cell.round
    line("mode") = cell.mode
    for (_, group) <- grouped; (name, value) <- group.obj do line(name) = value
    for (name, value) <- own if !line.obj.contains(name) do line(name) = value
    line

  /** The cell of a line. Each group takes its fields from the whole line. */
  def fromJson(line: ujson.Value): Cell =
    val nested = ujson.Obj.from(line.obj)
    for group <- groups do nested(group) = line
    read[Cell](nested)
