package brine.lab.report

import brine.lab.results.{Cell, Results}
import brine.lab.statistics.Statistics
import brine.lab.statistics.Statistics.Estimate

/** One cell of the tables: what all rounds together say.
  *
  * @param status
  *   `ok` only when every round was; else the gravest of the rounds
  * @param time
  *   the median over forks with its interval, if any fork has a value
  * @param outliers
  *   forks outside Tukey's fences: flagged, kept
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
    cpuNs: Option[Double],
    allocB: Option[Double],
    gcMs: Option[Double],
    heapB: Option[Double],
    sizes: Option[Summary.Sizes],
    n: Option[Int],
    outliers: Int,
    cells: List[Cell]
):
  def ok: Boolean      = status == "ok"
  def platform: String = cells.head.platform

  /** Milliseconds of the first run of a JVM, where the others are told apart from it. */
  def firstMs: Option[Double] =
    val all = cells.flatMap(_.firstMs)
    Option.when(all.nonEmpty)(Statistics.median(all))

  /** The figure for one of the things that were counted. */
  def each: Option[Double] = for value <- time; count <- n if count > 0 yield value.value / count

  /** Bytes of the browser's own gzip. */
  def compressionStream: Option[Double] = cells.flatMap(_.compressionStreamB).headOption

object Summary:
  /** @param together
    *   all in one gzip stream, as `zstd` is in one of Zstandard
    * @param stream
    *   the length of that stream before it is compressed
    */
  final case class Sizes(raw: Double, gzip: Double, together: Double, zstd: Double, zstdEach: Double, stream: Double)

  private val gravity =
    List("ok", "skipped", "unavailable", "unsupported", "crashed", "timeout", "oom", "wrong").zipWithIndex.toMap

  /** How a row is called: with its JDK and its collector when the run has several, and with its platform when that is not
    * the JVM.
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
      middle(_.cpuNs),
      middle(_.allocB),
      middle(_.gcMs),
      middle(_.heapB),
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
