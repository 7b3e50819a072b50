package brine.lab.report

import brine.lab.catalog.Studies
import brine.lab.page.{Numbers, Summary}
import brine.lab.page.Summary.Sizes

/** One tab-separated file per figure of the page; the first line is a header with units. */
object Figures:
  private val columns = List(
    "study",
    "case",
    "library",
    "version",
    "op",
    "n",
    "value",
    "unit",
    "lo",
    "hi",
    "forks",
    "cpu_ns",
    "alloc_B",
    "gc_ms",
    "heap_B",
    "size_B",
    "gzip_B",
    "gzip_together_B",
    "zstd_B",
    "status",
    "note",
    "platform",
    "compressionstream_gzip_B",
    "zstd_each_B",
    "together_B"
  )

  /** File name and content of every figure that has data. */
  def all(summaries: List[Summary]): List[(String, String)] =
    Studies.all
      .flatMap(_.figures)
      .flatMap: figure =>
        val chosen = summaries.filter(figure.belongs)
        Option.when(chosen.nonEmpty)(
          figure.file -> (columns :: chosen.map(line)).map(_.mkString("\t")).mkString("", "\n", "\n")
        )

  private def line(summary: Summary): List[String] =
    def number(value: Option[Double]) = value.fold("")(Numbers.raw)
    def size(figure: Sizes => Double) = number(summary.sizes.map(figure))
    List(
      summary.study,
      summary.name,
      summary.library,
      summary.cells.head.version,
      summary.op,
      summary.n.fold("")(_.toString),
      number(summary.time.map(_.value)),
      summary.unit,
      number(summary.time.map(_.lo)),
      number(summary.time.map(_.hi)),
      summary.time.fold("")(_.n.toString),
      number(summary.cpuNs),
      number(summary.allocB),
      number(summary.gcMs),
      number(summary.heapB),
      size(_.raw),
      size(_.gzip),
      size(_.together),
      size(_.zstd),
      summary.status,
      summary.note.replaceAll("\\s+", " "),
      summary.platform,
      summary.compressionStream.fold("")(Numbers.raw),
      size(_.zstdEach),
      size(_.stream)
    )
