package brine.lab.run

import brine.lab.Fixtures
import brine.lab.child.Cancellation
import brine.lab.plan.{Heaps, JavaHome, Mode, Task}
import brine.lab.results.{Cell, LibraryRow}
import brine.lab.studies.actors.{ActorPrograms, ActorsStudy}
import scala.collection.mutable
import scala.concurrent.duration.*

/** The cells of study actors, from children that run the fixtures. */
final class ActorRunSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 2.minutes

  private val java = JavaHome(Fixtures.java, System.getProperty("java.version"), "")

  private def row(name: String, cases: String*) =
    LibraryRow(name, "fixtures", "1", List("typed"), studies = List(ActorsStudy.name), cases = cases.toList)

  /** All children of a smoke run, with a heap that fits a test. */
  private def run(row: LibraryRow, change: Task => Task = identity): List[Cell] =
    Fixtures.in("actors"): folder =>
      val stage     = Stage.read(Fixtures.stage(folder))
      val durations = Durations.plan(Mode.Smoke, List(ActorsStudy), List(row), None)
      val heaps     = Heaps.forMemory(16L << 30, Mode.Smoke).copy(actors = "-Xmx128M" :: Fixtures.shortLived)
      val tasks     = Planner(Mode.Smoke, List(ActorsStudy), List(row), durations, heaps, List(java), 7).tasks
      val runner    = TaskRunner(
        PeerCatalog(List(row), stage, Fixtures.java),
        Mode.Smoke,
        None,
        folder.resolve("scratch"),
        folder.resolve("logs"),
        Cancellation()
      )
      val found = mutable.ListBuffer[Cell]()
      for task <- tasks if !task.control do runner.run(change(task))(found += _)
      assertEquals(found.map(_.key).distinct.size, found.size, "every cell once")
      found.toList

  private lazy val steady = run(row("steady"))

  test("every program of a sound runtime is measured, in the smoke size, and says that it is scaled"):
    assertEquals(steady.map(_.status).distinct, List("ok"), steady.filter(!_.ok).mkString("\n"))
    val wanted = for program <- ActorPrograms.programs; op <- program.ops yield program.name -> op
    assertEquals(steady.map(cell => cell.name -> cell.op).toSet, wanted.toSet)
    for cell <- steady do
      val program = ActorPrograms.program(cell.name).get
      assert(cell.value.isDefined && cell.unit.isDefined, cell)
      assertEquals(cell.n, Some(program.count(program.sizes.smoke)), cell.name)
      assertEquals(cell.note.startsWith("scaled: "), program.sizes.smoke != program.sizes.full, cell.note)

  test("a run tells its first apart, and what it cost"):
    for cell <- steady if cell.op == "run" && cell.name != "startup" do
      assert(cell.firstMs.exists(_ >= 0) && cell.allocB.isDefined && cell.gcMs.isDefined && cell.heapB.isDefined, cell)
      assert(cell.runs.exists(_ >= (if cell.name.startsWith("sleeping") then 1 else 2)), cell)
      assert(cell.lo.get <= cell.value.get && cell.value.get <= cell.hi.get, cell)

  test(
    "an idle actor takes what the heap says: an array of 24 bytes takes 40 with its header, and 4 for the reference"
  ):
    val bytes = steady.find(_.op == "bytes").get.value.get
    assert(bytes >= 40 && bytes <= 56, bytes)

  test("percentiles of asks rise"):
    for name <- List("ask-chained", "ask-threads") do
      val at = steady.filter(_.name == name).map(cell => cell.op -> cell.value.get).toMap
      assert(at("p50") > 0 && at("p50") <= at("p99") && at("p99") <= at("p99.9") && at("rate") > 0, at)

  test("a result that is not the right one is wrong, and has no figures"):
    val cells = run(row("actors-wrong"))
    assertEquals(cells.map(_.status).distinct, List("wrong"))
    assert(cells.forall(_.value.isEmpty))
    val said = cells.map(cell => cell.name -> cell.note).toMap
    assert(said("sequential").contains("199 instead of 200"), said("sequential"))
    assert(said("merge-sort").contains("not sorted"), said("merge-sort"))

  test("a runtime that throws is crashed, with the words of the exception"):
    val cells = run(row("actors-throw"))
    assertEquals(cells.map(_.status).distinct, List("crashed"))
    assert(cells.forall(_.note.contains("no mailbox left")), cells.map(_.note).mkString("\n"))

  test("a run that never ends is a time-out, and what came after it was not reached"):
    val cells =
      run(row("actors-hang", "sequential", "ping-pong"), task => task.copy(times = task.times.copy(silence = 3)))
    val statuses = cells.map(cell => (cell.name, cell.op) -> cell.status).toMap
    assertEquals(statuses(("sequential", "run")), "timeout")
    assertEquals(statuses(("ping-pong", "run")), "skipped")

  test("sleepers that must take longer than there is time for are not tried, by arithmetic"):
    val List(cell) = run(
      row("actors-asleep", "sleeping-1000x100ms"),
      task => task.copy(times = task.times.copy(longestShot = 0.01))
    ): @unchecked
    assertEquals(cell.status, "skipped")
    assert(cell.note.contains("1 threads"), cell.note)

  test("a runtime whose jar is missing is described with the reason"):
    Fixtures.in("described"): folder =>
      val catalog =
        PeerCatalog.read(Stage.read(Fixtures.stage(folder)), Fixtures.java, folder.resolve("logs"), Cancellation())
      val rows = catalog.rows.map(row => row.name -> row).toMap
      assert(rows("actors-absent").unavailable.contains("--peer-jar"))
      assertEquals(rows("steady").unavailable, "")
      assertEquals(rows("steady").studies, List("actors"))
      assertEquals(rows("actors-asleep").cases, List("sleeping-1000x100ms"))
