package brine.lab.turns

import brine.lab.{Beside, Fixtures}
import brine.lab.child.Cancellation
import brine.lab.plan.{JavaHome, TurnTimes}
import brine.lab.plan.Task.CellSpec
import brine.lab.results.{Cell, LibraryRow}
import brine.lab.run.Stage
import brine.lab.studies.actors.ActorsStudy
import scala.concurrent.duration.*

/** Actors that live from turn to turn, and whole runs in turns. */
final class ActorContestSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 5.minutes

  private val times = TurnTimes(rounds = 3, turnMillis = 5, leastWarmUp = 40, mostWarmUp = 60000, silence = 10)

  private val cells = List(
    CellSpec("ask-chained", "p50", None, sizes = List(4, 8, 1000)),
    CellSpec("ask-chained", "rate", None, sizes = List(4, 8, 1000)),
    CellSpec("ask-threads", "p50", None, sizes = List(4, 2, 1000)),
    CellSpec("ask-chained", "p99", None, sizes = List(4, 8, 1000)),
    CellSpec("outside", "none-p50", None, sizes = List(20)),
    CellSpec("outside", "twice-p50", None, sizes = List(20)),
    CellSpec("outside", "none-p99", None, sizes = List(20)),
    CellSpec("send-then-compute", "p50", None, sizes = List(3, 100))
  )

  private val wholeRuns = List(
    CellSpec("sequential", "run", Some(20), sizes = List(20)),
    CellSpec("parallel", "run", Some(40), sizes = List(4, 5)),
    CellSpec("merge-sort", "run", Some(16), sizes = List(16)),
    CellSpec("ping-pong", "run", Some(50), sizes = List(50)),
    CellSpec("watch-50000", "run", Some(10), sizes = List(10)),
    CellSpec("startup", "warm", Some(1))
  )

  private def player(name: String, cells: List[CellSpec] = cells, control: Boolean = false) =
    Contender(Fixtures.row(name), control, cells)

  private def run(contenders: Contender*): Map[String, List[Cell]] =
    Fixtures.in("actor-contest"): folder =>
      val stage                      = Stage.read(Fixtures.stage(folder))
      def classPath(row: LibraryRow) = stage.classPath(stage.peers.find(_.name == row.peer).get)
      val start                      = TurnSession.Start(TurnGroup(ActorsStudy, 0, 1, contenders.toList), 1, 0, false)
      val folders                    = Contest.Folders(folder.resolve("plans"), folder.resolve("logs"))
      val java                       = JavaHome(Fixtures.java, sys.props("java.version"), "")
      val options                    = "-Xmx256M" :: Fixtures.shortLived
      Contest(start, times, options, java, classPath, "quick", None, folders, Cancellation(), 7)
        .run()
        .groupBy(_.library)

  private val hanging = Beside(run(player("steady", wholeRuns.take(2)), player("actors-hang", wholeRuns.take(2))))

  override def beforeAll(): Unit = hanging.begin()

  test("the cells here are those that the study measures in turns"):
    assert(cells.forall(ActorsStudy.takesTurns))
    assert(ActorsStudy.takesTurns(CellSpec("ask-chained", "p99.9", None)), "the asks of all turns are enough")
    assert(!ActorsStudy.takesTurns(CellSpec("send-then-compute", "p99", None)), "too few rounds in all turns")
    assert(wholeRuns.forall(ActorsStudy.takesTurns))
    assert(!ActorsStudy.takesTurns(CellSpec("sleeping-1000x100ms", "run", None)), "longer than a turn")
    assert(!ActorsStudy.takesTurns(CellSpec("parallel", "allocation", None)), "a small run allocates its system mostly")

  test("runtimes have a turn in each round of each program, in the units of whole runs"):
    val found = run(player("steady"), player("steady", control = true))
    assertEquals(found.keySet, Set("steady", "control-steady"))
    for own <- found.values do
      assertEquals(own.map(cell => cell.name -> cell.op), cells.map(spec => spec.name -> spec.op))
      for cell <- own if !cell.op.endsWith("p99") do
        assertEquals(cell.status, "ok", s"${cell.name} ${cell.op}: ${cell.note}")
        assertEquals(cell.turns.size -> cell.unit, 3 -> Some(if cell.op == "rate" then "asks/s" else "us"))
        assert(cell.turns.forall(_ > 0) && cell.beside.isEmpty, cell)
      for cell <- own if cell.op.endsWith("p99") do
        assert(cell.turns.isEmpty, cell)
        (cell.name, cell.samples) match
          case ("ask-chained", Some(count)) => assert(cell.ok && count >= 1000 && cell.value.exists(_ > 0), cell)
          case ("ask-chained", None)        => assert(cell.note.endsWith("longer than the percentile"), cell)
          // A turn has 25 messages: one each fifth of a millisecond.
          case _ => assert(cell.status == "skipped" && cell.note.startsWith("75 delays are too few"), cell)

  test("wrong answers are wrong before anything is timed, an exception is a crash, and others are measured"):
    val asking = cells.take(3)
    val found  = run(player("steady", asking), player("actors-wrong", asking), player("actors-throw", asking))
    assertEquals(found("steady").map(_.status).distinct, List("ok"))
    assertEquals(found("actors-wrong").map(_.status).distinct, List("wrong"))
    assert(found("actors-wrong").forall(_.note.endsWith("answers are wrong or did not come")), found("actors-wrong"))
    assertEquals(found("actors-throw").map(_.status).distinct, List("crashed"))
    assert(found("actors-throw").forall(_.note.contains("no mailbox left")), found("actors-throw"))

  test("messages that are handled twice are wrong too"):
    val found = run(player("actors-wrong", cells.drop(4)))("actors-wrong")
    assertEquals(found.map(_.status).distinct, List("wrong"))
    assert(found.exists(_.note.contains("busy actors not every message was handled once")), found.map(_.note))

  test("whole runs have a turn in each round, of one run or several, and say what these cost"):
    val found = run(player("steady", wholeRuns), player("steady", wholeRuns, control = true))
    for (library, own) <- found; cell <- own do
      assertEquals(cell.status, "ok", s"$library ${cell.name}: ${cell.note}")
      assertEquals((cell.turns.size, cell.unit), (3, Some("ms")), cell)
      assert(cell.turns.forall(_ > 0) && cell.value.exists(_ > 0) && cell.n.nonEmpty, cell)
      assert(cell.cpuNs.exists(_ >= 0) && cell.allocB.exists(_ >= 0), cell)
    assertEquals(found.values.map(_.map(_.name)).toSet, Set(wholeRuns.map(_.name)))

  test("a whole run with a wrong result is wrong, also one from a later turn; one that throws is a crash"):
    val found = run(
      player("steady", wholeRuns),
      player("actors-wrong", wholeRuns),
      player("actors-wrong-later", wholeRuns.take(1)),
      player("actors-throw", wholeRuns)
    )
    assertEquals(found("steady").map(_.status).distinct, List("ok"))
    assertEquals(found("actors-wrong").map(_.status).distinct, List("wrong"))
    assert(found("actors-wrong").exists(_.note.contains("19 instead of 20")), found("actors-wrong").map(_.note))
    assertEquals(found("actors-wrong-later").map(_.status), List("wrong"))
    assertEquals(found("actors-throw").map(_.status).distinct, List("crashed"))
    for library <- List("actors-wrong", "actors-wrong-later", "actors-throw"); cell <- found(library) do
      assert(cell.value.isEmpty && cell.turns.isEmpty, cell)

  test("a whole run that never ends is ended after the silence allowed, and the others are measured"):
    val found = hanging.get
    assertEquals(found("actors-hang").map(_.status), List("timeout", "skipped"))
    assertEquals(found("steady").map(_.status).distinct, List("ok"))
