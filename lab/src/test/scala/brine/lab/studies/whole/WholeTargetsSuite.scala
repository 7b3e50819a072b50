package brine.lab.studies.whole

import brine.lab.page.{PageContext, Summary, Target}
import brine.lab.page.Ranking.Outcome
import brine.lab.results.{Cell, LibraryRow, Results}
import org.jsoup.Jsoup
import scala.jdk.CollectionConverters.*
import scala.util.Random

/** What the page says of entities, with made-up figures. */
final class WholeTargetsSuite extends munit.FunSuite:
  private val alone = WholeStudy.logAlone
  private val rows  =
    List("brine", "brine-prevalence", "prevayler", "jdbc-sqlite").map(row(_)) :+ row(alone, "log-alone")

  private def row(name: String, more: String*) =
    LibraryRow(name, name, "1", "durable" :: more.toList, "", studies = List("whole"))

  private val multiples =
    Map(
      "brine"            -> 90.0,
      "control-brine"    -> 90.0,
      "brine-prevalence" -> 120.0,
      alone              -> 100.0,
      "prevayler"        -> 1.5,
      "jdbc-sqlite"      -> 0.9
    )

  /** A run in turns: R is 1,000 writes a second, and rows reach their multiples of it in every load but those of 4,096
    * callers. Restarts took the milliseconds of each row.
    */
  private def run(multiples: Map[String, Double] = multiples, mode: String = "quick"): Results =
    val random = Random(5)
    val turned = for
      start           <- (1 to 3).toList
      load            <- WholePrograms.loads if load.callers <= 256
      (library, many) <- multiples
      turns = List.fill(6)(1000 * many * (1 + 0.01 * random.nextGaussian()))
    yield Cell(
      "whole",
      load.name,
      library,
      "rate",
      round = start,
      mode = mode,
      figure = Cell.Figure(value = Some(1000 * many), unit = Some("commands/s")),
      turns = turns,
      limits = Cell.Limits(beside = Map("R" -> List.fill(6)(1000.0)))
    )
    val looks = (1 to 3).toList.map: start =>
      Cell(
        "whole",
        "limit-R",
        Cell.withoutLibrary,
        "R",
        round = start,
        mode = mode,
        figure = Cell.Figure(value = Some(1000.0), unit = Some("records/s")),
        turns = List.fill(60)(1000.0)
      )
    val restarts = for
      restart         <- WholePrograms.restarts
      (library, time) <- List("brine" -> 200.0, "brine-prevalence" -> 150.0, "prevayler" -> 900.0)
    yield Cell(
      "whole",
      restart.name,
      library,
      "time",
      mode = mode,
      note = "scaled: 200,000 events",
      figure = Cell.Figure(value = Some(time), unit = Some("ms"))
    )
    Results(List(ujson.Obj("mode" -> mode)), rows, looks ++ turned ++ restarts, Nil, 0)

  private def targets(results: Results): Map[String, Target] =
    WholeTargets(Summary.of(results), results).all.map(target => target.name -> target).toMap

  private def only(found: Map[String, Target], parts: String*) =
    found.filter((name, _) => parts.forall(name.contains)).values.toList

  test("the log's own rate, every peer, Prevayler and its restart are what the goals are judged by"):
    val found = targets(run())
    val log   = found("whole, 256 callers of one entity, against the log")
    assertEquals(log.met, Some(true))
    assert(log.measured.startsWith("0.90"), log)
    val ahead = found("whole, 256 callers of one entity, against every peer")
    assertEquals(ahead.met, Some(true))
    assert(ahead.measured.contains("times prevayler, the next of 2"), ahead)
    val prevalence = found("whole, prevalence against Prevayler")
    assertEquals(prevalence.met, Some(true))
    assert(prevalence.measured.startsWith("80"), prevalence)
    val restarts = only(found, "restart")
    assertEquals(restarts.size, 4)
    val (entities, prevalent) = restarts.partition(_.name.endsWith(", brine"))
    assertEquals(entities.map(_.met).distinct, List(Some(false)), "4.5 times is not 5")
    assertEquals(prevalent.map(_.met).distinct, List(Some(true)))
    assert(restarts.forall(_.measured.contains("scaled: 200,000 events")), restarts)

  test("a goal is missed by what it is short of, and unknown without a measurement"):
    val slow = targets(run(multiples ++ Map("brine" -> 50.0, "jdbc-sqlite" -> 70.0, "brine-prevalence" -> 10.0)))
    val log  = slow("whole, 16 callers of one entity, against the log")
    assertEquals(log.met, Some(false))
    assert(log.missedBy.startsWith("short by 37"), log)
    val ahead = slow("whole, 16 callers of one entity, against every peer")
    assertEquals(ahead.met, Some(false))
    assert(ahead.measured.contains("times jdbc-sqlite"), ahead)
    assertEquals(slow("whole, prevalence against Prevayler").met, Some(false))
    val many = only(slow, "4,096 callers")
    assert(many.size == 6 && many.forall(_.met.isEmpty), many)

  test("a smoke run judges nothing, and a run without Brine's entities has no goals"):
    assert(targets(run(mode = "smoke")).values.forall(_.met.isEmpty))
    assertEquals(targets(run(multiples - "brine" - "control-brine").copy(cells = Nil)), Map.empty)

  test("the log alone competes with nobody; the first and the next are named for many entities and for one"):
    val page   = PageContext(run())
    val answer = WholeStudy.answer(page)
    assertEquals(answer.rankings.size, 2)
    for ranking <- answer.rankings do
      assert(!ranking.places.exists(_.library == alone), ranking.places)
      ranking.outcome match
        case Outcome.Ahead(first, next, ratio) =>
          assertEquals(first -> next, "brine-prevalence" -> "prevayler")
          assert(math.abs(ratio.value - 80) < 2, ratio)
        case other => fail(s"$other")
    val said = WholeVerdicts(page).sentences
    assert(said.exists(_.startsWith("256 callers of one entity: brine-prevalence executed commands")), said)
    assert(said.exists(_.contains("times the commands a second that its log appends without entities")), said)
    assert(said.exists(_.startsWith("A restart with one entity of a million events (scaled: 200,000 events)")), said)

  test("the section's figures are those of the file, and say which rows do not compete"):
    val results = run()
    val section = Jsoup.parseBodyFragment(WholeSection(PageContext(results)).render.toString)
    val cells   = section.select("#whole-rates tr[data-library=prevayler] [data-kind=wholeRate]").asScala
    assertEquals(cells.map(_.attr("data-value")).toSet, Set("1500"))
    assert(section.select(s"#whole-rates tr[data-library=$alone]").text.contains("no entities"))
    val multiple = section.select("#whole-multiples tr[data-library=brine] [data-kind=wholeMultiple]").asScala.head
    assert(math.abs(multiple.attr("data-value").toDouble - 90) < 1, multiple)
    assert(section.select("#whole-restarts").text.contains("900"))
    assertEquals(section.select("#whole-looks svg polyline").size, 3)
    assert(section.select("#whole-disk").text.contains("1,000"))
