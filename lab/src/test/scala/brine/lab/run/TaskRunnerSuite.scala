package brine.lab.run

import brine.lab.{Beside, Fixtures}
import brine.lab.child.Cancellation
import brine.lab.plan.{JavaHome, Mode, Task}
import brine.lab.results.{Cell, LibraryRow}
import brine.lab.plan.Task.{CellSpec, Iterations}
import scala.collection.mutable
import scala.concurrent.duration.*

/** Each way a peer can fail must come out as cells with the right status, and as nothing worse. */
final class TaskRunnerSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 2.minutes

  private val siteCells = for name <- List("site-1k", "events-2k"); op <- List("size", "encode", "decode")
  yield CellSpec(name, op, None)

  private def run(
      row: LibraryRow,
      cells: List[CellSpec] = siteCells,
      study: String = "site",
      limit: Double = 40,
      kind: Task.Kind = Task.Kind.Measure
  ): List[Cell] =
    Fixtures.in("task"): folder =>
      val stage   = Stage.read(Fixtures.stage(folder))
      val catalog = PeerCatalog(List(row), stage, Fixtures.java)
      val runner  =
        TaskRunner(catalog, Mode.Smoke, None, folder.resolve("scratch"), folder.resolve("logs"), Cancellation())
      val java = JavaHome(Fixtures.java, System.getProperty("java.version"), "")
      val task =
        Task(
          row,
          study,
          1,
          false,
          kind,
          cells,
          Task.Jvm(java, "-Xmx128M" :: Fixtures.shortLived),
          Task.Times(Iterations(1, 5), Iterations(3, 5), 1, 60, limit)
        )
      val found = mutable.ListBuffer[Cell]()
      runner.run(task)(found += _)
      val planned = found.filterNot(cell => cell.op.startsWith("size-") || cell.name == "forward-event")
      assertEquals(planned.map(cell => cell.name -> cell.op).toSet, cells.map(cell => cell.name -> cell.op).toSet)
      assertEquals(found.map(_.key).distinct.size, found.size, "every cell once")
      found.toList

  private val hanging = Beside(run(Fixtures.row("broken-hangs"), limit = 4))

  override def beforeAll(): Unit = hanging.begin()

  test("a sound peer gives times, processor times, allocations and sizes, though it prints to standard output"):
    val cells = run(Fixtures.row("sound"))
    assertEquals(cells.map(_.status).distinct, List("ok"))
    for cell <- cells if cell.op != "size" do
      assert(cell.value.exists(_ > 0) && cell.cpuNs.exists(_ > 0) && cell.allocB.exists(_ > 0), cell)
      assert(cell.lo.get <= cell.value.get && cell.value.get <= cell.hi.get, cell)
      assertEquals(cell.unit, Some("ns"))
    val List(site, events) = cells.filter(_.op == "size").sortBy(_.n): @unchecked
    assertEquals(site.n, Some(1))
    assertEquals(events.n, Some(2))
    assert(events.sizeB.get > site.sizeB.get)
    assert(events.gzipB.get > events.gzipTogetherB.get)
    assert(events.zstdB.exists(_ > 0))

  test("the time of a case whose values make one result is that of making it"):
    val List(cell) = run(Fixtures.row("sound"), List(CellSpec("rebuild-8k", "decode", None))): @unchecked
    assertEquals(cell.status, "ok", cell.note)
    assert(cell.value.exists(_ > 0))

  test("what another version of a type is read as is a cell for each experiment, and an exception is no failure"):
    val tried = List(CellSpec("site-1k", "size", None), CellSpec("compatibility", "compatible", None))
    val cells = run(Fixtures.row("sound"), tried)
    assertEquals(cells.map(_.status).distinct, List("ok"))
    assertEquals(
      cells.filter(_.name == "forward-event").map(cell => cell.op -> cell.note),
      List("compatible" -> "works", "compatible-told" -> "exception: IllegalStateException: version 2 is too new")
    )
    val none = run(Fixtures.row("sound-second"), tried).filter(_.op == "compatible")
    assertEquals(
      none.map(cell => (cell.name, cell.status, cell.note)),
      List(("compatibility", "unsupported", "has one version only"))
    )

  test("a peer that throws is crashed, with the words of the exception"):
    val cells = run(Fixtures.row("broken-throws"))
    assertEquals(cells.map(_.status).distinct, List("crashed"))
    assert(cells.forall(_.note.contains("no such field: total")))

  test("a peer that returns another value is wrong, and is not timed"):
    val cells = run(Fixtures.row("broken-wrong"))
    assertEquals(cells.map(_.status).distinct, List("wrong"))
    assert(cells.forall(_.value.isEmpty))

  test("a variant run as published is timed although it is wrong"):
    val cells = run(Fixtures.row("broken-as-published", "as-published"))
    assertEquals(cells.map(_.status).distinct, List("wrong"))
    assert(cells.filter(_.op != "size").forall(_.value.exists(_ > 0)))

  test("a peer that eats the heap is out of memory"):
    assertEquals(run(Fixtures.row("broken-oom")).map(_.status).distinct, List("oom"))

  test("a peer that overflows the stack is crashed"):
    val cells = run(Fixtures.row("broken-overflow"))
    assertEquals(cells.map(_.status).distinct, List("crashed"))
    assert(cells.forall(_.note.contains("StackOverflowError")))

  test("a peer that hangs is ended: the cell it was at timed out, the others were not reached"):
    val cells = hanging.get
    assertEquals(cells.head.status, "timeout")
    assertEquals(cells.tail.map(_.status).distinct, List("skipped"))
    assert(cells.tail.forall(_.note.contains("timeout at site-1k")))

  test("a peer that ends the process is crashed, with its exit code"):
    val cells = run(Fixtures.row("broken-exits"))
    assertEquals(cells.head.status, "crashed")
    assert(cells.head.note.contains("code 7"), cells.head.note)
    assertEquals(cells.tail.map(_.status).distinct, List("skipped"))

  test("a peer that cannot do a case says so in its own words"):
    val cells = run(Fixtures.row("broken-unsupported"))
    assertEquals(cells.map(cell => cell.status -> cell.note).distinct, List("unsupported" -> "has no events"))

  test("a peer that fails while it is timed loses that cell and no other"):
    val cells  = run(Fixtures.row("broken-late"))
    val status = cells.map(cell => (cell.name, cell.op) -> cell.status).toMap
    assertEquals(status(("site-1k", "encode")), "ok")
    assertEquals(status(("site-1k", "size")), "ok")
    assertEquals(status(("site-1k", "decode")), "crashed")

  test("a library that no peer has is crashed, not lost"):
    assert(run(Fixtures.row("nobody")).forall(cell => cell.status == "crashed" && cell.note.contains("nobody")))

  private val shots = List(500, 1000).map(n => CellSpec(s"events-$n", "run", Some(n), 4))

  test("single shots tell time, collections, peak heap and the first run"):
    val cells = run(Fixtures.row("sound"), shots, "evactor")
    assertEquals(cells.map(_.status).distinct, List("ok"))
    for cell <- cells do
      assertEquals(cell.unit, Some("ms"))
      assert(
        cell.value.exists(_ > 0) && cell.heapB.exists(_ > 0) && cell.firstMs.exists(_ > 0) && cell.gcMs.exists(_ >= 0),
        cell
      )
      assertEquals(cell.runs, Some(4))

  test("after running out of memory at one n, larger ones are not tried"):
    val cells = run(Fixtures.row("broken-oom"), shots, "evactor")
    assertEquals(cells.map(_.status), List("oom", "skipped"))

  test("the cost of one event is told per event"):
    val cells = run(
      Fixtures.row("sound"),
      List("encode", "decode").map(CellSpec("events-1000", _, Some(1000), perValue = true)),
      "evactor"
    )
    assertEquals(cells.map(_.unit).distinct, List(Some("ns/event")))

  private val start = List(CellSpec("site-1k", "startup", None))

  test("start-up tells the milliseconds to the first message"):
    val cell = run(Fixtures.row("sound"), start, kind = Task.Kind.StartUp(Nil)).head
    assertEquals(cell.status, "ok")
    assert(cell.value.exists(ms => cell.openMs.exists(_ <= ms)), cell)
    assertEquals(cell.warnings, Some(0))

  test("start-up of a broken peer has its status and no time"):
    for (library, status) <- List("broken-throws" -> "crashed", "broken-wrong" -> "wrong", "broken-exits" -> "crashed")
    do
      val cell = run(Fixtures.row(library), start, kind = Task.Kind.StartUp(Nil)).head
      assertEquals(cell.status, status)
      assertEquals(cell.value, None)

  test("an option the JVM does not know is a crash with its words"):
    val cell = run(Fixtures.row("sound"), start, kind = Task.Kind.StartUp(List("-XX:+NoSuchOption"))).head
    assertEquals(cell.status, "crashed")
    assert(cell.note.contains("NoSuchOption"), cell.note)

  test("a library's own forms for many messages are cells beside the sizes, and one that loses a message is wrong"):
    val cells = run(Fixtures.row("sound-piled")).filter(_.op.startsWith("size"))
    val sizes = cells.map(cell => (cell.name, cell.op) -> cell).toMap
    assertEquals(
      sizes.keySet,
      Set("site-1k" -> "size", "events-2k" -> "size", "events-2k" -> "size-pile", "events-2k" -> "size-torn")
    )
    val (plain, pile) = (sizes("events-2k" -> "size"), sizes("events-2k" -> "size-pile"))
    assertEquals(pile.n, Some(2))
    // One pile for two messages says the class once.
    assert(pile.togetherB.get < pile.sizeB.get, pile)
    assert(pile.gzipTogetherB.get < pile.gzipB.get && pile.zstdB.get < pile.zstdEachB.get, pile)
    // Plain messages together are their bytes with a count and two lengths.
    assertEquals(plain.togetherB, plain.sizeB.map(_ + 12))
    assertEquals(sizes("events-2k" -> "size-torn").status, "wrong")
