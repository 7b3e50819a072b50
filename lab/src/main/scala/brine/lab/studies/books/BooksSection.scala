package brine.lab.studies.books

import brine.lab.page.*
import brine.lab.page.Tables.*
import brine.lab.results.Cell
import brine.lab.statistics.Statistics
import scalatags.Text.all.*

/** The `books` study: the six columns of BooPickle's page for each test, per measured platform. */
final class BooksSection(page: PageContext):
  private val summaries = page.summaries.filter(_.study == "books")
  private val found     = summaries.map(s => (s.name, s.library, s.op) -> s).toMap
  private val rows      = page.rowsOf("books", Set("size", "encode", "decode"))
  private val platforms = Cell.platforms.filter(platform => summaries.exists(_.platform == platform))
  private val ops       = List("encode" -> "write", "decode" -> "read")

  def render: Frag = sectionOf(
    "books",
    BooksStudy.title,
    answers(page, BooksStudy.verdicts(page)),
    p(
      "Eight data sets, each written and read as one message: the sixteen tests of the performance page that ",
      "BooPickle's author published. The data has the published shapes and sizes, with strings of our own. A bar is ",
      "the share of the best in its column for operations per second, where longer is better, and of the longest for ",
      "bytes, where shorter is better."
    ),
    if platforms.sizeIs > 1 then
      div(cls := "controls", role := "group", attr("aria-label") := "Platform of the chart")(
        page.select("platform", "Platform", platforms.map(name => name -> name))
      )
    else frag(),
    chart("books-heat", "How many times the time of the fastest each library takes, by test."),
    loads,
    openDetails("Times (µs)", times),
    platforms.map(tests),
    details("Bytes allocated per operation", allocation),
    if summaries.exists(_.compressionStream.nonEmpty) then
      details("Bytes by the browser's own gzip, CompressionStream", compressionStream)
    else frag(),
    details("Published figures beside ours", published)
  )

  /** No library runs twice in the browser; the spread of its page loads takes the place of the noise band. */
  private def loads: Frag =
    val spreads = for
      summary <- summaries
      if summary.platform == "browser"
      time <- summary.time
      if time.n > 1 && time.lo > 0
    yield time.hi / time.lo
    if spreads.isEmpty then frag()
    else
      val rounds = summaries.filter(_.platform == "browser").flatMap(_.time).map(_.n).max
      p(id := "books-browser-noise")(
        s"In the browser every library had $rounds page loads, in a new random order for each round; tables show their median, and a cell's ",
        s"interval or range when it is pointed at. Two loads of the same library differed by up to ",
        s"${Numbers.short((Statistics.percentile(spreads, 0.95) - 1) * 100)} % (95th percentile of ${spreads.size} cells): smaller ",
        "differences say nothing."
      )

  private def rowsOn(platform: String): List[(String, String)] =
    val there = summaries.filter(_.platform == platform).map(_.library).toSet
    rows.filter((library, _) => there(library))

  private def suffix(platform: String) = if platform == "jvm" then "" else s"-$platform"

  private def tests(platform: String): Frag = frag(
    h3(if platform == "jvm" then "The sixteen tests on the JVM" else s"The sixteen tests in a $platform"),
    BooksStudy.described.zipWithIndex.map: (described, index) =>
      val (name, words) = described
      val tables        = ops.map((op, word) => sixColumns(platform, name, op, s"$name: $word $words"))
      if index == 0 then openDetails(name, div(cls := "pair")(tables)) else details(name, div(cls := "pair")(tables))
  )

  private def sixColumns(platform: String, name: String, op: String, captionText: String): Frag =
    val here                                                 = rowsOn(platform)
    def all(what: String, figure: Summary => Option[Double]) =
      here.flatMap((library, _) => found.get((name, library, what)).flatMap(figure)).filter(_ > 0)
    val best    = all(op, operations).maxOption
    val bytes   = all("size", _.sizes.map(_.raw))
    val gzipped = all("size", _.sizes.map(_.gzip))
    val head    = Seq(tr(List("library", "ops/s", "%", "size, B", "%", "gzip, B", "%").map(column(_))))
    val body    = here.map: (library, _) =>
      val sized = found.get((name, library, "size"))
      tr(dataLibrary := library, cls := (if Ours.isOurs(library) then "ours" else ""))(
        th(attr("scope") := "row")(named(library)),
        speed(found.get((name, library, op)), best),
        size(sized, _.raw, bytes),
        size(sized, _.gzip, gzipped)
      )
    scrolling(captionText, head, body, id := s"books-$name-$op${suffix(platform)}")

  private def operations(summary: Summary): Option[Double] =
    summary.time.filter(_.value > 0).map(time => 1e9 / time.value)

  private def speed(summary: Option[Summary], best: Option[Double]): Frag =
    summary.flatMap(found => operations(found).map(found -> _)) match
      case Some((found, figure)) =>
        val share = best.fold(0.0)(figure / _)
        frag(
          td(
            cls       := (if found.ok then "number" else "number suspect"),
            dataKind  := "ops",
            dataValue := Numbers.raw(figure),
            title     := interval(found)
          )(Numbers.whole(figure)),
          bar(share, share)
        )
      case None => frag(summary.fold(none)(failure), none)

  private def interval(summary: Summary): String = summary.time.fold(""): time =>
    s"${Numbers.micros(time.value)} µs, ${if time.interval then "95 % interval" else "range"} ${Numbers.micros(time.lo)} to ${Numbers.micros(time.hi)}"

  private def size(summary: Option[Summary], figure: Summary.Sizes => Double, all: List[Double]): Frag =
    summary.flatMap(_.sizes.map(figure)).filter(_ => all.nonEmpty) match
      case Some(bytes) =>
        frag(
          td(cls := "number", dataKind := "size", dataValue := Numbers.raw(bytes))(Numbers.whole(bytes)),
          bar(bytes / all.min, bytes / all.max)
        )
      case None => frag(summary.filterNot(_.ok).fold(none)(failure), none)

  /** The bar is the background of the cell, so that it also shows without scripts. */
  private def bar(fraction: Double, length: Double): Frag =
    td(cls := "number bar", style := s"--part:${Numbers.short((length * 100).min(100))}%")(
      if fraction >= 10 then Numbers.whole(fraction * 100) + " %" else Numbers.percent(fraction)
    )

  private def none: Frag = td(cls := "none")("–")

  private def overCases(captionText: String, cell: Option[Summary] => Frag, more: Modifier*): Frag =
    RowTables("library", rows).grouped(captionText, BooksStudy.cases, ops.map(_._2), more*): library =>
      for name <- BooksStudy.cases; (op, _) <- ops yield cell(found.get((name, library, op)))

  private def times: Frag =
    overCases("Time to write and to read, each data set as one message", time, cls := "sortable", id := "books-times")

  private def allocation: Frag =
    overCases("Bytes allocated per operation", count(_, "alloc", _.allocB), id := "books-alloc")

  /** Another compressor than the JVM's, so its sizes stand apart. */
  private def compressionStream: Frag =
    val there = RowTables("library", rowsOn("browser"))
    there("Bytes by CompressionStream, gzip", BooksStudy.cases, id := "books-compression-stream"): library =>
      val bytes = BooksStudy.cases.map(name => found.get((name, library, "size")).flatMap(_.compressionStream))
      bytes.map(bytes => td(cls := "number")(bytes.fold("–")(Numbers.whole(_))))

  private def published: Frag =
    val head = Seq(
      tr(
        List("source", "year", "platform", "data", "operation", "library", "ops/s", "size, B", "gzip, B").map(column(_))
      )
    )
    val word = ops.toMap
    val body = BooksPublished.all.flatMap: figure =>
      def number(value: Double) =
        td(cls := "number", attr("data-published") := Numbers.raw(value))(Numbers.whole(value))
      val theirs = tr(
        td(figure.source),
        td(figure.year),
        td(if figure.platform.isEmpty then "not told" else figure.platform),
        td(figure.name),
        td(word(figure.op)),
        th(attr("scope") := "row")(figure.library),
        number(figure.operations),
        number(figure.bytes),
        number(figure.gzip)
      )
      val ours = for
        platform <- platforms
        if figure.platform.isEmpty || figure.platform == platform
        (library, _) <- rowsOn(platform)
        if library.takeWhile(_ != ' ') == figure.row
      yield
        val sized = found.get((figure.name, library, "size"))
        tr(cls := "here")(
          td("measured here"),
          td(),
          td(platform),
          td(figure.name),
          td(word(figure.op)),
          th(attr("scope") := "row")(library),
          count(found.get((figure.name, library, figure.op)), "ops", operations),
          count(sized, "size", _.sizes.map(_.raw)),
          count(sized, "size", _.sizes.map(_.gzip))
        )
      theirs :: ours
    scrolling("Published figures, each above what was measured here", head, body, id := "published-books")
