package brine.lab.report

import brine.lab.page.{Answer, Assets, Numbers, PageContext, Summary}
import brine.lab.catalog.Studies
import brine.lab.results.{Cell, Results}
import brine.lab.statistics.Statistics
import brine.lab.studies.actors.{ActorPrograms, ActorsPublished}
import brine.lab.studies.books.{BooksPublished, BooksStudy}
import brine.lab.studies.evactor.{EvactorPublished, EvactorStudy}
import brine.lab.studies.log.{CunninghamTables, LogPrograms}
import brine.lab.studies.site.{SitePublished, SiteStudy}
import java.util.Base64
import java.util.zip.GZIPInputStream
import org.jsoup.Jsoup
import org.jsoup.nodes.{Document, Element}
import scala.jdk.CollectionConverters.*

/** The page against the raw file it was made from. */
final class PageSuite extends munit.FunSuite:
  private val run: Results = PageFixture.results()
  private val downloads    =
    List(Download.compressed("results.jsonl", "raw\n".getBytes), Download.text("site-times.tsv", "a\tb\n"))
  private lazy val html: String   = Page.render(run, downloads)
  private lazy val page: Document = Jsoup.parse(html)

  private def median(found: List[Cell], figure: Cell => Option[Double]): Option[Double] =
    val values = found.flatMap(figure)
    Option.when(values.nonEmpty)(Statistics.median(values))

  private def raw(study: String, name: String, library: String, op: String): List[Cell] =
    run.measured.filter(cell => cell.study == study && cell.name == name && cell.library == library && cell.op == op)

  /** The cells of a library's row, without its name and version. */
  private def figures(table: String, library: String): List[Element] =
    val rows = page.select(s"#$table tbody tr[data-library=$library]").asScala.toList
    assertEquals(rows.size, 1, s"$table $library")
    rows.head.select("td").asScala.toList.drop(1)

  private def same(shown: Element, expected: Option[Double], clue: String): Unit = expected match
    case Some(value) => assertEquals(shown.attr("data-value").toDoubleOption, Some(value), clue)
    case None        => assert(!shown.hasAttr("data-value"), clue)

  test("every time of the site tables is the median of the raw file's cells"):
    for kind <- SiteStudy.kinds; library <- List("brine", "kryo5") do
      val expected = for size <- SiteStudy.sizes; op <- List("encode", "decode")
      yield raw("site", s"$kind-$size", library, op)
      val shown = figures(s"times-$kind", library)
      assertEquals(shown.size, expected.size)
      for (cell, found) <- shown.zip(expected) do
        same(cell, median(found, _.value), found.head.key.toString)
        median(found, _.cpuNs).foreach(cpu => assertEquals(cell.attr("data-cpu").toDouble, cpu))
        // What a person reads is that same figure in microseconds, as exactly as its interval allows.
        val forks = found.flatMap(_.value)
        if forks.nonEmpty then assertEquals(cell.ownText, Numbers.sure(Statistics.estimate(forks), 1e-3))

  test(
    "a site rebuilt from its events: what reading takes, and each fold; the folds alone are a row of this table only"
  ):
    for library <- List("brine", "kryo5", "reference-fold") do
      val expected = for size <- SiteStudy.sizes; kind <- List("events", "rebuild", "rebuild-published")
      yield raw("site", s"$kind-$size", library, "decode")
      val shown = figures("rebuilt", library)
      assertEquals(shown.size, expected.size)
      for (cell, found) <- shown.zip(expected) do same(cell, median(found, _.value), library)
    assertEquals(page.select("#site tr[data-library=reference-fold]").size, 1)
    val verdict = page.select("#site .verdict").text
    assert(verdict.contains("A site from its events, our fold (1k, 2k, 4k, 8k, 64k): brine rebuilt "), verdict)
    assert(!verdict.contains("reference-fold"), verdict)

  test("who reads another version of a type: each experiment's outcome, a row for each way, and who was not tried"):
    val rows = page
      .select("#compatibility tbody tr")
      .asScala
      .toList
      .map: row =>
        row.select("th").text -> row.select("td").asScala.toList.map(_.text).drop(1)
    assertEquals(rows.map(_._1), List("brine", "brine, container", "kryo5", "java-as-published"))
    val said = rows.toMap
    assertEquals(said("brine"), List.fill(4)("exception") :+ "DecodeError: 4 bytes left")
    assertEquals(said("brine, container").take(4), List.fill(4)("works"))
    assertEquals(said("kryo5").take(4), List("works", "wrong value", "works", "works"))
    assertEquals(said("kryo5").last, "<i>PageHistory</i> instead of PageHistory")
    assertEquals(said("java-as-published").last, "not tried: its bytes are those of java")
    assertEquals(page.select("#compatibility td.bad").size, 5)
    val verdict = page.select("#site .verdict").text
    assert(
      verdict.contains("0 of 2 rows, as they are set up, read it both ways; wrong values without an error: kryo5."),
      verdict
    )

  test("every size is the raw file's, to the byte"):
    for library <- List("brine", "kryo5") do
      val site = SiteStudy.sizes.flatMap(size =>
        raw("site", s"site-$size", library, "size").flatMap(c => List(c.sizeB, c.gzipB, c.zstdB))
      )
      for (cell, expected) <- figures("sizes-site", library).zip(site) do
        same(cell, expected, library)
        assertEquals(cell.text.replace(",", ""), expected.get.toLong.toString)
      val events = SiteStudy.sizes.flatMap(size =>
        raw("site", s"events-$size", library, "size").flatMap(c => List(c.sizeB, c.gzipB, c.gzipTogetherB, c.zstdB))
      )
      val shown = figures("sizes-events", library)
      assertEquals(shown.size, events.size)
      for (cell, expected) <- shown.zip(events) do same(cell, expected, library)

  test("every allocation is the median of the raw file's cells"):
    for kind <- SiteStudy.kinds; library <- List("brine", "kryo5") do
      val expected = for size <- SiteStudy.sizes; op <- List("encode", "decode")
      yield raw("site", s"$kind-$size", library, op)
      for (cell, found) <- figures(s"alloc-$kind", library).zip(expected) do
        same(cell, median(found, _.allocB), library)

  test("messages one by one and together, and the forms a library has for many"):
    for size <- SiteStudy.sizes do
      val rows = page.select(s"#together-$size tbody tr").asScala.toList
      assertEquals(
        rows.map(_.select("th").text),
        List("brine", "brine, container", "brine, container-deflate", "kryo5")
      )
      for (row, op) <- rows.zip(List("size", "size-container", "size-container-deflate", "size")) do
        val library = row.attr("data-library")
        val cell    = raw("site", s"events-$size", library, op).head
        val figures =
          List(cell.sizeB, cell.gzipB, cell.zstdEachB, cell.togetherB, cell.gzipTogetherB, cell.zstdB)
        val shown = row.select("td").asScala.toList.drop(1)
        for (at, figure) <- shown.zip(figures) do same(at, figure, s"$size $library $op")
        val plain = raw("site", s"events-$size", library, "size").head
        val alone = List(plain.sizeB, plain.gzipB, plain.zstdEachB).flatten.min
        assertEquals(shown.last.text, Numbers.percent(figures.flatten.drop(3).min / alone))
    assert(page.select("summary").asScala.exists(_.text.contains("for the 1,030 events of the 64k site")))

  test("the browser's page loads say how far they lie apart"):
    val cells  = run.measured.filter(cell => cell.platform == "browser" && cell.op != "size")
    val spread =
      cells.groupBy(cell => cell.name -> cell.op).values.map(all => all.flatMap(_.value).max / all.flatMap(_.value).min)
    val said = page.select("#books-browser-noise").text
    assert(said.contains("had 2 page loads"), said)
    val percent = Numbers.short((Statistics.percentile(spread.toList, 0.95) - 1) * 100)
    assert(said.contains(s"up to $percent % (95th percentile of 16 cells)"), said)

  test("evactor's tables: times, collections, heap and the cost of one event"):
    for library <- List("brine", "kryo5", "java-as-published") do
      val runs = EvactorStudy.quick.map(n => raw("evactor", s"events-$n", library, "run"))
      for (table, figure) <- List[(String, Cell => Option[Double])](
          "runs" -> (_.value),
          "gc"   -> (_.gcMs),
          "heap" -> (_.heapB)
        )
      do
        val shown = figures(s"evactor-$table", library)
        assertEquals(shown.size, runs.size)
        for (cell, found) <- shown.zip(runs) do same(cell, median(found, figure), s"$table $library")
    for library <- List("brine", "kryo5") do
      val shown = figures("evactor-events", library)
      same(shown(0), median(raw("evactor", EvactorStudy.perEvent, library, "encode"), _.value), library)
      same(shown(1), median(raw("evactor", EvactorStudy.perEvent, library, "decode"), _.value), library)

  private def onPlatform(platform: String, name: String, library: String, op: String): List[Cell] =
    raw("books", name, library, op).filter(_.platform == platform)

  test("the six columns of every test are the raw file's, on each platform"):
    for
      (label, library, platform) <- List(
        ("brine", "brine", "jvm"),
        ("kryo5", "kryo5", "jvm"),
        ("brine (browser)", "brine", "browser")
      )
      name <- BooksStudy.cases
      op   <- List("encode", "decode")
      if !(library == "kryo5" && name == "tree")
    do
      val table = s"books-$name-$op" + (if platform == "jvm" then "" else s"-$platform")
      val row = page.select(s"#$table tbody tr").asScala.find(_.attr("data-library") == label).get.select("td").asScala
      val ns  = median(onPlatform(platform, name, library, op), _.value).get
      val sized = onPlatform(platform, name, library, "size").head
      assertEquals(row.size, 6, table)
      assertEqualsDouble(row(0).attr("data-value").toDouble, 1e9 / ns, 1e-6)
      same(row(2), sized.sizeB, table)
      same(row(4), sized.gzipB, table)
      val rivals = (if platform == "jvm" then List("brine", "kryo5") else List("brine"))
        .filterNot(_ == "kryo5" && name == "tree")
      val best  = rivals.flatMap(other => median(onPlatform(platform, name, other, op), _.value)).min
      val least = rivals.flatMap(other => onPlatform(platform, name, other, "size").flatMap(_.sizeB)).min
      assertEquals(row(1).text, Numbers.percent(best / ns), table)
      assertEquals(row(3).text, Numbers.percent(sized.sizeB.get / least), table)
      assert(row(1).attr("style").matches("--part:[0-9.]+%"), row(1).attr("style"))

  test("a platform's tables hold its own rows, and the times of all are in one table"):
    assertEquals(
      page.select("#books-event-encode tbody tr").asScala.map(_.attr("data-library")).toList,
      List("brine", "kryo5")
    )
    assertEquals(page.select("#books-event-encode-browser tbody tr").size, 1)
    val expected = for name <- BooksStudy.cases; op <- List("encode", "decode")
    yield onPlatform("jvm", name, "brine", op)
    val shown = page.select("#books-times tbody tr[data-library=brine] td").asScala.drop(1)
    for (cell, found) <- shown.zip(expected) do same(cell, median(found, _.value), found.head.key.toString)

  test("the runs of actors are the raw file's, also for one actor or message"):
    val runs = ActorPrograms.programs.filter(program => program.ops.head == "run" && program.name != "startup")
    for library <- List("brine", "pekko-typed") do
      val shown = figures("actors-runs", library)
      assertEquals(shown.size, runs.size)
      for (cell, program) <- shown.zip(runs) do
        same(cell, median(raw("actors", program.name, library, "run"), _.value), program.name)
      val sequential = raw("actors", "sequential", library, "run")
      val each       = median(sequential, _.value).map(_ / sequential.head.n.get * 1e6)
      same(figures("actors-each", library).head, each, library)
    assertEquals(figures("actors-memory", "akka-classic").head.text, "skipped")

  test("memory, asks, delays and start-up of actors are the raw file's"):
    for (table, columns) <- List(
        "actors-memory"  -> List("idle-1M" -> "bytes"),
        "actors-asks"    -> List("ask-chained" -> "p50", "ask-chained" -> "p99", "ask-chained" -> "p99.9"),
        "actors-delays"  -> List("outside" -> "none-p50", "outside" -> "none-p99", "outside" -> "one-p50"),
        "actors-startup" -> List("startup" -> "run", "startup" -> "warm")
      )
    do
      for (cell, (name, op)) <- figures(table, "brine").zip(columns) do
        same(cell, median(raw("actors", name, "brine", op), _.value), s"$table $name $op")

  test("the section of actors tells what is scaled, what is unproven, and that actr keeps no order"):
    assert(page.select("#actors-scaled").text.contains("sequential"), page.select("#actors-scaled").text)
    val caveats = page.select("#actors-caveats").text
    assert(caveats.contains("unproven beyond two cores") && caveats.contains("actr promises no order"), caveats)
    val verdict = page.select("#actors .verdict").text
    assert(verdict.contains("sequential: "), verdict)
    assert(page.select("#failures").text.contains("it is in no registry"))

  test("appends are in multiples of the mean of both looks at the disk, round by round"):
    def multiple(name: String, library: String, op: String, factor: Double) =
      val ratios = for cell <- raw("log", name, library, "rate"); value <- cell.value yield
        val looks = List(LogPrograms.before, LogPrograms.after).flatMap: when =>
          raw("log", when, library, op).filter(_.round == cell.round).flatMap(_.value)
        value * factor / (looks.sum / looks.size)
      Statistics.median(ratios)
    val loads = List("callers-1", "callers-16", "callers-256", "batch-100", "in-flight-1024", "in-flight-16384")
    val shown = figures("log-multiples", "brine")
    for (cell, name) <- shown.zip(loads) do
      assertEqualsDouble(cell.attr("data-value").toDouble, multiple(name, "brine", "R", 1), 1e-9, name)
    assertEqualsDouble(shown(6).attr("data-value").toDouble, multiple("in-flight-16384", "brine", "B", 256), 1e-9)
    assertEqualsDouble(shown(7).attr("data-value").toDouble, multiple("bandwidth-64k", "brine", "B", 1), 1e-9)
    assertEquals(figures("log-multiples", "prevayler").head.text, "wrong")

  test("records by key, queries and subscriptions are the raw file's, for the rows that have them"):
    val shown = List(
      "state-save"        -> "rate",
      "state-load"        -> "rate",
      "state-load"        -> "allocation",
      "query-both"        -> "query",
      "query-both"        -> "rate",
      "query-either"      -> "query",
      "query-either"      -> "rate",
      "subscribe-one"     -> "rate",
      "subscribe-batches" -> "rate"
    )
    val cells = figures("log-more", "brine")
    assertEquals(cells.size, shown.size)
    for (cell, (name, op)) <- cells.zip(shown) do
      same(cell, median(raw("log", name, "brine", op), _.value), s"$name $op")
    assertEquals(page.select("#log-more tr[data-library=java-buffered-unforced]").size, 0)

  test("the program of 2001 is the raw file's, as a table and in its author's five columns"):
    for library <- List("brine", "java-buffered-unforced") do
      for (cell, n) <- figures("log-cunningham-records", library).zip(LogPrograms.quick) do
        same(cell, median(raw("log", LogPrograms.cunninghamCase(n), library, "records"), _.value), s"$library $n")
      for (cell, n) <- figures("log-cunningham-integers", library).zip(LogPrograms.quick) do
        same(
          cell,
          median(raw("log", LogPrograms.cunninghamCase(n), library, "records"), _.value).map(_ * n),
          s"$library $n"
        )
    val files = CunninghamTables.all(Summary.of(run)).toMap
    assertEquals(files.size, 3)
    val lines = files("log-cunningham-brine.tsv").linesIterator.toList
    assertEquals(lines.head, "record size\trecords written\tbytes per record\trecords per sec\tintegers per sec")
    assertEquals(lines.drop(1).map(_.split("\t").head.toInt), LogPrograms.quick)
    val rate = median(raw("log", "cunningham-100", "brine", "records"), _.value).get
    val size = median(raw("log", "cunningham-100", "brine", "bytes"), _.value).get
    val line = lines.find(_.startsWith("100\t")).get.split("\t").map(_.toDouble).toList
    for (found, expected) <- line.zip(List(100, 2000, size, rate, rate * 100)) do
      assertEqualsDouble(found, expected, 0.06)

  test("the section of logs names the disk, its limits and the rows that promise nothing"):
    val disk = page.select("#log-disk").text
    assert(disk.contains("ext4 on test") && disk.contains("R = ") && disk.contains("B = "), disk)
    val unforced = page.select("#log-cunningham-records tr[data-library=java-buffered-unforced] td").first.text
    assert(unforced.endsWith("not durable"), unforced)
    val looks = figures("log-limits", "brine")
    same(looks.head, median(raw("log", LogPrograms.before, "brine", "R"), _.value), "R before")

  test("a failure is a cell with its status and reason, on the page and in the list"):
    assertEquals(page.select("#books-tree-encode tr[data-library=kryo5] td").first.text, "unsupported")
    val cell = figures("times-events", "kryo5").last
    assertEquals(cell.text, "crashed")
    assert(cell.attr("title").contains("IllegalStateException"))
    assertEquals(figures("evactor-runs", "java-as-published").map(_.text).takeRight(2), List("oom", "skipped"))
    val failures = page.select("#failures tbody tr").asScala.map(_.text).mkString("\n")
    assert(failures.contains("its generator cannot be had") && failures.contains("Java heap space"))

  test("start-up tells the first message, what denial does, and warnings"):
    val shown = figures("startups", "kryo5")
    same(shown(0), median(raw("site", "site-1k", "kryo5", "startup"), _.value), "kryo5")
    assertEquals(shown(1).text, "crashed")
    assertEquals(shown(2).text, "4")
    assertEquals(figures("startups", "brine")(1).text, "works")

  test("published figures are the authors', to the digit, beside ours"):
    def shown(table: String) =
      page.select(s"#$table td[data-published]").asScala.map(_.attr("data-published").toDouble).toList
    assertEquals(shown("published-times"), SitePublished.times.flatMap(_.values))
    assertEquals(shown("published-sizes"), SitePublished.sizes.flatMap(_.values))
    assertEquals(
      shown("published-books"),
      BooksPublished.all.flatMap(figure => List(figure.operations, figure.bytes, figure.gzip))
    )
    assert(page.select("#published-books tr.here").size == 0)
    assertEquals(shown("published-evactor").sorted, EvactorPublished.times.flatMap(_.ms).sorted)
    val json = SitePublished.sizes.find(f => f.kind == "site" && f.measure == "raw" && f.library == "JSON").get
    assertEquals(json.values, List(1060.0, 2076.0, 4043.0, 8173.0, 65835.0))
    assert(page.select("#published-evactor tr.here").size > 0)
    assertEquals(shown("published-actors").sorted, ActorsPublished.all.map(_.seconds).sorted)
    assertEquals(ActorsPublished.all.size, 9)
    assertEquals(page.select("#published-actors tr.here").size, 3)

  test("nothing on the page points outside it"):
    val links = page
      .select("[src], [href], [action], [data], [poster], [srcset]")
      .asScala
      .flatMap: element =>
        List("src", "href", "action", "data", "poster", "srcset").map(element.attr).filter(_.nonEmpty)
    assertEquals(links.filterNot(link => link.startsWith("#") || link.startsWith("data:")).toList, Nil)
    assertEquals(page.select("link, iframe, object, embed, img").size, 0)
    val own = page.select("style").html + PageScript.text + Assets.text("page/report.css")
    for forbidden <- List("http:", "https:", "//cdn", "@import", "url(", "fetch(", "XMLHttpRequest") do
      assert(!own.contains(forbidden), forbidden)
    // Outside the chart library's own text (its licence line and the names of XML vocabularies) no address appears at
    // all.
    val rest = html.replace(Assets.echarts.replace("</", "<\\/"), "")
    assertEquals("https?://[^\\s\"'<]+".r.findFirstIn(rest), None)

  test("ids are unique, and every link and label finds its target"):
    val ids = page.select("[id]").asScala.map(_.id).toList
    assertEquals(ids.diff(ids.distinct), Nil)
    val missing = page.select("a[href^=#]").asScala.map(_.attr("href").drop(1)).filterNot(ids.contains)
    assertEquals(missing.toList, Nil)

  test("every chart is followed by a table, and every table has a caption and row headings"):
    for chart <- page.select("figure.chart").asScala do
      val after = Iterator.iterate(chart.nextElementSibling)(_.nextElementSibling).takeWhile(_ != null)
      assert(after.exists(_.select("table").size > 0), chart.text)
      assert(chart.select(".canvas").attr("aria-label").nonEmpty)
    for table <- page.select("table").asScala do
      assert(table.select("caption").text.nonEmpty)
      assert(table.select("tbody tr").asScala.forall(_.select("th[scope=row]").size == 1), table.id)

  test("text of peers cannot break out of the page"):
    assertEquals(page.select("b").size, 0)
    assertEquals(page.select("script").size, 3)
    val data = ujson.read(page.select("#lab-data").first.data)
    assert(data("rows").arr.exists(row => row.obj.get("note").exists(_.str.contains("</script>"))))

  test("the script's data are the raw file's"):
    val data = ujson.read(page.select("#lab-data").first.data)
    for row <- data("rows").arr if row.obj.contains("value") do
      val platform = row.obj.get("platform").fold("jvm")(_.str)
      val library  = row("library").str.stripSuffix(" (browser)")
      val found    = raw(row("study").str, row("case").str, library, row("op").str).filter(_.platform == platform)
      assertEquals(Some(row("value").num), median(found, _.value))

  test("downloads carry their bytes"):
    val links = page.select("a[download]").asScala.map(a => a.attr("download") -> a.attr("href")).toMap
    val bytes = Base64.getDecoder.decode(links("results.jsonl.gz").split(",", 2)(1))
    assertEquals(String(GZIPInputStream(java.io.ByteArrayInputStream(bytes)).readAllBytes()), "raw\n")
    assert(links.contains("site-times.tsv"))

  test("the verdict is there, hedged, and the command can be repeated"):
    val verdict = page.select(".verdict").text
    assert(verdict.contains("10 cases (geometric mean): "), verdict)
    assert(verdict.contains("8 cases (geometric mean): "), verdict)
    assert(verdict.contains("Smallest: brine in 8 of 8 cases"), verdict)
    assert(verdict.contains("java-as-published did not survive 20,000 events"), verdict)
    assert(page.select("#caution").text.contains("95 % bootstrap intervals"), page.select("#caution").text)
    assertEquals(page.select("#reproduce pre").text, "./brine lab --only 'a b'")

  test("a run that other work disturbed says so, a quiet one does not"):
    assert(!page.select("#summary").text.contains("This run was disturbed"))
    val busy = run.copy(cells = run.cells.map(cell => cell.withCosts(_.copy(cpuNs = cell.cpuNs.map(_ / 3)))))
    assert(Jsoup.parse(Page.render(busy, Nil)).select("#summary").text.contains("This run was disturbed"))

  test("a run of logs in turns has neither a library of the limits nor the method of codecs"):
    val turn = Cell(
      "log",
      "callers-16",
      "brine",
      "rate",
      turns = List(9, 9),
      figure = Cell.Figure(value = Some(9), unit = Some("records/s"))
    )
    val limit = turn.copy(name = "limit-R", library = Cell.withoutLibrary, op = "R")
    val page  = Jsoup.parse(Page.render(run.copy(cells = List(turn, limit)), Nil))
    assert(!page.text.contains(Cell.withoutLibrary), "a row or a filter for no library")
    assert(!page.text.contains("JMH 1.37"), "the times of codecs, which were not measured")
    assert(page.text.contains("told in the section of its study"), "no word on turns")

  test("other programs that took much of the processors' time are mentioned"):
    def caution(share: Double) =
      val beside =
        run.copy(ends = List(ujson.Obj(Results.othersShare -> 0.02), ujson.Obj(Results.othersShare -> share)))
      Jsoup.parse(Page.render(beside, Nil)).select("#caution").text
    assert(caution(0.314).contains("Other programs took 31 % of the processors' time"), caution(0.314))
    assert(!caution(0.05).contains("Other programs"), caution(0.05))

  test("the first screen answers each study in one sentence, with the picture of at most ten rows"):
    val cards = page.select("#summary .card").asScala.toList
    assertEquals(cards.map(_.select("h2 a").text), Studies.all.map(_.name))
    for (card, study) <- cards.zip(Studies.all) do
      val answer = study.answer(PageContext(run))
      assertEquals(card.select("p.answer").text, answer.sentence)
      assert(answer.sentence.count(_ == '.') >= 1 && !answer.sentence.contains(". "), answer.sentence)
      assert(answer.rows.nonEmpty && answer.rows.sizeIs <= Answer.most, answer.rows)
      assertEquals(card.select("svg.dots text.name").eachText.asScala.toList, answer.rows)
      assertEquals(card.select("tbody tr").size, answer.rows.size)
    assert(page.select("main > *").first.id == "summary")

  test("the ratios of the first screen are those of the raw file's rounds"):
    val cases  = List("site-2k", "site-8k")
    val ratios = for round <- 1 to 5 yield
      def value(library: String, name: String) =
        raw("site", name, library, "encode").find(_.round == round).get.value.get
      Statistics.geometricMean(cases.map(name => value("kryo5", name) / value("brine", name)))
    val shown =
      page.select("#answers-site tbody tr").asScala.find(_.select("th").text == "kryo5").get.select("td").first
    assertEqualsDouble(shown.attr("data-value").toDouble, Statistics.geometricMean(ratios), 1e-9)

  test("the calculator starts with figures of the raw file"):
    val json = PageFixture.example(run)
    for row <- page.select("#calc-table tbody tr").asScala do
      val size = raw("site", "events-64k", row.attr("data-library"), "size").head
      assertEqualsDouble(row.attr("data-bytes").toDouble, size.sizeB.get / 1030, 1e-9)
      assertEqualsDouble(row.attr("data-zstd").toDouble, size.zstdB.get / 1030, 1e-9)
      val day = row.select("td[data-calc=day]").text
      assertEquals(day, Numbers.significant(size.sizeB.get / json * 250 * 1000 * 86400 / 1e6), row.text)

  test("a run in turns says so, and sizes without times are no columns of the tables of times"):
    val headline = run.copy(cells = run.cells.collect:
      case cell if cell.study == "site" && Set("encode", "decode")(cell.op) && cell.name.endsWith("-8k") =>
        cell.copy(turns = cell.value.toList)
      case cell if cell.study == "site" && cell.op == "size" => cell)
    val quick = Jsoup.parse(Page.render(headline, Nil))
    assert(quick.select("#caution").text.contains("took turns"), quick.select("#caution").text)
    assertEquals(quick.select("#times-site thead tr").first.select("th").eachText.asScala.toList.drop(2), List("8k"))
    assertEquals(quick.select("#sizes-site thead tr").first.select("th").size, 2 + SiteStudy.sizes.size)
    assert(quick.select("#calculator p").text.contains("events-8k"), quick.select("#calculator p").text)
    assert(quick.select("#calc-table tr[data-library=brine] td[data-calc=cores]").text != "–")

  test("the page has no development targets; the command's are judged with figures, or say why they cannot be"):
    assertEquals(page.select("#targets").size, 0)
    assert(!page.text.contains("set out to reach"))
    val targets = Targets.of(PageContext(run))
    assert(targets.size >= 12)
    assert(targets.filterNot(_.met.contains(true)).forall(_.missedBy.nonEmpty), targets.mkString("\n"))

  test("a row's name leads to how its library was set up"):
    val link = page.select("#times-site tr[data-library=kryo5] th a").first
    assertEquals(link.attr("href"), "#setup-kryo5")
    assert(page.select("#setup-kryo5").text.contains("registered <classes>"))
    assertEquals(page.select("#setup-kryo5 code").text, "kryo.org/<b>")
    assertEquals(page.select("#setup-brine code").size, 0)

  test("a smoke run is marked and ranks nothing"):
    val smoke = Jsoup.parse(Page.render(PageFixture.results("smoke"), Nil))
    assert(smoke.select("html").hasClass("smoke"))
    assert(smoke.select(".watermark").text.contains("plumbing only, not a measurement"))
    assert(!smoke.select("#summary, .verdict").text.contains("astest"))
