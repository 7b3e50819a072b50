package brine.lab.turns

import brine.lab.{Beside, Fixtures}
import brine.lab.child.Cancellation
import brine.lab.plan.{JavaHome, TurnTimes}
import brine.lab.plan.Task.CellSpec
import brine.lab.results.{Cell, LibraryRow}
import brine.lab.run.Stage
import brine.lab.studies.log.{LogPrograms, LogStudy}
import java.nio.file.Files
import scala.concurrent.duration.*

/** Logs that take turns, with looks at the disk between them. */
final class LogContestSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 5.minutes

  private val times =
    TurnTimes(rounds = 4, turnMillis = 5, leastWarmUp = 40, mostWarmUp = 60000, silence = 30, lookMillis = 2)

  private def spec(name: String, op: String) =
    CellSpec(name, op, None, sizes = List(LogPrograms.program(name).fold(1)(_.argument)))

  private val cells =
    List("callers-1" -> "rate", "callers-1" -> "allocation") ++
      List("callers-16", "callers-256", "batch-100", "in-flight-1024", "bandwidth-64k").map(_ -> "rate")

  private def player(name: String, cells: List[(String, String)] = cells, control: Boolean = false) =
    Contender(Fixtures.row(name), control, cells.map(spec))

  private def run(contenders: Contender*): Map[String, List[Cell]] = run(times, contenders*)

  private def run(times: TurnTimes, contenders: Contender*): Map[String, List[Cell]] =
    Fixtures.in("log-contest"): folder =>
      val stage                      = Stage.read(Fixtures.stage(folder))
      def classPath(row: LibraryRow) = stage.classPath(stage.peers.find(_.name == row.peer).get)
      val data                       = folder.resolve("data")
      val start                      = TurnSession.Start(TurnGroup(LogStudy, 0, 1, contenders.toList), 2, 0, false)
      val folders                    = Contest.Folders(folder.resolve("plans"), folder.resolve("logs"), Some(data))
      val java                       = JavaHome(Fixtures.java, sys.props("java.version"), "")
      val options                    = "-Xmx256M" :: Fixtures.shortLived
      val found = Contest(start, times, options, java, classPath, "quick", None, folders, Cancellation(), 7).run()
      assertEquals(found.map(_.key).distinct.size, found.size, "every cell once")
      assert(Files.exists(data.resolve(Cell.withoutLibrary)), "the limits are measured on the same disk")
      found.groupBy(_.library)

  private val hanging = Beside:
    val slow = List("callers-1" -> "rate", "callers-1" -> "allocation", "bandwidth-64k" -> "rate")
    run(times.copy(silence = 10), player("paced-log", slow), player("log-hangs", slow))

  override def beforeAll(): Unit = hanging.begin()

  test("logs have a turn in each round of each case, with the limits around it"):
    val later = List("in-flight-1024" -> "rate")
    val found = run(player("paced-log"), player("paced-log", control = true), player("log-later", later))
    assertEquals(found.keySet, Set("paced-log", "control-paced-log", "log-later", Cell.withoutLibrary))
    for (library, own) <- found - Cell.withoutLibrary do
      assertEquals(own.map(cell => cell.name -> cell.op), if library == "log-later" then later else cells)
      for cell <- own do
        assertEquals(cell.status, "ok", s"$library ${cell.name}: ${cell.note}")
        assertEquals(cell.round -> cell.turns.size, 2 -> 4)
        assert(cell.value.get >= cell.lo.get && cell.value.get <= cell.hi.get, cell)
        val limits = cell.op match
          case "allocation" => Set.empty
          case _            => if cell.name == "bandwidth-64k" then Set("R", "B") else Set("R")
        assertEquals(cell.beside.keySet, limits)
        assert(cell.beside.values.forall(looks => looks.size == 4 && looks.forall(_ > 0)), cell)
        val unit = if cell.op == "allocation" then "B/record" else if limits.size == 2 then "B/s" else "records/s"
        assertEquals(cell.unit, Some(unit))
        assert(cell.cpuNs.isEmpty && cell.allocB.isEmpty, "a rate of many threads is no time of one")

  test("every look at a limit is kept, in a row of its own"):
    val found = run(player("paced-log", List("callers-1" -> "rate", "callers-16" -> "rate")))(Cell.withoutLibrary)
    val byOp  = found.map(cell => cell.op -> cell).toMap
    assertEquals(byOp.keySet, Set("R", "B"))
    // At the beginning of each round; R also before the first turn of each case, and after each turn.
    assertEquals(byOp("R").turns.size -> byOp("B").turns.size, 4 * (1 + 2 * 2) -> 4)
    assertEquals(byOp("R").unit       -> byOp("B").unit, Some("records/s")     -> Some("B/s"))
    assert(found.forall(cell => cell.status == "ok" && cell.version.isEmpty), found)

  test("records by key, queries and subscriptions have turns, and of the disk's limits only what forces it"):
    val more  = LogPrograms.programs.filter(_.needs.nonEmpty).flatMap(program => program.ops.map(program.name -> _))
    val wrong = List(LogPrograms.stateSave -> "rate", LogPrograms.queryBoth -> "rate")
    val found = run(player("store", more), player("store-forgets", wrong), player("store-mixes", wrong))
    assertEquals(found("store").map(cell => cell.name -> cell.op), more)
    for cell <- found("store") do
      assertEquals(cell.status, "ok", s"${cell.name}: ${cell.note}")
      assertEquals(cell.turns.size, 4)
      assertEquals(cell.beside.keySet, if cell.name == LogPrograms.stateSave then Set("R") else Set.empty)
    assertEquals(found("store-forgets").map(_.status), List("wrong", "ok"))
    assertEquals(found("store-mixes").map(_.status), List("ok", "wrong"))

  test("a log that loses events is wrong, before the first turn or after the last; the others are measured"):
    val few   = cells.take(2)
    val found = run(player("paced-log", few), player("log-loses"), player("log-tires", few), player("log-throws"))
    assertEquals(found("paced-log").map(_.status).distinct, List("ok"))
    assertEquals(found("log-loses").map(_.status).distinct, List("wrong"))
    assert(found("log-loses").forall(_.note.contains("10 events read instead of 96")), found("log-loses").map(_.note))
    assertEquals(found("log-throws").map(_.status).distinct, List("crashed"))
    val tired = found("log-tires")
    assertEquals(tired.map(_.status), List("wrong", "wrong"))
    assert(tired.forall(_.note.startsWith("200 events read instead of the ")), tired.map(_.note))

  test("a log that hangs is ended after the silence allowed, with the figures of one turn together"):
    val found = hanging.get
    assertEquals(found("log-hangs").map(_.status), List("timeout", "timeout", "skipped"))
    assertEquals(found("paced-log").map(_.status).distinct, List("ok"))
