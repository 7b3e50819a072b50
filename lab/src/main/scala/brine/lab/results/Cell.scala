package brine.lab.results

import upickle.default.*
import upickle.implicits.key

/** One measurement of one child JVM: a line of `results.jsonl`.
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
  * @param value
  *   the median of the child's iterations, in `unit` per operation: a whole case, or one event for `ns/event`
  * @param lo
  *   the smallest iteration
  * @param hi
  *   the largest iteration
  * @param cpuNs
  *   processor time of the operation in nanoseconds; less disturbed by other work on the machine
  * @param allocB
  *   bytes allocated by the benchmark's thread per operation
  * @param sizeB
  *   bytes of all values. `gzipB` and `zstdEachB`: each value compressed on its own, summed; `gzipTogetherB` and
  *   `zstdB`: the values of the case in one stream (see the lab's guide for the framing); `togetherB`: length of that
  *   stream
  * @param n
  *   number of values of the case
  * @param openMs
  *   evactor: milliseconds for creating the events and the codec, not timed; start-up: until the values were ready
  * @param firstMs
  *   milliseconds of the first of the consecutive runs
  * @param platform
  *   `jvm`, which is omitted in the file, or `browser`
  * @param jvm
  *   the collector or object layout, if a run compares several; empty for the study's own
  * @param limit
  *   study log, one waiting caller: records per second of writes with an fsync each, measured right beside the case
  * @param turns
  *   the figure of each round, in `unit`, of a cell measured in turns with other libraries: the same index in two
  *   libraries' cells of the same case, operation and start (`round`) is the same moment; `NaN` where it took no turn.
  *   Of a limit of the machine: every look at it, in the order of time
  * @param samples
  *   of a percentile of all turns of a start together: the number of delays it is of
  * @param beside
  *   study log: the machine's limits around each turn, by their operations: the mean of the looks before and after it
  * @param compressionStreamB
  *   bytes of the browser's own gzip (`CompressionStream`); its compressor differs from the JVM's
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
    value: Option[Double] = None,
    unit: Option[String] = None,
    lo: Option[Double] = None,
    hi: Option[Double] = None,
    cpuNs: Option[Double] = None,
    allocB: Option[Double] = None,
    gcMs: Option[Double] = None,
    heapB: Option[Double] = None,
    sizeB: Option[Double] = None,
    gzipB: Option[Double] = None,
    gzipTogetherB: Option[Double] = None,
    zstdB: Option[Double] = None,
    n: Option[Int] = None,
    runs: Option[Int] = None,
    openMs: Option[Double] = None,
    firstMs: Option[Double] = None,
    warnings: Option[Int] = None,
    jdk: String = "",
    platform: String = "jvm",
    compressionStreamB: Option[Double] = None,
    jvm: String = "",
    togetherB: Option[Double] = None,
    zstdEachB: Option[Double] = None,
    limit: Option[Double] = None,
    turns: List[Double] = Nil,
    samples: Option[Long] = None,
    beside: Map[String, List[Double]] = Map.empty
):
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
      value = each(value),
      unit = unit.map(_ + "/event"),
      lo = each(lo),
      hi = each(hi),
      cpuNs = each(cpuNs),
      allocB = each(allocB),
      turns = turns.map(_ / values)
    )

object Cell:
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

  given ReadWriter[Cell] = macroRW

  /** The cell as a line of the results file. Lines of the control have their own kind, so that nobody mistakes it for
    * another library.
    */
  def toJson(cell: Cell): ujson.Obj =
    val fields = writeJs(cell).obj
    val line   = ujson.Obj("kind" -> (if cell.isControl then "control" else "cell"))
    // Identity first, so that a person finds it in the raw file; status and round are always present.
    for name <- List("study", "case", "library", "version", "op") do line(name) = fields.getOrElse(name, ujson.Str(""))
    line("status") = cell.status
    line("note") = cell.note
    line("round") = cell.round
    line("mode") = cell.mode
    for (name, value) <- fields if !line.obj.contains(name) do line(name) = value
    line

  def fromJson(line: ujson.Value): Cell = read[Cell](line)
