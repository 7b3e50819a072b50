package brine.lab.run

import brine.lab.{Beside, Fixtures}
import brine.lab.child.Cancellation
import brine.lab.results.{Cell, Results}
import brine.lab.studies.log.{LogPrograms, LogStudy}
import java.nio.file.{Files, Path}
import scala.concurrent.duration.*

/** The cells of study log, from children that run the fixtures. */
final class LogRunSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 3.minutes

  import LogRuns.{row, run}

  private val cases = Fixtures.cases(List(LogStudy))

  private val appends = LogPrograms.programs.filter(_.needs.isEmpty).map(_.name)

  private lazy val steady = run(row("steady-log"))

  private val hanging = Beside:
    run(row("log-hangs", "callers-1", "overhead"), task => task.copy(times = task.times.copy(silence = 4)))

  override def beforeAll(): Unit = hanging.begin()

  private def cell(cells: List[Cell], name: String, op: String): Cell =
    cells.find(found => found.name == name && found.op == op).getOrElse(fail(s"no cell $name $op"))

  test("every case of a sound log is measured, between two looks at the disk"):
    val recover = steady.filter(_.op == "recover")
    assertEquals(recover.map(_.status), List("unsupported"), "a log in memory leaves no files")
    assert(recover.head.note.contains("not a folder"), recover.head.note)
    val others = steady.diff(recover)
    assertEquals(others.map(_.status).distinct, List("ok"), others.filter(!_.ok).mkString("\n"))
    assert(others.forall(found => found.value.isDefined && found.unit.isDefined), others)
    val names = steady.map(_.name).distinct
    assertEquals(names.head -> names.last, LogPrograms.before -> LogPrograms.after)
    assertEquals(
      names.toSet,
      (LogPrograms.smoke.map(LogPrograms.cunninghamCase) ++ appends).toSet + LogPrograms.before + LogPrograms.after
    )

  test("limits are rates of what was done, with the slowest and the fastest slice"):
    for name <- List(LogPrograms.before, LogPrograms.after); op <- LogPrograms.limits do
      val found = cell(steady, name, op)
      assert(found.value.get > 0 && found.lo.get <= found.value.get && found.value.get <= found.hi.get, found)
    assert(cell(steady, LogPrograms.before, "B").value.get > cell(steady, LogPrograms.before, "R").value.get)

  test("the program of 2001 says what its records take, and how many there were"):
    for n <- LogPrograms.smoke do
      assertEquals(cell(steady, LogPrograms.cunninghamCase(n), "bytes").value, Some(2 + 5.0 * n))
      val rate = cell(steady, LogPrograms.cunninghamCase(n), "records")
      assertEquals(rate.n, Some(n))
      assert(rate.runs.exists(runs => runs >= 1 && runs <= 10), rate)
      assert(rate.note.startsWith("scaled: "), rate.note)
      assert(rate.limit.exists(_ > 0), rate)

  test("what an event takes beyond its own bytes is told to the byte"):
    assertEquals(cell(steady, "overhead", "bytes").value, Some(7.0))

  test("a log that answers later is measured with events in flight"):
    val later = run(row("log-later", "in-flight-1024", "os-cache"))
    assertEquals(later.map(_.status).distinct, List("ok"), later.filter(!_.ok).mkString("\n"))

  test("an event that is lost, or comes back as another, is wrong before anything is timed"):
    for (name, words) <- List(
        "log-loses"   -> "10 events read instead of 96",
        "log-differs" -> "event 0 read back differs"
      )
    do
      val found = run(row(name, "callers-1", "overhead")).filterNot(found => LogPrograms.limits.contains(found.op))
      assertEquals(found.map(_.status).distinct, List("wrong"), name)
      assert(found.forall(_.value.isEmpty))
      assert(found.forall(_.note.contains(words)), found.map(_.note).distinct)
    val integers = run(row("log-loses", LogPrograms.cunningham)).find(_.op == "records").get
    assertEquals(integers.status -> integers.note, "wrong" -> "1 records read instead of 2")

  test("a store that does not open is crashed, with the words of the exception"):
    val found = run(row("log-throws", "callers-1")).filterNot(found => LogPrograms.limits.contains(found.op))
    assertEquals(found.map(_.status).distinct, List("crashed"))
    assert(found.forall(_.note.contains("no port is free")), found.map(_.note))

  test("a log that hangs is a time-out, and what came after it was not reached"):
    val found = hanging.get
    assertEquals(cell(found, "callers-1", "rate").status, "timeout")
    assertEquals(cell(found, "overhead", "bytes").status, "skipped")

  test("a row that cannot run here is described with the reason"):
    Fixtures.in("described-log"): folder =>
      val catalog =
        PeerCatalog.read(Stage.read(Fixtures.stage(folder)), Fixtures.java, folder.resolve("logs"), Cancellation())
      val rows = catalog.rows.map(row => row.name -> row).toMap
      assert(rows("log-absent").unavailable.contains("no programs for this processor"))
      assertEquals(rows("steady-log").studies, List("log"))
      assertEquals(rows("log-hangs").cases, List("callers-1", "overhead"))

  test("a run ends the servers that its children left, deletes their files and names the file system"):
    Fixtures.in("log-session"): folder =>
      val out     = Files.createDirectories(folder.resolve("out"))
      val data    = Files.createDirectories(folder.resolve("disk"))
      val request =
        Fixtures.request(out, List("log-server"), List(LogStudy)).copy(data = Some(data), cases = cases)
      val results = Fixtures.session(folder, request)
      assert(results.measured.exists(_.ok))
      assertEquals(list(data), Nil)
      val left = ProcessHandle.allProcesses
        .filter(_.info.command.map(_.startsWith(data.toString)).orElse(false))
        .count
      assertEquals(left, 0L)
      val store = Files.getFileStore(data)
      assert(results.text("logFileSystem").startsWith(store.`type`), results.text("logFileSystem"))

  private def list(folder: Path): List[Path] =
    val files = Files.list(folder)
    try files.toList.toArray.toList.map(_.asInstanceOf[Path])
    finally files.close()

  test("what a resumed run has measured stays, and the rest is measured"):
    Fixtures.in("log-resume"): folder =>
      val out   = Files.createDirectories(folder.resolve("out"))
      val file  = out.resolve(Results.fileName)
      val asked = Fixtures.request(out, List("steady-log"), List(LogStudy)).copy(cases = cases)
      val whole = Fixtures.session(folder, asked)
      val lines = Files.readString(file).linesIterator.toList
      Files.writeString(file, lines.take(lines.size / 2).mkString("", "\n", "\n"))
      val again = Fixtures.session(folder, asked.copy(resume = true))
      assertEquals(again.cells.map(_.key).toSet, whole.cells.map(_.key).toSet)
