package brine.lab.turns

import brine.lab.Fixtures
import brine.lab.child.Cancellation
import brine.lab.plan.{JavaHome, TurnTimes}
import brine.lab.plan.Task.CellSpec
import brine.lab.results.{Cell, LibraryRow}
import brine.lab.run.Stage
import brine.lab.studies.whole.{WholePrograms, WholeStudy}
import scala.concurrent.duration.*

/** Entities that take turns, with looks at the disk between them. */
final class EntityContestSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 5.minutes

  private val times =
    TurnTimes(rounds = 4, turnMillis = 5, leastWarmUp = 40, mostWarmUp = 60000, silence = 30, lookMillis = 2)

  private val cells =
    for load <- List("uniform-16", "hot-256"); op <- WholePrograms.ops
    yield CellSpec(load, op, None, sizes = List(WholePrograms.load(load).get.callers))

  private def player(name: String, control: Boolean = false) = Contender(Fixtures.row(name), control, cells)

  private def run(contenders: Contender*): Map[String, List[Cell]] = run(times, contenders*)

  private def run(times: TurnTimes, contenders: Contender*): Map[String, List[Cell]] =
    Fixtures.in("entity-contest"): folder =>
      val stage                      = Stage.read(Fixtures.stage(folder))
      def classPath(row: LibraryRow) = stage.classPath(stage.peers.find(_.name == row.peer).get)
      val data                       = folder.resolve("data")
      val start                      = TurnSession.Start(TurnGroup(WholeStudy, 0, 1, contenders.toList), 2, 0, false)
      val folders                    = Contest.Folders(folder.resolve("plans"), folder.resolve("logs"), Some(data))
      val java                       = JavaHome(Fixtures.java, sys.props("java.version"), "")
      val options                    = "-Xmx256M" :: Fixtures.shortLived
      Contest(start, times, options, java, classPath, "quick", None, folders, Cancellation(), 7)
        .run()
        .groupBy(_.library)

  test("entities have a turn in each round of each case, with the disk around it; percentiles are of all turns"):
    val found = run(player("steady-entities"), player("steady-entities", control = true), player("entities-later"))
    assertEquals(
      found.keySet,
      Set("steady-entities", "control-steady-entities", "entities-later", Cell.withoutLibrary)
    )
    for (library, own) <- found - Cell.withoutLibrary; cell <- own do
      val isPooled = cell.op.startsWith("p99")
      assert(cell.status == "ok" || isPooled && cell.note.contains("too few"), s"$library ${cell.name}: ${cell.note}")
      if cell.ok then
        assertEquals(cell.unit, Some(if cell.op == "rate" then "commands/s" else "us"))
        assert(cell.value.exists(_ > 0), cell)
        assertEquals(cell.turns.size, if isPooled then 0 else 4)
        assertEquals(cell.samples.nonEmpty, isPooled)
        assertEquals(cell.beside.keySet, if cell.op == "rate" then Set("R") else Set.empty)
    assertEquals(found(Cell.withoutLibrary).map(_.op), List("R"))

  test("events that are not there after the last turn are wrong; entities that make mistakes take no turn"):
    val found = run(player("steady-entities"), player("entities-tire"), player("entities-mistake"))
    assertEquals(found("steady-entities").filter(_.op == "rate").map(_.status).distinct, List("ok"))
    for name <- List("entities-tire", "entities-mistake") do
      assertEquals(found(name).map(_.status).distinct, List("wrong"), found(name).map(_.note).toString)

  test("a case is not steady while the compilers work, or the cost falls, of any JVM that runs its entities"):
    val short = times.copy(mostWarmUp = 5000) // as long as several windows of the look at compilers
    val found = run(short, List("entities-compile", "entities-apart").map(player(_).only(_.name == "uniform-16"))*)
    for name <- List("entities-compile", "entities-apart") do
      assertEquals(found(name).map(_.status).distinct, List("unsettled"), found(name).mkString("\n"))
      assert(found(name).forall(_.value.isEmpty), found(name))
      assert(found(name).forall(_.note.startsWith("not steady after ")), found(name).map(_.note))
