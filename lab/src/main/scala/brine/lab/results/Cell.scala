package brine.lab.results

import upickle.default.*
import upickle.implicits.key

/** One measurement of one child JVM: a line of `results.jsonl`.
  *
  * @param study
  *   `site`, `evactor`, `books`
  * @param name
  *   the case within the study, `site-8k`
  * @param library
  *   the row; a library's second appearance as the A/A control is named `control-LIBRARY`
  * @param op
  *   `encode`, `decode`, `size`, `run`, `startup`, `startup-deny`; `size-CONTAINER` for a library's own form for many messages
  * @param status
  *   `ok`, `wrong`, `unsupported`, `unavailable`, `oom`, `timeout`, `crashed`, `skipped`
  * @param note
  *   one line that says why, empty when there is nothing to say
  * @param round
  *   1-based; the replicate is the child JVM, so values of different rounds are independent
  * @param value
  *   the median of the child's iterations, in `unit` per operation: a whole case, or one event for `ns/event`
  * @param lo
  *   the least of the iterations
  * @param hi
  *   the greatest of the iterations
  * @param cpuNs
  *   time on the processor for the same operation, nanoseconds: less disturbed by other work on the machine
  * @param allocB
  *   bytes the benchmark's thread allocated per operation
  * @param sizeB
  *   bytes of all values; `gzipB` each value compressed alone and summed, `gzipTogetherB` and `zstdB` the values of the case
  *   in one stream (see the lab's guide for the framing), `zstdEachB` each alone and summed; `togetherB` that stream's own length
  * @param n
  *   how many values the case has
  * @param openMs
  *   evactor: creating the events and the codec, outside the clock; start-up: until the values were ready
  * @param firstMs
  *   evactor: the first of the consecutive runs
  * @param platform
  *   where it ran: `jvm`, which is left out in the file, or `browser`
  * @param jvm
  *   the collector or the layout of objects it ran under, when a run compares several; empty for the study's own
  * @param limit
  *   study log, one caller that waits: records a second that bare forced writes reached right before or after it
  * @param compressionStreamB
  *   the browser's own gzip of the same bytes, by `CompressionStream`; its compressor is not the JVM's, so the bytes differ
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
    limit: Option[Double] = None
):
  def ok: Boolean = status == "ok"

  /** Whether it belongs to the A/A control. */
  def isControl: Boolean = library.startsWith(Cell.controlPrefix)

  /** What a cell measures; a second line with the same key replaces the first. */
  def key: Cell.Key = Cell.Key(study, name, library, op, round, jdk, platform, jvm)

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

  /** Where a cell may have run, in the order a report shows them. */
  val platforms: List[String] = List("jvm", "browser")

  /** Statuses in the order they are explained to a reader. */
  val statuses: List[String] =
    List("ok", "wrong", "unsupported", "unavailable", "oom", "timeout", "crashed", "skipped")

  /** The prefix of the A/A control's rows. */
  val controlPrefix = "control-"

  given ReadWriter[Cell] = macroRW

  /** The cell as a line of the results file; the control's lines are of a kind of their own, so that nobody who reads the
    * file takes them for one more library.
    */
  def toJson(cell: Cell): ujson.Obj =
    val fields = writeJs(cell).obj
    val line   = ujson.Obj("kind" -> (if cell.isControl then "control" else "cell"))
    // The identity first, so that a person reading the raw file finds it; status and round are never left out.
    for name <- List("study", "case", "library", "version", "op") do line(name) = fields.getOrElse(name, ujson.Str(""))
    line("status") = cell.status
    line("note") = cell.note
    line("round") = cell.round
    line("mode") = cell.mode
    for (name, value) <- fields if !line.obj.contains(name) do line(name) = value
    line

  def fromJson(line: ujson.Value): Cell = read[Cell](line)
