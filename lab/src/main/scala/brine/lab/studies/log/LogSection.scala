package brine.lab.studies.log

import brine.lab.page.*
import brine.lab.page.Tables.*
import brine.lab.statistics.Statistics
import brine.lab.statistics.Statistics.Estimate
import scalatags.Text.all.*

/** The `log` study: appends in multiples of the disk's limits, space and recovery, and the program of 2001. */
final class LogSection(page: PageContext):
  private val study     = LogStudy.name
  private val found     = page.summaries.filter(_.study == study).map(s => (s.name, s.library, s.op) -> s).toMap
  private val multiples = LogMultiples(page.results)
  private val verdicts  = LogVerdicts(page)
  private val matrix    = LogPrograms.programs.flatMap(_.ops).toSet
  private val rows      = page.rowsOf(study, matrix + "records").filter((library, _) => measured(library))
  private val tables    = RowTables("row", rows)
  private val durables  = RowTables("row", rows.map((library, version) => library -> told(library, version)))
  private val loads     =
    List("callers-1", "callers-16", "callers-256", "batch-100", "in-flight-1024", "in-flight-16384")

  private def measured(library: String) =
    found.exists { case ((name, row, op), _) => row == library && !LogPrograms.limits.contains(op) && name.nonEmpty }

  def render: Frag = sectionOf(
    study,
    LogStudy.title,
    answers(page, LogStudy.verdicts(page)),
    p(
      "An append counts when the store reports it as durable. Rates are multiples of what the same disk did right ",
      "before and after, with no library at all: ",
      strong("R"),
      ", writes of 256 bytes per second into a file filled with zeros, with an fsync each; ",
      strong("B"),
      ", bytes per second written 4 MiB at a time, with an fsync each. Absolute rates differ a hundredfold between ",
      "disks; compare the multiples. What was appended is read back and compared before anything is timed. A durable ",
      "row with one caller that waits cannot be faster than R: the lab refuses such a figure."
    ),
    turns,
    p(id := "log-disk", cls := "note")(disk),
    overTime,
    multiples.implausible.fold(frag())(text =>
      p(id := "log-implausible", cls := "note")(
        s"R is $text. A virtual disk or one with a volatile cache acknowledges an fsync before the data is durable; ",
        "a power failure then loses events that every store here reported as durable."
      )
    ),
    verdicts.zeros.fold(frag())(text => p(cls := "note")(text)),
    div(cls := "controls", role := "group", attr("aria-label") := "Log charts")(
      page.select("load", "Load", loads.map(name => name -> name), "callers-16"),
      page.select("curve", "Program of 2001", List("records" -> "records/s", "integers" -> "Integers/s"), "records")
    ),
    chart("log", "Durable appends in multiples of R, and of rows that are not durable."),
    openDetails("Appends, in multiples of R and B", inMultiples),
    details("Appends, records a second", absolute),
    openDetails("Disk, recovery, reading, allocation", costs),
    more,
    details("The disk's limits before and after each library", limits),
    chart(
      "log-curve",
      "The program of 2001: records or Integers a second over the Integers in a record, both logarithmic."
    ),
    openDetails("Records a second", overSizes("Records a second", "records", s => s.time.map(_.value))),
    details(
      "Integers a second",
      overSizes("Integers a second", "integers", s => for t <- s.time; n <- s.n yield t.value * n)
    ),
    details("Bytes a record", overSizes("Bytes a record", "bytes", s => s.time.map(_.value), "bytes")),
    details("Published in 2001", published)
  )

  /** How stores took turns. */
  private def turns: Frag =
    if multiples.looks.starts("R").isEmpty then frag()
    else
      val own                 = page.results.environment.value.get("turns").flatMap(_.objOpt).flatMap(_.get(study))
      def field(name: String) = own.flatMap(_.objOpt).flatMap(_.get(name)).flatMap(_.numOpt).fold("?")(Numbers.whole(_))
      p(id := "log-turns")(
        s"The stores' JVMs are alive at the same time, and append in turns of ${field("millis")} ms. Before and after ",
        "each turn, a JVM without any library measures R, and B for the cases told in multiples of it. A store's ",
        "multiple is the median of its turns divided by the limits around them. Stores are ranked by the ratios of ",
        "their turns in the same round, so other work on the disk disturbs both alike; it makes intervals wider. ",
        "Logs stay open from the first turn to the last, and are then read and counted. The program of 2001, opening ",
        "and recovery, and what is not forced are measured one library after the other."
      )

  /** R over the run, so that a reader sees whether the disk held still. */
  private def overTime: Frag =
    val windows = multiples.looks.windows("R")
    if windows.isEmpty then frag()
    else
      val spread  = multiples.looks.unsteady.fold("R over the run")(reason => s"R over the run; $reason")
      val picture = DiskPicture(s"$spread.", "records/s", windows)
      frag(
        tag("figure")(id := "log-looks", cls := "picture")(
          raw(picture.inPage),
          tag("figcaption")(
            s"$spread. The line is the median of ten looks at R between turns, the band reaches from their 10th to ",
            "their 90th percentile."
          )
        ),
        details("R and B in each start", looksTable)
      )

  private def looksTable: Frag =
    val head = Seq(tr(column("start"), LogPrograms.limits.map(op => column(s"$op, ${unit(op)}", 3))))
    val most = LogPrograms.limits.map(multiples.looks.starts(_).size).max
    val body = (0 until most).map: start =>
      tr(
        th(attr("scope") := "row")(s"${start + 1}"),
        LogPrograms.limits.map: op =>
          multiples.looks
            .starts(op)
            .lift(start)
            .filter(_.nonEmpty)
            .fold[Frag](td(colspan := "3", cls := "none")("–")): looks =>
              frag(List(0.1, 0.5, 0.9).map(share => look(Statistics.percentile(looks, share))))
      )
    scrolling("10th percentile, median and 90th percentile of the looks in each start", head, body, id := "log-starts")

  private def look(limit: Double): Frag =
    td(cls := "number", dataKind := "logLook", dataValue := Numbers.raw(limit))(Numbers.short(limit))

  private def unit(op: String) = if op == "R" then "records/s" else "B/s"

  private def disk: String =
    val system = page.results.text("logFileSystem")
    val looks  = LogPrograms.limits.flatMap: op =>
      multiples
        .machine(op)
        .map: limit =>
          val (scale, unit) = if op == "R" then (1.0, "records/s") else (1048576.0, "MiB/s")
          s"$op = ${Numbers.short(limit.value / scale)} $unit (${Numbers.short(limit.lo / scale)} to ${Numbers.short(limit.hi / scale)})"
    (if system.isEmpty then Nil else List(s"Measured on $system")) ++ looks match
      case Nil  => "The disk's limits were not measured."
      case said => said.mkString(". ") + "."

  private def of(name: String, library: String, op: String) = found.get((name, library, op))

  /** A row without durable appends says so beside its name. */
  private def told(library: String, version: String): String =
    if multiples.durable(library.takeWhile(_ != ' ')) then version else s"$version, not durable"

  private def multiple(summary: Option[Summary], kind: String, of: Summary => Option[Estimate]): Frag = summary match
    case None    => td(cls := "none", dataKind := kind)("–")
    case Some(s) =>
      of(s).filter(_ => s.ok) match
        case Some(estimate) =>
          td(cls := "number", dataKind := kind, dataValue := Numbers.raw(estimate.value), title := s.note)(
            if estimate.interval then Numbers.withInterval(estimate) else Numbers.short(estimate.value)
          )
        case None if s.ok => td(cls := "none", dataKind := kind)("–")
        case None         => failure(s)

  private def inMultiples: Frag =
    val names = loads.map(_ + ", R") ++ List("256 B events, B", "64 KiB events, B")
    frag(
      p(
        "callers-N: N callers, each of which waits for each of its events; 256 of them on virtual threads. ",
        "in-flight-N: one producer with up to N events in flight; a store without asynchronous appends gets batches ",
        "of N, for databases of at most 1,000. Events have 256 bytes."
      ),
      durables("Appends in multiples of R and B", names, id := "log-multiples", cls := "sortable"): library =>
        loads.map(load => multiple(of(load, library, "rate"), "multipleR", multiples.ofR)) ++
          List("in-flight-16384", "bandwidth-64k")
            .map(load => multiple(of(load, library, "rate"), "multipleB", multiples.ofB))
    )

  private def absolute: Frag =
    val all = loads ++ List("os-cache", "bandwidth-64k")
    durables("Records a second, for bandwidth-64k bytes a second", all, id := "log-rates", cls := "sortable"):
      library => all.map(load => plain(of(load, library, "rate"), "logRate"))

  private def costs: Frag =
    val figures = List(
      ("os-cache", "rate", "not forced, records/s"),
      ("overhead", "bytes", "bytes beyond an event's 256, in groups of 16"),
      ("recovery", "open", "opened after it was closed, ms"),
      ("recovery", "recover", "opened after a crash, records/s"),
      ("recovery", "read", "read, records/s"),
      ("callers-1", "allocation", "allocated, one caller, B/record"),
      ("in-flight-16384", "allocation", "allocated, 16,384 in flight, B/record")
    )
    frag(
      p(
        "Bytes on disk are those of the log's own files, or of the table with its index; they exclude preallocated ",
        "space and a database's own log, which is reused. After a crash means: a copy made while the log was open. ",
        "Allocation is what all threads of the JVM allocate; it excludes a server."
      ),
      durables("Space, recovery and reading", figures.map(_._3), id := "log-costs", cls := "sortable"): library =>
        figures.map((name, op, _) => plain(of(name, library, op), "logCost"))
    )

  /** What stores do beyond appending, with the rows that do any of it. */
  private def more: Frag =
    val figures = List(
      (LogPrograms.stateSave, "rate", "saved by key, 16 callers, records/s"),
      (LogPrograms.stateLoad, "rate", "loaded by key, records/s"),
      (LogPrograms.stateLoad, "allocation", "allocated for a load, B"),
      (LogPrograms.queryBoth, "query", "a query of two tags, us"),
      (LogPrograms.queryBoth, "rate", "read by two tags, records/s"),
      (LogPrograms.queryEither, "query", "a query of a tag or a rare kind, us"),
      (LogPrograms.queryEither, "rate", "read by a tag or a rare kind, records/s"),
      (LogPrograms.subscribeOne, "rate", "delivered one by one, records/s"),
      (LogPrograms.subscribeBatches, "rate", "delivered in batches, records/s")
    )
    val there = durables.only(library => figures.exists((name, op, _) => of(name, library, op).nonEmpty))
    if there.isEmpty then frag()
    else
      openDetails(
        "Records by key, queries, subscriptions",
        frag(
          p(
            "Records of 256 bytes are saved by key, each durably in place of the one before, and loaded again. Events ",
            "are read by a query: those with two tags, or with a tag or of a rare kind. A subscription begins with the ",
            "first event of a log and ends with the last, one by one or in batches. What is read is compared or summed ",
            "up, and comes from memory: files are in the cache. Stores without these are not in the table."
          ),
          there("Records by key, queries, subscriptions", figures.map(_._3), id := "log-more", cls := "sortable"):
            library => figures.map((name, op, _) => plain(of(name, library, op), "logMore"))
        )
      )

  private def limits: Frag =
    val names = for op <- LogPrograms.limits; when <- List("before", "after")
    yield s"$op $when, ${unit(op)}"
    tables("What the disk could do before and after each library", names, id := "log-limits"): library =>
      for op <- LogPrograms.limits; when <- List(LogPrograms.before, LogPrograms.after)
      yield plain(of(when, library, op), "logLimit")

  private def overSizes(text: String, name: String, figure: Summary => Option[Double], op: String = "records"): Frag =
    val sizes = page.summaries
      .filter(s => s.study == study && LogPrograms.isCunningham(s.name))
      .flatMap(_.n)
      .distinct
      .sorted
    def found(n: Int, library: String) = of(LogPrograms.cunninghamCase(n), library, op)
    val there                          = durables.only(library => sizes.exists(n => found(n, library).nonEmpty))
    there(text, sizes.map(Numbers.whole(_)), id := s"log-cunningham-$name", cls := "sortable"): library =>
      sizes.map(n => point(found(n, library), figure))

  private def point(summary: Option[Summary], figure: Summary => Option[Double]): Frag = summary match
    case None    => td(cls := "none", dataKind := "cunningham")("–")
    case Some(s) =>
      figure(s).fold(failure(s)): value =>
        td(cls := "number", dataKind := "cunningham", dataValue := Numbers.raw(value), title := s.note)(
          Numbers.short(value)
        )

  private def published: Frag = frag(
    p(
      "Ward Cunningham, 2001, for Prevayler: an array of boxed Integers is serialized by Java and appended to a file ",
      "with an fsync, up to a thousand times or ten seconds, for 52 sizes from 1 up, each a fifth larger than the ",
      "previous one. He found on the order of 10,000 Integers a second for objects of a realistic size on all ",
      "modest PCs he tried, records a second that stay the same up to about 300 Integers, Integers a second that stay ",
      "the same beyond, and a sudden drop for the largest records on Linux. His files of figures are not available; ",
      "the program is rebuilt after a port that names his as its source. The rows here are not warmed up, as his were ",
      "not."
    ),
    p(
      "Each row's points are in a file of his five columns, with tabs between them: ",
      code("log-cunningham-ROW.tsv"),
      " beside this page."
    )
  )
