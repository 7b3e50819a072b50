package brine.lab.studies.evactor

import brine.lab.page.*
import brine.lab.page.Tables.*
import scalatags.Text.all.*

/** The `evactor` study: time by number of events, heap and collections, and the cost of one event. */
final class EvactorSection(page: PageContext):
  private val summaries = page.summaries.filter(_.study == "evactor")
  private val found     = summaries.map(s => (s.name, s.library, s.op) -> s).toMap
  private val counts    = summaries.filter(_.op == "run").flatMap(_.n).distinct.sorted
  private val rows      = page.rowsOf("evactor", Set("run", "encode", "decode", "size"))
  private val tables    = RowTables("library", rows)

  def render: Frag = sectionOf(
    "evactor",
    EvactorStudy.title,
    answers(page, EvactorStudy.verdicts(page)),
    p(
      "Each of n events is written to its own array, then all are read back: milliseconds for both, the median of the ",
      "later half of ",
      s"${page.results.number("runs").fold("the")(n => Numbers.whole(n))} consecutive runs in one JVM with the published heap. ",
      "The published run also times the creation of its events; here that is reported separately in the raw data. ",
      "Rows named as published repeat the code of 2013: Java serialization over one stream that is never reset, so ",
      "that message number n holds all n events and grows without end, and Kryo with a new 64 KiB buffer for every ",
      "event. The other rows use each library as its authors recommend."
    ),
    div(cls := "controls", role := "group", attr("aria-label") := "Evactor chart")(
      page.select("cut", "Time axis", List("all" -> "every library", "cut" -> "cut: without the slowest")),
      page.select("then", "Published in 2013", List("show" -> "shown dashed", "hide" -> "hidden"))
    ),
    chart("evactor", "Milliseconds over the number of events; a cross marks where a library failed."),
    openDetails("Time (ms)", overCounts("Milliseconds for n events out and in", "runs", plain(_, "run"))),
    details(
      "Time in collections (ms), and the heap's peak (MB)",
      overCounts("Milliseconds in collections", "gc", count(_, "gc", _.gcMs)),
      overCounts("Peak of the heap, MB: the sum of its pools' peaks", "heap", heap)
    ),
    chart("evactor-event", "Nanoseconds to write and to read one event."),
    openDetails("One event", perEvent),
    details("Published times beside ours (ms)", published)
  )

  private def heap(summary: Option[Summary]): Frag = summary match
    case Some(run) if run.heapB.nonEmpty =>
      td(cls := "number", dataKind := "heap", dataValue := Numbers.raw(run.heapB.get))(
        Numbers.whole(run.heapB.get / 1048576)
      )
    case Some(run) => failure(run)
    case None      => td(cls := "none")("–")

  private def overCounts(caption: String, name: String, cell: Option[Summary] => Frag): Frag =
    tables(caption, counts.map(Numbers.whole(_)), id := s"evactor-$name", cls := "sortable"): library =>
      counts.map(n => cell(found.get((s"events-$n", library, "run"))))

  private def perEvent: Frag =
    val names = List("write, ns", "read, ns", "write allocates, B", "read allocates, B", "bytes")
    tables("One event of 1000", names, id := "evactor-events", cls := "sortable"): library =>
      def of(op: String) = found.get((EvactorStudy.perEvent, library, op))
      val bytes          = of("size").map(s => s -> s.sizes.map(_.raw / s.n.getOrElse(1)))
      val sized: Frag    = bytes match
        case Some((_, Some(each))) =>
          td(cls := "number", dataKind := "eventSize", dataValue := Numbers.raw(each))(f"$each%.1f")
        case Some((summary, None)) if !summary.ok => failure(summary)
        case _                                    => td(cls := "none")("–")
      Seq(
        plain(of("encode"), "event"),
        plain(of("decode"), "event"),
        count(of("encode"), "alloc", _.allocB),
        count(of("decode"), "alloc", _.allocB),
        sized
      )

  private def published: Frag =
    val figures = EvactorPublished.times
    val axis    = figures.map(_.events).distinct.sorted
    val head    = Seq(tr(column("source"), column("year"), column("library"), axis.map(n => column(Numbers.whole(n)))))
    val body    = figures
      .groupBy(_.library)
      .toList
      .sortBy(_._1)
      .flatMap: (library, points) =>
        val at     = points.map(point => point.events -> point.ms).toMap
        val first  = points.head
        val theirs = tr(
          td(first.source),
          td(first.year),
          th(attr("scope") := "row")(library),
          axis.map: n =>
            at.getOrElse(n, None)
              .fold(td(cls := "none")("–"))(ms =>
                td(cls := "number", attr("data-published") := Numbers.raw(ms))(Numbers.whole(ms))
              )
        )
        val ours = Option.when(rows.exists(_._1 == first.row)):
          tr(cls := "here")(
            td("measured here"),
            td(),
            th(attr("scope") := "row")(first.row),
            axis.map(n => plain(found.get((s"events-$n", first.row, "run")), "run"))
          )
        theirs :: ours.toList
    scrolling("Published times, ms, each above what was measured here", head, body, id := "published-evactor")
