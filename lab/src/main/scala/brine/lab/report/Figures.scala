package brine.lab.report

import brine.lab.report.Summary.Sizes

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
    val timed = Set("encode", "decode")
    List[(String, Summary => Boolean)](
      "site-times.tsv"        -> (s => s.study == "site" && timed(s.op)),
      "site-sizes.tsv"        -> (s => s.study == "site" && s.op.startsWith("size")),
      "evactor-times.tsv"     -> (s => s.study == "evactor" && s.op == "run"),
      "evactor-per-event.tsv" -> (s => s.study == "evactor" && s.op != "run"),
      "actors.tsv"            -> (s => s.study == "actors"),
      "log.tsv"               -> (s => s.study == "log"),
      "books-times.tsv"       -> (s => s.study == "books" && timed(s.op)),
      "books-sizes.tsv"       -> (s => s.study == "books" && s.op == "size"),
      "start-up.tsv"          -> (s => s.op.startsWith("startup"))
    ).flatMap: (file, belongs) =>
      val chosen = summaries.filter(belongs)
      Option.when(chosen.nonEmpty)(file -> (columns :: chosen.map(line)).map(_.mkString("\t")).mkString("", "\n", "\n"))

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
