package brine.lab.turns

import brine.effort.Effort
import brine.lab.Fixtures
import brine.lab.plan.Task.CellSpec
import brine.lab.results.Cell
import brine.lab.studies.Study
import brine.lab.studies.evactor.EvactorStudy
import brine.lab.studies.site.SiteStudy
import scala.concurrent.duration.*
import scala.util.Random

/** The order of starts, with made-up figures instead of JVMs. */
final class TurnSessionSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 5.minutes

  private def group(study: Study, libraries: String*): List[TurnGroup] =
    val cells = study.headline.map(CellSpec(_, _, None))
    val rows  = libraries.toList.map(name => Contender(Fixtures.row(name), false, cells))
    TurnGroup.of(study, rows, rows.headOption.map(_.row), 12)

  private def plan(groups: List[TurnGroup], isOpen: Boolean = true) =
    TurnPlan(groups, TurnMemory(512, 12, ""), isOpen = isOpen)

  private val libraries = List("brine", "near", "far").map(Fixtures.row(_))

  /** A start in which each library takes `level` times its figure, with noise of the turns. */
  private def cells(start: TurnSession.Start, figure: (String, Random) => Double, seed: Int = 1): List[Cell] =
    val random = Random(seed * 1000 + start.round)
    for
      own <- start.group.contenders
      own0 = figure(own.row.name, random)
      spec <- own.cells
    yield
      val turns = List.fill(10)(own0 * (1 + random.nextGaussian() * 0.005))
      Cell(
        start.group.study.name,
        spec.name,
        own.label,
        spec.op,
        round = start.round,
        turns = turns,
        figure = Cell.Figure(value = Some(turns.min), unit = Some("ns"))
      )

  /** Runs a session to its end, and returns its starts. */
  private def run(
      session: TurnSession,
      figure: (String, Random) => Double,
      hasTime: Double => Boolean = _ => true
  ): List[TurnSession.Start] =
    Iterator
      .continually(session.next(hasTime))
      .takeWhile(_.nonEmpty)
      .flatten
      .take(100)
      .map: start =>
        session.add(cells(start, figure))
        start
      .toList

  private def clear(library: String, random: Random) =
    val figure = library match
      case "brine" => 100.0
      case "near"  => 150.0
      case _       => 400.0
    figure * (1 + random.nextGaussian() * 0.01)

  /** Each start settles differently: first and second place are a coin's throw. */
  private def close(library: String, random: Random) = library match
    case "brine" => 100 * (1 + random.nextGaussian() * 0.2)
    case "near"  => 101 * (1 + random.nextGaussian() * 0.2)
    case _       => 400.0

  test("every group has its starts, one of each study after the other; a clear contest has no further ones"):
    val both   = group(SiteStudy, "brine", "near", "far") ++ group(EvactorStudy, "brine", "far")
    val starts = run(TurnSession(plan(both), libraries), clear)
    assertEquals(
      starts.map(start => start.group.study.name -> start.number),
      (1 to 3).toList.flatMap(number => List("site" -> number, "evactor" -> number))
    )
    assert(starts.forall(!_.isFurther))

  test("an undecided contest goes on with those who may be first, what all are compared with, and the control"):
    val session = TurnSession(plan(group(SiteStudy, "brine", "near", "far")), libraries)
    val starts  = run(session, close)
    val further = starts.drop(3)
    assert(further.nonEmpty && further.forall(_.isFurther))
    assertEquals(further.map(_.number), (4 until 4 + further.size).toList)
    assert(starts.sizeIs <= TurnSession.most)
    for start <- further do
      assertEquals(start.group.contenders.map(_.label).toSet, Set("brine", "control-brine", "near"))

  test("who competes with the base in one group does not start the other groups again"):
    val cells = SiteStudy.headline.map(CellSpec(_, _, None))
    val rows  =
      ("brine" :: "near" :: List.tabulate(4)(at => s"far-$at")).map(name => Contender(Fixtures.row(name), false, cells))
    val groups  = TurnGroup.of(SiteStudy, rows, Some(rows.head.row), 4)
    val further = run(TurnSession(plan(groups), rows.map(_.row)), close).filter(_.isFurther)
    assertEquals(groups.size, 3)
    assert(further.nonEmpty)
    assert(further.forall(_.group.contenders.exists(_.row.name == "near")), further.map(_.label))

  test("a rival that is clear of the first place is not started again, nor is its control"):
    val cells               = SiteStudy.headline.map(CellSpec(_, _, None))
    val rows                = List("brine", "near", "far").map(name => Contender(Fixtures.row(name), false, cells))
    def further(rival: Int) =
      val groups = TurnGroup.of(SiteStudy, rows, Some(rows.head.row), 12, Some(rows(rival).row))
      run(TurnSession(plan(groups), rows.map(_.row)), close)
        .filter(_.isFurther)
        .map(_.group.contenders.map(_.label).toSet)
    assertEquals(further(2).toSet, Set(Set("brine", "control-brine", "near")))
    assertEquals(further(1).toSet, Set(Set("brine", "control-brine", "near", "control-near")))

  test("without time, each group has one start; the others are counted"):
    val session =
      TurnSession(plan(group(SiteStudy, "brine", "near") ++ group(EvactorStudy, "brine", "near")), libraries)
    assertEquals(run(session, close, _ => false).map(_.number), List(1, 1))
    assertEquals(session.leftOut, 4)

  test("with a number of rounds asked for, nothing is added"):
    val session = TurnSession(plan(group(SiteStudy, "brine", "near"), isOpen = false), libraries)
    assertEquals(run(session, close).size, 3)
    assertEquals(session.leftOut, 0)

  test("a resumed session measures the starts that are missing or were cut off, whole"):
    val of     = plan(group(SiteStudy, "brine", "near", "far"))
    val all    = run(TurnSession(of, libraries), clear).flatMap(cells(_, clear))
    val random = Random(18)
    for _ <- 1 to Effort.resumedSessions do
      val kept  = all.take(random.nextInt(all.size + 1))
      val whole = (1 to 3).filter(round => kept.count(_.round == round) == all.count(_.round == round))
      val again = run(TurnSession(of, libraries, kept), clear)
      assertEquals(again.map(_.number), (1 to 3).toList.diff(whole), s"${kept.size} of ${all.size}")

  test("what a start measures again replaces what was there, also a failure"):
    val of      = plan(group(SiteStudy, "brine", "near"))
    val session = TurnSession(of, libraries)
    val start   = session.next(_ => true).get
    session.add(cells(start, clear).map(_.copy(status = "crashed", turns = Nil).withFigure(_.copy(value = None))))
    session.add(cells(start, clear))
    assertEquals(run(session, clear).map(_.number), List(2, 3))
