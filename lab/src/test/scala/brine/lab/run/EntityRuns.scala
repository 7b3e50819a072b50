package brine.lab.run

import brine.lab.Fixtures
import brine.lab.child.Cancellation
import brine.lab.plan.{Heaps, JavaHome, Mode, Task}
import brine.lab.results.{Cell, LibraryRow}
import brine.lab.studies.whole.WholeStudy
import scala.collection.mutable

/** Runs rows of study whole alone, as mode smoke does. */
private[run] object EntityRuns:
  private val java = JavaHome(Fixtures.java, System.getProperty("java.version"), "")

  def row(name: String, cases: String*): LibraryRow =
    LibraryRow(name, "fixtures", "1", studies = List(WholeStudy.name), cases = cases.toList)

  /** The cells of a row, each once. */
  def run(row: LibraryRow, change: Task => Task = identity): List[Cell] =
    Fixtures.in("whole"): folder =>
      val stage     = Stage.read(Fixtures.stage(folder))
      val studies   = List(WholeStudy)
      val durations = Durations.plan(Mode.Smoke, studies, List(row), None)
      val heaps     = Heaps.forMemory(16L << 30, Mode.Smoke).copy(log = "-Xmx256M" :: Fixtures.shortLived)
      val tasks     = Planner(Mode.Smoke, studies, List(row), durations, heaps, List(java), 7).tasks
      val runner    = TaskRunner(
        PeerCatalog(List(row), stage, Fixtures.java),
        Mode.Smoke,
        None,
        folder.resolve("scratch"),
        folder.resolve("logs"),
        Cancellation(),
        Some(LogData(folder.resolve("data")))
      )
      val found = mutable.ListBuffer[Cell]()
      for task <- tasks do runner.run(change(task))(found += _)
      assert(found.map(_.key).distinct.sizeIs == found.size, "every cell once")
      found.toList
