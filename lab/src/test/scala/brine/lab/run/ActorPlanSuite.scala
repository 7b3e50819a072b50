package brine.lab.run

import brine.lab.plan.{Heaps, JavaHome, JvmSetting, Mode, Task}
import brine.lab.results.LibraryRow
import brine.lab.studies.actors.{ActorPrograms, ActorsStudy}
import java.nio.file.Path

final class ActorPlanSuite extends munit.FunSuite:
  private val java = JavaHome(Path.of("java"), "25.0.3", "")
  private val rows = List("brine", "akka-classic", "pekko-typed", "virtual-threads").map(named(_)) ++
    List(named("akka-classic-blocking", "sleeping-1000x100ms"), LibraryRow("kryo5", "kryo5", studies = List("site")))

  private def named(name: String, cases: String*) =
    val traits = if name.startsWith("brine") || name.endsWith("-typed") then List("typed") else Nil
    LibraryRow(name, name, traits = traits, studies = List("actors"), cases = cases.toList)

  private def tasks(
      mode: Mode,
      rounds: Option[Int] = None,
      jvms: List[JvmSetting] = Nil,
      rows: List[LibraryRow] = rows
  ): List[Task] =
    val studies   = List(ActorsStudy)
    val durations = Durations.plan(mode, studies, rows, rounds, settings = jvms.size.max(1))
    Planner(mode, studies, rows, durations, Heaps.forMemory(16L << 30, mode), List(java), 7, jvms).tasks

  test("a quick run of every row there is takes five minutes at the most by the plan"):
    val whole = List("brine", "akka-classic", "akka-typed", "pekko-classic", "pekko-typed", "virtual-threads", "actr")
    val sleepers = List("akka-classic-blocking", "pekko-classic-virtual", "actr-virtual")
      .map(named(_, ActorPrograms.programs.map(_.name).filter(_.startsWith("sleeping"))*))
    val newest = named("brine-newest-first", "sequential", "merge-sort")
    val all    = tasks(Mode.Quick, rows = newest :: sleepers ++ whole.map(named(_)))
    assert(all.map(_.estimate).sum <= 300, all.map(_.estimate).sum)

  test("each program has a child of its own, but for a smoke run, and the delays of a quick one"):
    val delays = ActorPrograms.programs.filter(_.isOfTyped).map(_.name)
    for mode <- List(Mode.Quick, Mode.Full); task <- tasks(mode) do
      val names = task.cells.map(_.name).distinct
      assert(names.size == 1 || mode == Mode.Quick && names == delays, names)
    val smoke = tasks(Mode.Smoke).filter(task => task.row.name == "akka-classic")
    assertEquals(smoke.size, 3)
    assert(smoke.exists(_.cells.map(_.name).distinct == List("startup")), "start-up finds a fresh JVM")

  test("a row is measured in every program, or in those it is for, and one row twice"):
    val quick                                 = tasks(Mode.Quick)
    def cells(name: String, control: Boolean) =
      quick.filter(task => task.row.name == name && task.control == control).flatMap(_.cells.map(c => c.name -> c.op))
    val all = for program <- ActorPrograms.programs; op <- program.ops yield program.name -> op
    assertEquals(cells("pekko-typed", false).sorted, all.sorted)
    val untyped = for program <- ActorPrograms.programs if !program.isOfTyped; op <- program.ops
    yield program.name -> op
    assertEquals(cells("akka-classic", false).sorted, untyped.sorted)
    assertEquals(cells("akka-classic-blocking", false), List("sleeping-1000x100ms" -> "run"))
    assertEquals(cells("kryo5", false), Nil)
    assertEquals(quick.filter(_.control).map(_.row.name).distinct, List("brine"))
    assertEquals(cells("brine", true).map(_._2).distinct, List("run"))

  test("the heap is stated, and the Parallel collector has a case of its own unless the run compares collectors"):
    val full = tasks(Mode.Full, Some(1)).filter(!_.control)
    for task <- full do
      assert(task.heap.contains("-Xms4096M") && task.heap.contains("-Xmx6144M"), task.heap)
      val collector = if task.cells.head.name == "parallel-parallelgc" then "-XX:+UseParallelGC" else "-XX:+UseG1GC"
      assertEquals(task.heap.filter(_.endsWith("GC")), List(collector), task.label)
    val compared = tasks(Mode.Quick, Some(1), List(JvmSetting.Zgc, JvmSetting.Parallel))
    assert(!compared.exists(_.cells.exists(_.name == "parallel-parallelgc")))
    assertEquals(compared.map(_.jvm).toSet, Set("zgc", "parallel"))

  test("full is the published size, and tells of nothing scaled"):
    val full = tasks(Mode.Full, Some(1)).flatMap(_.cells)
    assertEquals(full.filter(_.note.nonEmpty), Nil)
    val sizes = full.map(cell => cell.name -> cell.sizes).toMap
    assertEquals(sizes("sequential"), List(1000000))
    assertEquals(sizes("parallel"), List(100, 100000))
    assertEquals(sizes("merge-sort"), List(1 << 20))
    assertEquals(sizes("sleeping-1000x100ms"), List(1000, 1, 100))
    assertEquals(full.find(_.name == "parallel").flatMap(_.n), Some(20000000))

  test("rounds are kept: five at the published size, one in quick, as many as asked for"):
    assertEquals(tasks(Mode.Full).map(_.round).max, 5)
    assertEquals(tasks(Mode.Quick).map(_.round).max, 1)
    assertEquals(tasks(Mode.Quick, Some(3)).map(_.round).max, 3)
