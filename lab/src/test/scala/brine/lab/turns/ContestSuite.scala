package brine.lab.turns

import brine.lab.{Beside, Fixtures}
import brine.lab.child.Cancellation
import brine.lab.plan.{JavaHome, TurnTimes}
import brine.lab.plan.Task.CellSpec
import brine.lab.results.{Cell, LibraryRow}
import brine.lab.run.Stage
import brine.lab.studies.site.SiteStudy
import java.nio.file.{Files, Path}
import scala.concurrent.duration.*

final class ContestSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 5.minutes

  private val java  = JavaHome(Fixtures.java, sys.props("java.version"), "")
  private val times = TurnTimes(rounds = 4, turnMillis = 5, leastWarmUp = 40, mostWarmUp = 60000, silence = 30)
  private val cells =
    for name <- List("site-1k", "events-1k"); op <- List("encode", "decode") yield CellSpec(name, op, None)

  private def contest(
      folder: Path,
      contenders: List[Contender],
      cancellation: Cancellation = Cancellation(),
      java: JavaHome = java,
      silence: Int = times.silence
  ) =
    val stage                      = Stage.read(Fixtures.stage(folder))
    def classPath(row: LibraryRow) = stage.classPath(stage.peers.find(_.name == row.peer).get)
    val plans                      = folder.resolve("plans")
    val logs                       = folder.resolve("logs")
    val start                      = TurnSession.Start(TurnGroup(SiteStudy, 0, 1, contenders), 2, 0, false)
    val folders                    = Contest.Folders(plans, logs)
    Contest(start, times.copy(silence = silence), options, java, classPath, "quick", None, folders, cancellation, 7)

  private val options = "-Xmx256M" :: Fixtures.shortLived

  private def player(name: String, cells: List[CellSpec] = cells, control: Boolean = false) =
    Contender(Fixtures.row(name), control, cells)

  private def run(contenders: Contender*): Map[String, List[Cell]] = run(times.silence, contenders*)

  private def run(silence: Int, contenders: Contender*): Map[String, List[Cell]] =
    Fixtures.in("contest"): folder =>
      contest(folder, contenders.toList, silence = silence).run().groupBy(_.library)

  private val hanging = Beside(run(silence = 10, player("sound", cells.take(2)), player("broken-hangs", cells.take(2))))
  private val hangingInTurn = Beside(run(silence = 10, player("sound"), player("broken-hangs-in-turn")))

  override def beforeAll(): Unit = List(hanging, hangingInTurn).foreach(_.begin())

  test("contenders, and a library beside itself, have a turn in each round of each cell"):
    val found = run(player("sound"), player("sound-second"), player("sound", control = true))
    assertEquals(found.keySet, Set("sound", "sound-second", "control-sound"))
    for (library, own) <- found do
      assertEquals(own.map(cell => cell.name -> cell.op).toSet, cells.map(spec => spec.name -> spec.op).toSet)
      for cell <- own do
        assertEquals(cell.status, "ok", s"$library: ${cell.note}")
        assertEquals((cell.round, cell.runs, cell.turns.size, cell.unit), (2, Some(4), 4, Some("ns")))
        assert(cell.turns.forall(_ > 0) && cell.allocB.exists(_ > 0) && cell.cpuNs.exists(_ > 0), cell)
        assert(cell.lo.get <= cell.value.get && cell.value.get <= cell.hi.get, cell)

  test("who breaks is a row with the reason, and takes nothing from the others"):
    val ways  = List("throws", "wrong", "overflow", "exits", "unsupported", "late")
    val found = run(player("sound") :: ways.map(way => player(s"broken-$way"))*)
    assertEquals(found("sound").map(_.status).toSet, Set("ok"))
    assert(found("sound").forall(_.turns.size == 4))
    def statuses(way: String) = found(s"broken-$way").map(_.status).toSet
    assertEquals(statuses("throws"), Set("crashed"))
    assertEquals(statuses("wrong"), Set("wrong"))
    assertEquals(statuses("overflow"), Set("crashed"))
    assertEquals(statuses("exits"), Set("crashed", "skipped"))
    assertEquals(statuses("unsupported"), Set("unsupported"))
    assert(statuses("late")("crashed"), found("broken-late"))
    assertEquals(found.values.map(_.size).toSet, Set(4))
    assert(found.values.flatten.filterNot(_.ok).forall(cell => cell.note.nonEmpty && cell.value.isEmpty))

  test("who hangs is ended after the silence allowed, and the others are measured"):
    val found = hanging.get
    assertEquals(found("broken-hangs").map(_.status).toSet, Set("timeout", "skipped"))
    assertEquals(found("sound").map(_.status).toSet, Set("ok"))

  test("who is killed in its turn is a row with the reason, and the others have all their turns"):
    val found = run(player("sound"), player("broken-killed-in-turn"), player("sound", control = true))
    for library <- List("sound", "control-sound"); cell <- found(library) do
      assertEquals((cell.status, cell.turns.count(_ > 0)), ("ok", 4), cell)
    val killed = found("broken-killed-in-turn")
    assertEquals(killed.map(_.status).toSet, Set("crashed", "skipped"))
    assert(killed.exists(cell => cell.status == "crashed" && cell.note.contains("137")), killed)
    assert(killed.forall(cell => cell.value.isEmpty && cell.turns.isEmpty && cell.note.nonEmpty), killed)

  test("who hangs in its turn is ended after the silence allowed, and the others have all their turns"):
    val found = hangingInTurn.get
    assert(found("sound").forall(cell => cell.ok && cell.turns.size == 4), found("sound"))
    assertEquals(found("broken-hangs-in-turn").map(_.status).toSet, Set("timeout", "skipped"))
    assert(found("broken-hangs-in-turn").forall(_.value.isEmpty))

  test("who gives a wrong value from its first turn on has no times"):
    val found = run(player("sound"), player("broken-wrong-in-turn"))
    assert(found("sound").forall(_.ok), found("sound"))
    val wrong = found("broken-wrong-in-turn").filter(_.op == "decode")
    assertEquals(wrong.map(_.status).toSet, Set("wrong"))
    assert(wrong.forall(cell => cell.value.isEmpty && cell.turns.isEmpty && cell.note.nonEmpty), wrong)

  test("a cancelled contest has no cells, and leaves no process"):
    List(hanging, hangingInTurn).foreach(_.get) // or their processes would be counted
    Fixtures.in("cancelled"): folder =>
      val cancellation = Cancellation()
      val before       = ProcessHandle.current.children.count
      val running      = contest(folder, List(player("sound"), player("broken-hangs")), cancellation)
      val canceller    = Thread.ofPlatform.start: () =>
        // Once a child has been asked to work, so that there is something to end.
        while !Files.exists(folder.resolve("logs")) do Thread.sleep(5)
        cancellation.request()
      assertEquals(running.run(), Nil)
      canceller.join()
      assertEquals(ProcessHandle.current.children.filter(_.isAlive).count, before)

  test("a JVM that cannot be started is a row with the reason"):
    Fixtures.in("unstarted"): folder =>
      val absent = JavaHome(folder.resolve("no-java"), "25", "")
      val found  = contest(folder, List(player("sound"), player("sound-second")), java = absent).run()
      assertEquals(found.size, 8)
      assertEquals(found.map(_.status).toSet, Set("crashed"))
      assert(found.forall(_.note.contains("no-java")), found.head.note)
