package brine.lab.run

import brine.lab.plan.{Heaps, JavaHome, Mode, Task}
import brine.lab.results.LibraryRow
import brine.lab.studies.Study
import brine.lab.studies.log.LogStudy
import brine.lab.studies.whole.{WholePrograms, WholeStudy}
import java.nio.file.Path

final class WholePlanSuite extends munit.FunSuite:
  private val java = JavaHome(Path.of("java"), "25.0.3", "")

  private def named(name: String, traits: String*) =
    LibraryRow(name, name, traits = "durable" :: traits.toList, studies = List("whole"))

  private val servers = List("jdbc-postgresql", "axon").map(named(_, "server"))
  private val rows    = WholeStudy.contenders.map(named(_))
  private val all     = rows ++ servers ++ List(named(WholeStudy.logAlone, "log-alone"), named("another"))

  private def tasks(mode: Mode): List[Task] =
    val durations = Durations.plan(mode, List(WholeStudy), all, None)
    Planner(mode, List(WholeStudy), all, durations, Heaps.forMemory(16L << 30, mode), List(java), 7).tasks

  private def plan(mode: Mode, studies: List[Study] = List(WholeStudy)) =
    RunPlan(Request(studies, mode, Path.of("out"), "./brine lab"), all, Nil, List(java), 24L << 30, 7)

  test("the cases are 1, 16, 256 and 4,096 callers of three kinds, and two restarts of a million events"):
    assertEquals(WholePrograms.loads.size, 12)
    assertEquals(WholePrograms.loads.map(_.name).distinct.size, 12)
    val full = tasks(Mode.Full).filter(_.row.name == "brine").flatMap(_.cells)
    for restart <- WholePrograms.restarts do
      val own = full.filter(_.name == restart.name)
      assertEquals(own.map(_.op).distinct, WholePrograms.restartOps)
      assert(own.forall(cell => cell.n.contains(1000000) && cell.note.isEmpty), own)
    for mode <- List(Mode.Quick, Mode.Standard, Mode.Smoke); cell <- tasks(mode).flatMap(_.cells) do
      if WholePrograms.isRestart(cell.name) then
        assertEquals(cell.sizes.take(2).product, cell.n.get)
        assert(cell.note.startsWith("scaled: "), cell)

  test("without turns the disk is looked at right before and right after each row"):
    for mode <- List(Mode.Full, Mode.Smoke) do
      for (_, own) <- tasks(mode).groupBy(task => (task.row.name, task.round)) do
        val names = own.flatMap(_.cells).map(_.name)
        assertEquals(names.head -> names.last, WholePrograms.before -> WholePrograms.after)

  test("a row without entities has all loads and no restart"):
    val own = tasks(Mode.Full).filter(_.row.name == WholeStudy.logAlone).flatMap(_.cells).map(_.name).toSet
    assertEquals(own - WholePrograms.before - WholePrograms.after, WholePrograms.loads.map(_.name).toSet)

  test("a smoke run has no percentiles that need thousands of delays; the others have all"):
    def delays(mode: Mode) =
      tasks(mode).flatMap(_.cells).filter(cell => WholePrograms.load(cell.name).nonEmpty).map(_.op).toSet
    assertEquals(delays(Mode.Smoke), Set("rate", "p50"))
    assertEquals(delays(Mode.Full), Set("rate", "p50", "p99", "p99.9"))
    assertEquals(delays(Mode.Standard), Set("rate", "p50", "p99", "p99.9"))

  test("a row in mode quick without turns takes what its children are planned for"):
    val own = tasks(Mode.Quick).filter(_.row.name == "brine")
    val gap = own.map(_.estimate).sum - WholePrograms.quickSecondsOfRow
    assert(math.abs(gap - own.size * Durations.childStart) < 0.01, gap)

  test("mode quick has two loads of the contenders and of the log alone in turns, within two minutes"):
    val found = plan(Mode.Quick)
    val group = found.turns.get.groups.head
    assertEquals(found.turns.get.groups.size, 1)
    assertEquals(
      group.contenders.filterNot(_.control).map(_.row.name).toSet,
      (WholeStudy.contenders :+ WholeStudy.logAlone).toSet
    )
    assertEquals(group.contenders.filter(_.control).map(_.row.name), List("brine"))
    assertEquals(group.contenders.flatMap(_.cells).map(_.name).distinct, List("uniform-256", "hot-16"))
    assertEquals(found.tasks.filter(_.kind == Task.Kind.Measure), Nil)
    assert(found.turns.get.seconds < 120, found.turns.get.seconds)

  test("mode standard has up to 256 callers in turns; more callers and restarts are measured alone"):
    val found  = plan(Mode.Standard)
    val turned = found.turns.get.groups.flatMap(_.contenders.flatMap(_.cells)).map(_.name).toSet
    val alone  = found.tasks.flatMap(_.cells).map(_.name).toSet
    assertEquals(turned, WholePrograms.loads.filter(_.callers <= 256).map(_.name).toSet)
    assertEquals(
      alone - WholePrograms.before - WholePrograms.after,
      WholePrograms.loads.filter(_.callers > 256).map(_.name).toSet ++ WholePrograms.restarts.map(_.name)
    )

  test("mode quick starts no server; mode standard does, unpacked before anything is timed"):
    val prepared = plan(Mode.Standard).tasks.takeWhile(_.kind == Task.Kind.Prepare)
    assertEquals(prepared.map(_.row.name).toSet, servers.map(_.name).toSet)
    assertEquals(prepared.map(_.study).distinct, List("whole"))
    val turned = plan(Mode.Standard).turns.get.groups.flatMap(_.contenders).map(_.row)
    assert(servers.forall(turned.contains), turned)
    for quick <- List(plan(Mode.Quick), plan(Mode.Quick, List(LogStudy))) do
      assert(!quick.tasks.exists(_.kind == Task.Kind.Prepare))

  test("rates of turns are told in multiples of the disk; delays are not"):
    for cell <- plan(Mode.Standard).turns.get.groups.flatMap(_.contenders.flatMap(_.cells)) do
      assertEquals(WholeStudy.limitsOf(cell), if cell.op == "rate" then List("R") else Nil)
