package brine.lab.page

import brine.lab.results.{Cell, Results}
import brine.lab.statistics.Statistics
import brine.lab.statistics.Statistics.Estimate

/** One cell of the tables: the result of all rounds.
  *
  * @param status
  *   `ok` only if every round was ok; otherwise the worst status of the rounds
  * @param time
  *   the median over forks with its interval, if any fork has a value
  * @param costs
  *   the medians over forks
  * @param outliers
  *   number of forks outside Tukey's fences; they are marked and kept
  */
final case class Summary(
    study: String,
    name: String,
    library: String,
    op: String,
    status: String,
    note: String,
    time: Option[Estimate],
    unit: String,
    costs: Cell.Costs,
    sizes: Option[Summary.Sizes],
    n: Option[Int],
    outliers: Int,
    cells: List[Cell]
):
  export costs.{allocB, cpuNs, gcMs, heapB}

  def ok: Boolean      = status == "ok"
  def platform: String = cells.head.platform

  /** Milliseconds of the first run of a JVM, where it is reported separately. */
  def firstMs: Option[Double] =
    val all = cells.flatMap(_.firstMs)
    Option.when(all.nonEmpty)(Statistics.median(all))

  /** The number of delays that a percentile is of, over all starts; `None` for other figures. */
  def samples: Option[Long] = cells.flatMap(_.samples).reduceOption(_ + _)

  /** The time per counted item. */
  def each: Option[Double] = for value <- time; count <- n if count > 0 yield value.value / count

  /** Bytes of the browser's own gzip. */
  def compressionStream: Option[Double] = cells.flatMap(_.compressionStreamB).headOption

object Summary:
  /** The sizes of a case in bytes.
    *
    * @param raw
    *   all messages
    * @param gzip
    *   each message compressed on its own with gzip, summed
    * @param together
    *   all messages in one gzip stream
    * @param zstd
    *   all messages in one zstd stream
    * @param zstdEach
    *   each message compressed on its own with zstd, summed
    * @param stream
    *   the stream of all messages, uncompressed
    */
  final case class Sizes(raw: Double, gzip: Double, together: Double, zstd: Double, zstdEach: Double, stream: Double)

  private val gravity =
    List(
      "ok",
      "skipped",
      "unsettled",
      "unavailable",
      "unsupported",
      "crashed",
      "timeout",
      "oom",
      "wrong"
    ).zipWithIndex.toMap

  /** The label of a row: with its JDK and collector if the run has several, and with its platform if that is not the
    * JVM.
    */
  def label(cell: Cell): String =
    val where = List(cell.jdk, cell.jvm, if cell.platform == "jvm" then "" else cell.platform).filter(_.nonEmpty)
    if where.isEmpty then cell.library else s"${cell.library} (${where.mkString(", ")})"

  def of(results: Results): List[Summary] =
    results.measured
      .filter(_.op.nonEmpty)
      .groupBy(cell => (cell.study, cell.name, label(cell), cell.op))
      .toList
      .sortBy(_._1)
      .map { case ((study, name, library, op), cells) => summarize(study, name, library, op, cells.sortBy(_.round)) }

  private def summarize(study: String, name: String, library: String, op: String, cells: List[Cell]): Summary =
    val worst                                                  = cells.maxBy(cell => gravity.getOrElse(cell.status, 0))
    val timed                                                  = cells.filter(_.value.nonEmpty)
    val values                                                 = timed.flatMap(_.value)
    def middle(figure: Cell => Option[Double]): Option[Double] =
      val all = timed.flatMap(figure)
      Option.when(all.nonEmpty)(Statistics.median(all))
    val mixed = Option.when(worst.status != "ok" && cells.exists(_.ok)):
      s"${cells.count(!_.ok)} of ${cells.size} rounds"
    Summary(
      study,
      name,
      library,
      op,
      worst.status,
      (mixed.toList :+ worst.note).filter(_.nonEmpty).mkString(": "),
      Option.when(values.nonEmpty)(Statistics.estimate(values)),
      timed.flatMap(_.unit).headOption.getOrElse(""),
      Cell.Costs(middle(_.cpuNs), middle(_.allocB), middle(_.gcMs), middle(_.heapB)),
      cells.flatMap(sizes).headOption,
      cells.flatMap(_.n).headOption,
      values.count(Statistics.outlier(values, _) > 0),
      cells
    )

  private def sizes(cell: Cell): Option[Sizes] =
    for
      raw      <- cell.sizeB
      gzip     <- cell.gzipB
      together <- cell.gzipTogetherB
      zstd     <- cell.zstdB
    yield Sizes(raw, gzip, together, zstd, cell.zstdEachB.getOrElse(zstd), cell.togetherB.getOrElse(raw))
