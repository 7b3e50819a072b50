package brine.lab.run

import brine.lab.catalog.Studies
import brine.lab.plan.{Heaps, JavaHome, Mode, Task}
import brine.lab.results.LibraryRow
import brine.lab.studies.Study
import brine.lab.studies.books.BooksStudy
import brine.lab.studies.evactor.EvactorStudy
import brine.lab.studies.site.SiteStudy
import java.nio.file.Path

final class DurationsSuite extends munit.FunSuite:
  private val java = JavaHome(Path.of("java"), "25.0.3", "")

  private def tasks(mode: Mode, libraries: Int, studies: List[Study] = Studies.all): List[Task] =
    val durations = Durations.plan(mode, studies, rows(libraries), None)
    Planner(mode, studies, rows(libraries), durations, Heaps.forMemory(16L << 30), List(java), 7).tasks

  /** As there are: two in three take part in study books, one more in nothing else. */
  private def rows(libraries: Int): List[LibraryRow] = (1 to libraries).toList.map: i =>
    val studies = if i % 3 != 0 then List("site", "evactor", "books") else List("site", "evactor")
    LibraryRow(s"library-$i", "peer", studies = if i > 1 && i == libraries then List("books") else studies)

  for libraries <- List(1, 5, 12, 20, 26, 36) do
    test(s"quick with $libraries libraries fits its budget by the plan"):
      assert(tasks(Mode.Quick, libraries).map(_.estimate).sum <= Mode.Quick.budgetSeconds.get)

    test(s"smoke with $libraries libraries fits its budget by the plan"):
      assert(tasks(Mode.Smoke, libraries).map(_.estimate).sum <= Mode.Smoke.budgetSeconds.get)

  test("few libraries are measured longer and more often"):
    val few  = Durations.plan(Mode.Quick, Studies.all, rows(2), None)
    val many = Durations.plan(Mode.Quick, Studies.all, rows(26), None)
    assert(few.rounds > many.rounds)
    assert(few.cellSeconds >= many.cellSeconds)
    assert(many.rounds >= 1)

  test("with many libraries there is one round of warm code instead of several of cold"):
    val many = Durations.plan(Mode.Quick, Studies.all, rows(39), None, reserved = 150)
    assertEquals(many.rounds, 1)
    assert(many.warmUp.seconds * SiteStudy.timedCells >= 0.8, many)
    assert(many.warmUp.seconds > 1.5 * many.measure.seconds, many)

  test("a child with few cells is warmed as long as its code needs"):
    val plan = Durations.plan(Mode.Quick, Studies.all, rows(39), None, reserved = 150)
    assert(plan.warmUpOf(2).seconds * 2 >= 0.55, plan)
    assertEquals(plan.warmUpOf(20), plan.warmUp)

  test("asked-for rounds are kept in every mode"):
    for mode <- Mode.values do assertEquals(Durations.plan(mode, Studies.all, rows(10), Some(3)).rounds, 3)

  test("full runs the published numbers of events, each case in a child of its own"):
    val plan = Durations.plan(Mode.Full, Studies.all, rows(3), None)
    assertEquals(plan.counts.size, 20)
    assertEquals(plan.runs, 10)
    val children = tasks(Mode.Full, 3)
    assert(children.filter(_.kind == Task.Kind.Measure).forall(_.cells.map(_.name).distinct.sizeIs == 1))

  test("a round measures every cell of every library, and one library twice"):
    val round = tasks(Mode.Quick, 5).filter(task => task.round == 1 && task.kind == Task.Kind.Measure)
    for (study, libraries, cells) <- List(("site", 4, SiteStudy.timedCells), ("books", 4, BooksStudy.timedCells)) do
      val timed = round.filter(_.study == study)
      assertEquals(timed.size, libraries + 1)
      assertEquals(timed.count(_.control), 1)
      for task <- timed do
        val measured = task.cells.filterNot(_.isExact).map(cell => cell.name -> cell.op).toSet
        assertEquals(measured.size, cells)

  test("the order differs from round to round and repeats with the seed"):
    val all    = tasks(Mode.Quick, 8)
    val orders = all
      .filter(t => t.study == "site" && t.kind == Task.Kind.Measure)
      .groupBy(_.round)
      .view
      .mapValues(_.map(_.libraryLabel))
      .toMap
    assert(orders.values.toSet.sizeIs > 1)
    assertEquals(tasks(Mode.Quick, 8).map(_.label), all.map(_.label))

  test("ours is the control when it runs"):
    val rows    = List("avro", "brine", "kryo5").map(LibraryRow(_, "peer"))
    val plan    = Durations.plan(Mode.Quick, Studies.all, rows, None)
    val planner = Planner(Mode.Quick, Studies.all, rows, plan, Heaps.forMemory(16L << 30), List(java), 7)
    assertEquals(planner.control(SiteStudy).map(_.name), Some("brine"))

  test("evactor's heap is the published one, and lowered with a word when memory is short"):
    val enough = Heaps.forMemory(16L << 30)
    assert(enough.evactor.contains("-Xmx4096M") && enough.evactor.contains("-Xms1536M"))
    assertEquals(enough.lowered, "")
    val short = Heaps.forMemory(3L << 30)
    assert(short.evactor.contains("-Xmx2048M"))
    assert(short.lowered.contains("2048 MB"))

  test("quick keeps both ends of the published axis"):
    assertEquals(EvactorStudy.quick.head, EvactorStudy.published.head)
    assertEquals(EvactorStudy.quick.last, EvactorStudy.published.last)

  test("late runs shorten their iterations, never to nothing"):
    assertEquals(Steps.squeeze(1.4), 1.0)
    assertEquals(Steps.squeeze(0.95), 1.0)
    assertEqualsDouble(Steps.squeeze(0.5), 0.5, 1e-12)
    assertEqualsDouble(Steps.squeeze(-2), 1.0 / 3, 1e-12)
    val task = tasks(Mode.Quick, 2).find(_.kind == Task.Kind.Measure).get
    assertEquals(task.squeezed(0.5).measure, Task.Iterations(task.measure.count, task.measure.millis / 2))
    assertEquals(task.squeezed(0.1).warmUp, task.warmUp.times(0.5), "code is not measured cold")
    assertEquals(task.longest -> task.squeezed(0.5).longest, 3.0 -> 1.5, "late, it waits less for the compilers")
    assertEquals(task.squeezed(1.0), task)
