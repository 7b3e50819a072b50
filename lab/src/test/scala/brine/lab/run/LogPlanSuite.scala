package brine.lab.run

import brine.lab.plan.{Heaps, JavaHome, Mode, Task}
import brine.lab.results.LibraryRow
import brine.lab.studies.log.{LogPrograms, LogStudy}
import java.nio.file.Path

final class LogPlanSuite extends munit.FunSuite:
  private val java = JavaHome(Path.of("java"), "25.0.3", "")

  private def named(name: String, cases: String*) =
    LibraryRow(name, name, studies = List("log"), cases = cases.toList)

  private val rows =
    List("brine", "prevayler", "chronicle-sync", "sqlite", "postgresql", "mariadb")
      .map(named(_))
      .map(row => if row.name == "sqlite" then row.copy(traits = List("states", "queries")) else row) ++
      List(named("raw", LogPrograms.cunningham, "callers-1"), named("java-direct-forced", LogPrograms.cunningham))

  private def tasks(mode: Mode, rounds: Option[Int] = None): List[Task] =
    val durations = Durations.plan(mode, List(LogStudy), rows, rounds)
    Planner(mode, List(LogStudy), rows, durations, Heaps.forMemory(16L << 30, mode), List(java), 7).tasks

  test("the published sizes are 52, from 1 to below 50,000, and hold those that readers of 2001 quoted"):
    assertEquals(LogPrograms.published.size, 52)
    assertEquals(LogPrograms.published.take(12), List(1, 2, 3, 4, 5, 7, 9, 11, 14, 17, 21, 26))
    assertEquals(LogPrograms.published.last, 42507)
    for n <- LogPrograms.quick ++ LogPrograms.smoke ++ List(255, 307, 1106, 9884) do
      assert(LogPrograms.published.contains(n), n)

  test("the disk is looked at right before and right after each row, in JVMs of their own"):
    for mode <- List(Mode.Quick, Mode.Full) do
      val all    = tasks(mode, Some(2))
      val groups = all.map(task => (task.row.name, task.round))
      for group <- groups.distinct do
        val (from, until) = (groups.indexOf(group), groups.lastIndexOf(group))
        assertEquals(groups.slice(from, until + 1).distinct, List(group), "a row's children stay together")
        assertEquals(all(from).cells.map(_.name).distinct, List(LogPrograms.before))
        assertEquals(all(until).cells.map(_.name).distinct, List(LogPrograms.after))
        val between = all.slice(from + 1, until).flatMap(_.cells)
        assert(between.nonEmpty && between.forall(cell => !LogPrograms.limits.contains(cell.op)), between)

  test("a smoke run has one child a row, with both looks in it"):
    val smoke = tasks(Mode.Smoke)
    assertEquals(smoke.map(_.row.name).sorted, rows.map(_.name).sorted)
    for task <- smoke do
      assertEquals(task.cells.head.name -> task.cells.last.name, LogPrograms.before -> LogPrograms.after)

  test("a row has the cases it is for, and nothing is measured twice"):
    def names(row: String) = tasks(Mode.Quick).filter(_.row.name == row).flatMap(_.cells).map(_.name).toSet
    assertEquals(
      names("java-direct-forced"),
      LogPrograms.quick.map(LogPrograms.cunninghamCase).toSet + LogPrograms.before + LogPrograms.after
    )
    assert(names("raw")("callers-1") && !names("raw")("callers-16"))
    val (more, appends) = LogPrograms.programs.partition(_.needs.nonEmpty)
    assert(appends.forall(program => names("prevayler")(program.name)))
    assert(!more.exists(program => names("prevayler")(program.name)))
    for program <- more do assertEquals(names("sqlite")(program.name), program.needs != "subscriptions", program.name)
    val keys = tasks(Mode.Full, Some(1)).flatMap(task => task.cells.map(task.blank(_, "full").key))
    assertEquals(keys.distinct.size, keys.size)
    assert(tasks(Mode.Quick).forall(!_.control))

  test("full is the published program: every size, a thousand records or ten seconds, a second of rest"):
    val full = tasks(Mode.Full, Some(1)).filter(_.row.name == "brine").flatMap(_.cells)
    val runs = full.filter(_.op == "records")
    assertEquals(runs.map(_.sizes), LogPrograms.published.map(n => List(n, 1000, 10000, 1000)))
    assert(runs.forall(_.note.isEmpty))
    assertEquals(tasks(Mode.Full).map(_.round).max, 5)

  test("a quick run of every row there is takes three minutes at the most by the plan"):
    assert(tasks(Mode.Quick).map(_.estimate).sum <= 180, tasks(Mode.Quick).map(_.estimate).sum)
