package brine.lab.run

import brine.lab.{Beside, Fixtures}
import brine.lab.child.Cancellation
import brine.lab.results.Cell
import brine.lab.studies.whole.WholePrograms
import scala.concurrent.duration.*

/** The cells of study whole, from children that run the fixtures. */
final class EntityRunSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 3.minutes

  import EntityRuns.{row, run}

  private val some = List("uniform-1", "hot-16", "restart-one")

  private val hanging = Beside:
    run(row("entities-hang", "hot-16", "restart-many"), task => task.copy(times = task.times.copy(silence = 5)))

  override def beforeAll(): Unit = hanging.begin()

  private def withoutLimits(cells: List[Cell]) = cells.filter(_.op != WholePrograms.limit)

  private def failed(name: String, cases: String*) = withoutLimits(run(row(name, cases*)))

  test("every case of sound entities is measured, between two looks at the disk"):
    val steady = run(row("steady-entities"))
    assertEquals(steady.map(_.status).distinct, List("ok"), steady.filter(!_.ok).mkString("\n"))
    assert(steady.forall(found => found.value.exists(_ > 0) && found.unit.isDefined), steady)
    assertEquals(steady.head.name -> steady.last.name, WholePrograms.before -> WholePrograms.after)
    assertEquals(
      withoutLimits(steady).map(_.name).toSet,
      (WholePrograms.smoke ++ WholePrograms.restarts.map(_.name)).toSet
    )
    val units = withoutLimits(steady).map(cell => cell.op -> cell.unit.getOrElse("")).toMap
    assertEquals(units("rate") -> units("events"), "commands/s" -> "events/s")
    assertEquals(steady.filter(_.op == "bytes").flatMap(_.value).distinct, List(8.0))
    val alone = steady.filter(cell => cell.op == "rate" && cell.n.contains(1))
    assert(alone.size == 1 && alone.forall(_.limit.exists(_ > 0)), alone)

  test("entities that reply later, or before the request has returned, are measured"):
    val found = run(row("entities-later", some*))
    assertEquals(found.filter(_.op == "rate").map(_.status).distinct, List("ok"), found.mkString("\n"))

  test("a row without entities has loads, and cannot be started again"):
    val found = withoutLimits(run(row("entities-alone").copy(traits = List("log-alone"))))
    assertEquals(found.map(_.name).toSet, WholePrograms.smoke.toSet)
    assertEquals(found.filter(_.op == "rate").map(_.status).distinct, List("ok"))

  /** The load of a row after a warm-up that may take thirty times as long as this. */
  private def warmed(name: String, leastMillis: Int) =
    val sizes = List(16, leastMillis, 40)
    withoutLimits(
      run(
        row(name, "hot-16"),
        task =>
          task.copy(cells = task.cells.map(cell => if cell.name == "hot-16" then cell.copy(sizes = sizes) else cell))
      )
    )

  test("a load that takes no turns is warmed until its compilers rest; it has no figure if they do not"):
    val warm = warmed("steady-entities", 2000)
    assertEquals(warm.filter(_.op == "rate").map(_.status), List("ok"), warm.mkString("\n"))
    val cold = warmed("entities-compile", 100)
    assertEquals(cold.map(_.status).distinct, List("unsettled"), cold.mkString("\n"))
    assert(cold.forall(cell => cell.value.isEmpty && cell.note.startsWith("not steady after ")), cold.map(_.note))

  test("a reply that is not the model's is wrong before anything is timed, and so is a state that is lost"):
    for (name, words) <- List(
        "entities-mistake" -> "the reply to Ask",
        "entities-forget"  -> "after a restart, the state of check-",
        "entities-race"    -> "two commands of together-1"
      )
    do
      val found = failed(name, some*)
      assertEquals(found.map(_.status).distinct, List("wrong"), name)
      assert(found.forall(_.value.isEmpty))
      assert(found.forall(_.note.startsWith(words)), s"$name: ${found.map(_.note).distinct}")

  test("events that were replied to and are not there after a restart are wrong, whatever the rate was"):
    val found = failed("entities-tire", "hot-16")
    assertEquals(found.map(_.status).distinct, List("wrong"))
    assert(found.forall(_.note.contains("instead of the")), found.map(_.note))

  test("a command that is refused though the entity had to accept it is no command that counts"):
    val found = failed("entities-refuse", "hot-16")
    assertEquals(found.map(_.status).distinct, List("wrong"))
    assert(found.forall(_.note.contains("had to accept")), found.map(_.note))

  test("a store that does not open is crashed, with the words of the exception"):
    val found = failed("entities-throw", "uniform-1")
    assertEquals(found.map(_.status).distinct, List("crashed"))
    assert(found.forall(_.note.contains("no port is free")), found.map(_.note))

  test("entities that hang are a time-out, and what came after it was not reached"):
    val found = hanging.get
    assertEquals(found.find(_.name == "hot-16").map(_.status), Some("timeout"))
    assertEquals(found.find(_.name == "restart-many").map(_.status), Some("skipped"))

  test("rows are described with their traits"):
    Fixtures.in("described-entities"): folder =>
      val catalog =
        PeerCatalog.read(Stage.read(Fixtures.stage(folder)), Fixtures.java, folder.resolve("logs"), Cancellation())
      val rows = catalog.rows.map(row => row.name -> row).toMap
      assertEquals(rows("steady-entities").studies, List("whole"))
      assertEquals(rows("entities-alone").traits, List("log-alone"))
