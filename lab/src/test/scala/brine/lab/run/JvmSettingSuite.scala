package brine.lab.run

import brine.lab.catalog.Studies
import brine.lab.failure.Refusal
import brine.lab.plan.{Heaps, JavaHome, JvmSetting, Mode, Task}
import brine.lab.results.{Cell, LibraryRow}
import java.nio.file.Path

final class JvmSettingSuite extends munit.FunSuite:
  private val java  = JavaHome(Path.of("java"), "25.0.3", "")
  private val heaps = Heaps.forMemory(16L << 30)

  test("names are typed as a list or again and again, and an unknown one is refused with those there are"):
    assertEquals(JvmSetting.parse(List("g1,zgc", "serial", "g1")).map(_.name), List("g1", "zgc", "serial"))
    assertEquals(JvmSetting.parse(Nil), Nil)
    assert(intercept[Refusal](JvmSetting.parse(List("cms"))).getMessage.contains("serial, parallel, g1, zgc, compact"))

  test("a setting takes the place of a study's own collector and leaves its memory"):
    assertEquals(
      JvmSetting.Serial.in(heaps.evactor, java),
      List("-Xms1536M", "-Xmx4096M", "-Xss2M", "-XX:+UseSerialGC")
    )
    assert(JvmSetting.Compact.in(heaps.micro, java).endsWith(List("-XX:+UseG1GC", "-XX:+UseCompactObjectHeaders")))
    assert(JvmSetting.Zgc.in(heaps.micro, java.copy(version = "21.0.2")).contains("-XX:+ZGenerational"))

  private val libraries = List("brine", "kryo5")

  private def tasks(jvms: List[JvmSetting]): List[Task] =
    val rows = libraries.map(LibraryRow(_, "peer"))
    val plan = Durations.plan(Mode.Quick, Studies.all, rows, Some(1), settings = jvms.size.max(1))
    Planner(Mode.Quick, Studies.all, rows, plan, heaps, List(java), 7, jvms).tasks

  test("the whole run is repeated under each, the control too; sizes and start-up are measured once"):
    val all                   = tasks(List(JvmSetting.G1, JvmSetting.Zgc))
    def measured(jvm: String) =
      all.filter(task => task.jvm == jvm && task.kind == Task.Kind.Measure).map(t => (t.study, t.libraryLabel)).toSet
    assertEquals(measured("g1"), measured("zgc"))
    val planned = for
      study   <- Studies.all
      library <- libraries ++ Option.when(study.hasControl)(Cell.controlPrefix + libraries.head)
    yield study.name -> library
    assertEquals(measured("g1"), planned.toSet)
    assert(
      all.filter(_.jvm == "zgc").forall(task => !task.cells.exists(_.op == "size") && task.heap.contains("-XX:+UseZGC"))
    )
    assertEquals(all.filter(_.kind != Task.Kind.Measure).map(_.jvm).distinct, List("g1"))
    assertEquals(tasks(Nil).map(_.jvm).distinct, List(""))

  test("the time for each setting is that of a run under one"):
    val once  = tasks(Nil).map(_.estimate).sum
    val twice = tasks(List(JvmSetting.G1, JvmSetting.Zgc)).map(_.estimate).sum
    assert(twice > 1.5 * once && twice <= 2 * Mode.Quick.budgetSeconds.get, (once, twice))
