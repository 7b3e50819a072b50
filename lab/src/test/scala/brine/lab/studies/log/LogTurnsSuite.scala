package brine.lab.studies.log

import brine.lab.page.{PageContext, Summary}
import brine.lab.page.Ranking.Outcome
import brine.lab.results.{Cell, LibraryRow, Results}
import brine.lab.statistics.NoiseBand
import org.jsoup.Jsoup
import org.jsoup.nodes.Document
import scala.jdk.CollectionConverters.*
import scala.util.Random

/** What the page says of logs that took turns, with made-up figures. */
final class LogTurnsSuite extends munit.FunSuite:
  private val names = List("brine", "sqlite", "prevayler")
  private val rows  = names.map(name => LibraryRow(name, name, "1", List("durable"), "", studies = List("log"))) :+
    LibraryRow("chronicle", "chronicle", "1", Nil, "", studies = List("log"))

  private val multiples = Map("brine" -> 6.0, "control-brine" -> 6.0, "sqlite" -> 2.0, "prevayler" -> 1.5)

  /** A run in which R is `disk` at each round of each start, and stores reach their multiples of it.
    *
    * @param noise
    *   relative noise of each turn
    */
  private def run(
      disk: (Int, Int) => Double,
      multiples: Map[String, Double] = multiples,
      noise: Double = 0.01,
      mode: String = "quick"
  ): Results =
    val random = Random(5)
    val cells  = for
      start <- (1 to 3).toList
      limits = List.tabulate(10)(round => disk(start, round))
      cell <- limitsOf(start, limits) :: stores(start, limits, multiples, random, noise)
    yield cell.copy(mode = mode)
    val environment = ujson.Obj("mode" -> mode, "turns" -> ujson.Obj("log" -> ujson.Obj("millis" -> 40)))
    Results(List(environment), rows, cells, Nil, 0)

  private def limitsOf(start: Int, limits: List[Double]) =
    val looks = limits.flatMap(List.fill(10)(_))
    cell("limit-R", Cell.withoutLibrary, "R", start, looks)

  private def stores(start: Int, limits: List[Double], of: Map[String, Double], random: Random, noise: Double) =
    for (library, multiple) <- of.toList.sorted yield
      val turns = limits.map(_ * multiple * math.exp(random.nextGaussian() * noise))
      cell("callers-16", library, "rate", start, turns).withLimits(_.copy(beside = Map("R" -> limits)))

  private def cell(name: String, library: String, op: String, start: Int, turns: List[Double]) =
    Cell(
      "log",
      name,
      library,
      op,
      round = start,
      turns = turns,
      figure = Cell.Figure(value = Some(turns.max), hi = Some(turns.max), unit = Some("records/s"))
    )

  private def steady = run((_, _) => 1000, noise = 0.0005)

  /** Other work takes half of the disk from time to time. */
  private def restless(start: Int, round: Int) = if (start + round / 3) % 2 == 0 then 1000.0 else 450.0

  private def answer(results: Results) = LogStudy.answer(PageContext(results)).rankings.head

  private def ofR(results: Results, library: String) =
    LogMultiples(results).ofR(Summary.of(results).find(row => row.library == library && row.op == "rate").get).get

  test("a full disk is named, because stores fail for it"):
    def subject(results: Results) = LogStudy.answer(PageContext(results)).subject
    assert(!subject(steady).contains("full"), subject(steady))
    for note <- List("a caller failed: No space left on device", "[SQLITE_FULL] (database or disk is full)") do
      val failed = steady.cells.head.copy(library = "sqlite", status = "crashed", note = note)
      val full   = steady.copy(cells = failed :: steady.cells)
      assert(subject(full).endsWith("(the disk was full: no store is to blame)"), subject(full))

  test("a multiple is that of the limits around each turn, also on a disk that is busy half the time"):
    for results <- List(steady, run(restless)) do
      val found = ofR(results, "brine")
      assertEqualsDouble(found.value, 6, 0.06)
      assert(found.interval && found.lo > 5.8 && found.hi < 6.2, found)

  test("neighbours in time decide where the disk's phases would hide it, and then nothing is said of the disk"):
    val found = answer(run(restless))
    found.outcome match
      case Outcome.Ahead("brine", "sqlite", ratio) => assertEqualsDouble(ratio.value, 3, 0.1)
      case other                                   => fail(other.toString)
    assert(!found.words.contains("hold still"), found.words)
    assertEquals(found.contested, Nil)

  test("what is not decided gets further turns, and a disk that would not hold still is named"):
    val close = multiples.updated("sqlite", 6.0)
    val found = answer(run(restless, close, noise = 1.0))
    assertEquals(found.contested.toSet, Set("brine", "sqlite"))
    assert(found.words.contains("the first place is not decided"), found.words)
    assert(
      found.words.endsWith(
        "the disk would not hold still: " +
          "bare forced writes differed by 2.22 times within the run"
      ),
      found.words
    )
    assert(!answer(run((_, _) => 1000, close, noise = 1.0)).words.contains("hold still"))

  test("rows that are not durable, and the JVM without a library, compete with nobody"):
    val results = run((_, _) => 1000, multiples.updated("chronicle", 99))
    assertEquals(answer(results).places.map(_.library), names)

  test("the noise of logs is that of their control, and that of codecs is theirs"):
    val results = run((_, _) => 1000, multiples.updated("control-brine", 6.6))
    assertEqualsDouble(NoiseBand.of(results, "log").band, 1.1, 0.01)
    assertEquals(NoiseBand.of(results).pairs, 0)

  test("a verdict has the words of the ranking and the multiples of those it compares"):
    val said = LogVerdicts(PageContext(steady)).sentences
    assertEquals(said.size, 1)
    assert(said.head.startsWith("16 callers on platform threads"), said)
    assert(said.head.contains("brine appended 3.0"), said)
    assert(said.head.contains("(brine 6.0"), said)
    assert(said.head.contains(", sqlite 2.0"), said)

  test("the fastest at records by key is named, and what batches of a subscription are worth"):
    val random                       = Random(6)
    def turns(rate: Double, at: Int) = List.fill(10)(rate * (1 + at * 0.001) * math.exp(random.nextGaussian() * 0.01))
    def cells(name: String, library: String, rate: Double) =
      for start <- (1 to 3).toList yield cell(name, library, "rate", start, turns(rate, start))
    val own = cells("state-load", "brine", 2e5) ++ cells("state-load", "sqlite", 1e5) ++
      cells("subscribe-one", "brine", 1e6) ++ cells("subscribe-batches", "brine", 3e6)
    // Nor do the limits before and after a row say anything about what is read.
    val limits = for name <- List(LogPrograms.before, LogPrograms.after); library <- List("brine", "sqlite")
    yield Cell("log", name, library, "R", figure = Cell.Figure(value = Some(1000), unit = Some("records/s")))
    val said = LogVerdicts(PageContext(steady.copy(cells = steady.cells ++ own ++ limits))).sentences
    val load = said.find(_.startsWith("one caller that loads records by their keys: brine loaded 2.0"))
    assert(load.exists(_.endsWith("faster than sqlite, the next.")), said)
    assert(said.exists(_.matches("brine delivers (2.9|3.0).* a subscriber in batches as one by one.")), said)
    val even = LogVerdicts(
      PageContext(
        steady.copy(cells =
          steady.cells ++ own.filter(_.name == "subscribe-one") ++
            cells("subscribe-batches", "brine", 1e6)
        )
      )
    ).batches
    assert(even.forall(_.contains("not decided")) && even.size == 1, even)

  test("targets are judged turn by turn, also where the limits around other cells changed"):
    val apart = List(1000.0, 3000.0)
      .zip(List(LogPrograms.before, LogPrograms.after))
      .map: (rate, name) =>
        Cell("log", name, "brine", "R", figure = Cell.Figure(value = Some(rate), unit = Some("records/s")))
    val results = steady.copy(cells = apart ++ steady.cells)
    val target  = LogStudy.targets(PageContext(results)).find(_.name == "log, 16 callers").get
    assertEquals(target.met, Some(false))
    assert(target.measured.startsWith("6.0"), target.measured)
    assert(LogMultiples(results).disturbed.nonEmpty)

  private def section(results: Results): Document = Jsoup.parse(LogSection(PageContext(results)).render.toString)

  test("the section shows R over the run, and its figures are those of the file"):
    val results = run(restless)
    val page    = section(results)
    assertEquals(page.select("#log-looks svg polyline").size, 3)
    assert(page.select("#log-looks figcaption").text.contains("the disk would not hold still"))
    assert(page.select("#log-turns").text.contains("turns of 40 ms"))
    val shown = page.select("#log-starts tbody tr").asScala.map(_.select("[data-kind=logLook]").asScala.toList)
    assertEquals(shown.size, 3)
    for (cells, start) <- shown.zipWithIndex do
      val looks = results.cells.find(cell => cell.op == "R" && cell.round == start + 1).get.turns.sorted
      val found = cells.map(_.attr("data-value").toDouble)
      assertEqualsDouble(found(1), (looks(49) + looks(50)) / 2, 1e-6)
      assert(found.head >= looks.head && found.last <= looks.last, found)
    val own = page.select("#log-multiples tr[data-library=sqlite] [data-kind=multipleR]").asScala
    val of  = own.find(_.hasAttr("data-value")).get.attr("data-value").toDouble
    val raw = results.cells
      .filter(_.library == "sqlite")
      .map: cell =>
        val ratios = cell.turns.zip(cell.beside("R")).map((turn, limit) => math.log(turn / limit)).sorted
        (ratios(4) + ratios(5)) / 2
    assertEqualsDouble(of, math.exp(raw.sum / 3), 1e-9)

  test("a run without turns shows no picture of them"):
    val alone = steady.copy(cells =
      steady.cells
        .filter(_.library != Cell.withoutLibrary)
        .map(_.copy(turns = Nil).withLimits(_.copy(beside = Map.empty)))
    )
    val page = section(alone)
    assertEquals(page.select("#log-looks, #log-turns, #log-starts").size, 0)

  test("many forces a second may be those of a disk that does not keep its word"):
    assertEquals(LogMultiples(steady).implausible, None)
    assertEquals(
      LogMultiples(run((_, _) => 7500)).implausible,
      Some("7,500 forced writes a second: this disk may not keep its word")
    )
