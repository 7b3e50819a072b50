package brine.lab.studies.log

import brine.lab.page.{PageContext, Summary, Target}
import brine.lab.results.{Cell, LibraryRow, Results}

final class LogTargetsSuite extends munit.FunSuite:
  private val rows = List("brine", "prevayler", "raw", "raw-extending").map: name =>
    LibraryRow(name, name, traits = List("durable"), studies = List("log"))

  private def cell(library: String, name: String, op: String, value: Double, unit: String, n: Option[Int] = None) =
    Cell("log", name, library, op, n = n, figure = Cell.Figure(value = Some(value), unit = Some(unit)))

  /** A disk that forces 900 and 1,100 records a second around each library, and 1 GB. */
  private def limits(library: String): List[Cell] =
    for
      (name, rate) <- List(LogPrograms.before -> 900.0, LogPrograms.after -> 1100.0);
      (op, factor) <- List("R" -> 1.0, "B" -> 1e6)
    yield cell(library, name, op, rate * factor, if op == "R" then "records/s" else "B/s")

  private val all = List(
    cell("brine", "callers-1", "rate", 900, "records/s"),
    cell("brine", "callers-16", "rate", 6000, "records/s"),
    cell("brine", "in-flight-16384", "rate", 2e6, "records/s"),
    cell("brine", "in-flight-16384", "allocation", 40, "B/record"),
    cell("brine", "bandwidth-64k", "rate", 9e8, "B/s"),
    cell("brine", "os-cache", "rate", 2e6, "records/s"),
    cell("brine", "overhead", "bytes", 9.5, "B/event"),
    cell("brine", "cunningham-100", "records", 850, "records/s", Some(100)),
    cell("brine", "cunningham-921", "records", 700, "records/s", Some(921)),
    cell("brine", "cunningham-1106", "records", 10, "records/s", Some(1106)),
    cell("brine", "cunningham-9884", "records", 6000, "records/s", Some(9884)),
    cell("prevayler", "callers-16", "rate", 1400, "records/s"),
    cell("raw", "callers-1", "rate", 1000, "records/s"),
    cell("raw-extending", "callers-1", "rate", 700, "records/s")
  ) ++ rows.flatMap(row => limits(row.name))

  private def results(mode: String = "full", cells: List[Cell] = all) =
    Results(List(ujson.Obj("mode" -> mode)), rows, cells.map(_.copy(mode = mode)), Nil, 0)

  private def verdicts(of: Results) = LogVerdicts(PageContext(of))

  /** Five rounds of the same. */
  private def inRounds(of: Results): Results =
    of.copy(cells = (1 to 5).toList.flatMap(round => of.cells.map(_.copy(round = round))))

  private def targets(results: Results = results()): Map[String, Target] =
    LogTargets(Summary.of(results), results).all.map(target => target.name -> target).toMap

  test("rates are judged in multiples of the mean of the two looks at the disk"):
    val found = targets()
    assertEquals(found("log, one caller, Disk").met, Some(true))
    assert(
      found("log, one caller, Disk").measured.startsWith("0.900 R (900 records/s)"),
      found("log, one caller, Disk")
    )
    assertEquals(found("log, 16 callers").met, Some(false))
    assert(found("log, 16 callers").missedBy.contains("14.3 %"), found("log, 16 callers").missedBy)
    assert(found("log, 16 callers").measured.contains("the best other, prevayler, 1.40 R"))
    assertEquals(found("log, 16,384 in flight").met, Some(true))

  test("bandwidth is bytes of payload in multiples of B"):
    val found = targets()
    assert(found("log, bandwidth of 256 B events").measured.startsWith("0.512 B"))
    assertEquals(found("log, bandwidth of 64 KiB events").met, Some(true))

  test("a row whose space is prepared has goals of its own, and is nobody's rival among ours"):
    assert(!targets().keys.exists(_.contains("prepared")))
    val more = results(cells =
      all ++ limits("brine-prepared") ++ List(
        cell("brine-prepared", "in-flight-16384", "rate", 3e6, "records/s"),
        cell("brine-prepared", "os-cache", "rate", 4e6, "records/s"),
        cell("prevayler", "in-flight-16384", "rate", 1e5, "records/s")
      )
    ).copy(libraries = LibraryRow("brine-prepared", "", traits = List("durable"), studies = List("log")) :: rows)
    val found = targets(more)
    assert(found("log, 16,384 in flight, space prepared").measured.startsWith("3,000 R"), found)
    assert(found("log, 16,384 in flight").measured.startsWith("2,000 R"), found)
    assertEquals(found("log, OsCache, space prepared").met, Some(true))
    assertEquals(found("log, bandwidth of 64 KiB events, space prepared").met, None)
    val said = verdicts(inRounds(more)).sentences
    assert(said.exists(_.contains("brine-prepared appended 30.0 [30.0, 30.0] times faster than prevayler")), said)
    assert(said.exists(_.contains("(brine-prepared 3,000 [3,000, 3,000] R, prevayler 100 [100, 100] R)")), said)

  test("absolute goals, and those of the program of 2001"):
    val found = targets()
    assertEquals(found("log, OsCache").met, Some(false))
    assertEquals(found("log, disk overhead").met, Some(true))
    assertEquals(found("log, garbage on the append path").met, Some(false))
    assertEquals(found("log, Cunningham's run, flat").met, Some(false))
    assert(found("log, Cunningham's run, flat").measured.contains("0.700 R, with 921"))
    assertEquals(found("log, Cunningham's run, 10,000 Integers").met, Some(true))
    assertEquals(found("log, 256 virtual-thread callers").met, None)

  test("a disk that changes within the run judges no rate, but bytes"):
    val uneven = all.map(found =>
      if found.op == "R" && found.name == LogPrograms.after then found.withFigure(_.copy(value = Some(2000))) else found
    )
    val found   = targets(results(cells = uneven))
    val verdict = verdicts(results(cells = uneven))
    assertEquals(verdict.sentences.size, 1)
    assert(verdict.sentences.head.contains("busy with other work"), verdict.sentences)
    assert(verdict.zeros.get.contains("is unknown"), verdict.zeros)
    assertEquals(found("log, 16 callers").met, None)
    assert(found("log, 16 callers").missedBy.contains("bare forced writes differed"), found("log, 16 callers"))
    assertEquals(found("log, disk overhead").met, Some(true))

  test("one durable caller is never told as faster than the disk: its looks are then no measure for it"):
    val faster = all.map: found =>
      if found.library == "brine" && found.name == "callers-1" then found.withFigure(_.copy(value = Some(1200)))
      else found
    val target = targets(results(cells = faster))("log, one caller, Disk")
    assertEquals(target.met, None)
    assert(target.missedBy.contains("not comparable"), target)
    val unpromised = results(cells = faster).copy(libraries = Nil)
    val summary    = Summary.of(unpromised).find(s => s.library == "brine" && s.name == "callers-1").get
    assertEquals(LogMultiples(unpromised).ofR(summary).map(_.value), Some(1.2))

  test("a refused figure is not known, with the reason"):
    val refused = all.map: found =>
      if found.library == "brine" && found.name == "callers-1" then
        found.copy(status = "wrong", note = "refused: 2.00 times the fastest").withFigure(_.copy(value = None))
      else found
    val target = targets(results(cells = refused))("log, one caller, Disk")
    assertEquals(target.met -> target.missedBy, None -> "refused: 2.00 times the fastest")

  test("a smoke run judges nothing, and a run without Brine's journal has no targets"):
    assert(targets(results("smoke")).values.forall(_.met.isEmpty))
    assertEquals(targets(results(cells = all.filter(_.library != "brine"))), Map.empty)

  test("whether zeros ahead help is told with both figures"):
    val verdict = verdicts(inRounds(results())).zeros.get
    assert(verdict.contains("helps on this file system: 1.00 R against 0.70 R"), verdict)
    val same = results(cells =
      all.map(found =>
        if found.library == "raw-extending" && found.op == "rate" then found.withFigure(_.copy(value = Some(990)))
        else found
      )
    )
    assert(verdicts(inRounds(same)).zeros.get.contains("no clear difference"))
    assert(verdicts(results()).zeros.get.contains("no clear difference"), "one round is too few")

  test("the first of each load is named, and nothing is told apart that is close"):
    val said = verdicts(inRounds(results())).sentences
    assert(said.exists(_.contains("brine appended 4.29 [4.29, 4.29] times faster than prevayler")), said)
