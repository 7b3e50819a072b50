package brine.lab.run

import brine.lab.Fixtures
import brine.lab.child.Cancellation
import brine.lab.plan.{JavaHome, Task}
import brine.lab.plan.Task.CellSpec
import brine.lab.results.Cell
import brine.lab.studies.site.SiteStudy
import brine.lab.turns.*
import java.nio.file.Path
import scala.collection.mutable

/** What is run, left out and shortened, with a clock of the test's own. */
final class StepsSuite extends munit.FunSuite:
  private val java = JavaHome(Path.of("java"), "25", "")
  private val some = Task.Iterations(2, 100)

  private def task(library: String, round: Int, estimate: Double = 10, op: String = "encode") = Task(
    Fixtures.row(library),
    "site",
    round,
    false,
    Task.Kind.Measure,
    List(CellSpec("site-1k", op, None)),
    Task.Jvm(java),
    Task.Times(some, some, estimate, 100, 100)
  )

  private def session =
    val cells = SiteStudy.headline.map(CellSpec(_, _, None))
    val rows  = List("brine", "far").map(name => Contender(Fixtures.row(name), false, cells))
    val plan  = TurnPlan(TurnGroup.of(SiteStudy, rows, Some(rows.head.row), 12), TurnMemory(512, 12, ""))
    TurnSession(plan, rows.map(_.row))

  private final class Machine(slowness: Double, cancelAt: Int = Int.MaxValue):
    var nanos        = 0L
    val ran          = mutable.ListBuffer.empty[String]
    val said         = mutable.ListBuffer.empty[String]
    val emitted      = mutable.ListBuffer.empty[Cell]
    val cancellation = Cancellation()
    var shortest     = Int.MaxValue

    private def took(label: String, seconds: Double): Unit = synchronized:
      ran += label
      nanos += (seconds * slowness * 1e9).toLong
      if ran.sizeIs == cancelAt then cancellation.request()

    def run(tasks: List[Task], turns: Option[TurnSession], budget: Option[Double]): ujson.Obj =
      val steps =
        Steps(tasks, turns, budget, cancellation, emitted += _, Progress.Plain(_, _ => ()), said += _, () => nanos)
      steps.run(
        task =>
          emit =>
            shortest = shortest.min(task.measure.millis)
            took(s"${task.row.name} ${task.round}", task.estimate)
            if !cancellation.requested then emit(task.blank(task.cells.head, "quick"))
        ,
        start =>
          took(s"start ${start.number}", start.seconds)
          if cancellation.requested then Nil
          else
            for own <- start.group.contenders; spec <- own.cells
            yield
              val figure = if own.row.name == "brine" then 100.0 else 400.0
              Cell(
                "site",
                spec.name,
                own.label,
                spec.op,
                round = start.round,
                turns = List.fill(10)(figure),
                figure = Cell.Figure(value = Some(figure), unit = Some("ns"))
              )
      )

  private val tasks = for round <- List(1, 2); library <- List("a", "b") yield task(library, round)

  test("children first, then the starts; every cell is passed on"):
    val machine = Machine(1)
    val kept    = machine.run(tasks, Some(session), Some(1000))
    assertEquals(machine.ran.toList, List("a 1", "b 1", "a 2", "b 2", "start 1", "start 2", "start 3"))
    assertEquals(machine.emitted.size, 4 + 3 * 3 * SiteStudy.headline.size)
    assertEquals((kept("cut").num, kept("startsLeftOut").num, kept("iterationsShortenedTo").num), (0.0, 0.0, 1.0))
    assertEquals(machine.said.toList, Nil)

  test("children without times run before all others, and several of them at a time"):
    val machine = Machine(1)
    val sizes   = for library <- List("a", "b", "c", "d", "e") yield task(library, 1, op = "size")
    val all     = tasks ++ sizes
    val _       = machine.run(all, None, Some(1000))
    assertEquals(machine.ran.take(5).toSet, sizes.map(size => s"${size.row.name} 1").toSet)
    assertEquals(machine.ran.drop(5).toList, List("a 1", "b 1", "a 2", "b 2"))
    assertEquals(machine.emitted.map(_.key).toSet, all.map(of => of.blank(of.cells.head, "quick").key).toSet)
    assertEqualsDouble(SideBySide.seconds(all), 40 + 50.0 / SideBySide.lanes, 1e-9)

  test("without time, first rounds and first starts are all that runs, and the run says so"):
    val machine = Machine(100)
    val kept    = machine.run(tasks, Some(session), Some(100))
    assertEquals(machine.ran.toList, List("a 1", "b 1", "start 1"))
    assertEquals((kept("cut").num, kept("startsLeftOut").num), (2.0, 2.0))
    assertEquals(machine.said.size, 2, machine.said)

  test("beside turns nothing is shortened; without them iterations are, down to a third"):
    val turning = Machine(1)
    val _       = turning.run(tasks, Some(session), Some(30))
    assertEquals(turning.shortest, 100)
    val alone = Machine(1)
    val kept  = alone.run(tasks, None, Some(20))
    assertEquals(alone.shortest, 33)
    assert(kept("iterationsShortenedTo").num < 0.5 && alone.said.exists(_.contains("shortened")), alone.said)

  test("a cancelled run ends after its step, wherever it is"):
    for at <- 1 to 7 do
      val machine = Machine(1, cancelAt = at)
      val _       = machine.run(tasks, Some(session), Some(1000))
      assertEquals(machine.ran.size, at)
