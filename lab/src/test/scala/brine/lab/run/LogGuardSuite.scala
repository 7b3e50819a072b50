package brine.lab.run

import brine.lab.plan.Mode
import brine.lab.results.{Cell, Results}
import brine.lab.studies.log.LogPrograms

final class LogGuardSuite extends munit.FunSuite:
  private def limit(name: String, rate: Double, hi: Double, library: String = "store") =
    Cell("log", name, library, "R", figure = Cell.Figure(value = Some(rate), hi = Some(hi), unit = Some("records/s")))

  private def rate(value: Double, name: String = "callers-1", op: String = "rate", library: String = "store") =
    Cell(
      "log",
      name,
      library,
      op,
      figure = Cell.Figure(value = Some(value), hi = Some(value), unit = Some("records/s"))
    )

  private def guard(mode: Mode = Mode.Quick, earlier: Results = Results.empty) = LogGuard(Set("store"), mode, earlier)

  /** What becomes of a rate between two looks at a disk that forces a thousand a second, and for a moment 1,100. */
  private def between(cell: Cell, mode: Mode = Mode.Quick): Cell =
    val guard = this.guard(mode)
    assertEquals(guard(limit(LogPrograms.before, 1000, 1050)).size, 1)
    val first = guard(cell)
    val last  = guard(limit(LogPrograms.after, 1000, 1100))
    assertEquals(guard.rest(), Nil)
    (first ++ last).find(_.op == cell.op).get

  test("one caller is not faster than the disk: the figure is refused, with the reason"):
    for cell <- List(rate(1101), rate(1e6), rate(2000, LogPrograms.cunninghamCase(11), "records")) do
      val refused = between(cell)
      assertEquals(refused.status, "wrong", cell)
      assertEquals((refused.value, refused.hi, refused.unit), (None, None, None))
      assert(refused.note.contains("did not fsync each record"), refused.note)
    assert(between(rate(2200)).note.contains("2.00 times"), between(rate(2200)).note)

  test("a rate within the interval of the limits is printed as it is"):
    for cell <- List(rate(700), rate(1100)) do assertEquals(between(cell), cell)

  test("what many callers, batches or rows without a promise reach may be anything"):
    for cell <- List(
        rate(1e6, "callers-16"),
        rate(1e6, "os-cache"),
        rate(1e6, library = "other"),
        rate(5, op = "bytes")
      )
    do
      val guard = this.guard()
      guard(limit(LogPrograms.before, 1000, 1050))
      assertEquals(guard(cell), List(cell))

  test("a figure is held until the disk was looked at again, and only its own row's look frees it"):
    val guard = this.guard()
    guard(limit(LogPrograms.before, 1000, 1000))
    assertEquals(guard(rate(1050)), Nil)
    assertEquals(guard(limit(LogPrograms.after, 1000, 1000, "another")).size, 1)
    assertEquals(guard(limit(LogPrograms.after, 1060, 1060)).map(_.op), List("R", "rate"))

  test("a disk that was quicker right beside the case, or in the rest of the run, is believed"):
    val beside = rate(1500).withLimits(_.copy(limit = Some(1600)))
    assertEquals(between(beside), beside)
    val guard = this.guard()
    guard(limit(LogPrograms.before, 2000, 2000, "another"))
    guard(limit(LogPrograms.before, 1000, 1000))
    assertEquals(guard(rate(1500)), Nil)
    val kept = guard(limit(LogPrograms.after, 1000, 1000)).last
    assertEquals(kept.status -> kept.value, "ok" -> Some(1500.0))
    assert(kept.note.contains("the machine was disturbed"), kept.note)

  test("where the disk changed between the two looks, a rate may be as much higher, but not much higher"):
    for (rates, after, status) <- List((1900.0, 2.0, "ok"), (2100.0, 2.0, "wrong"), (3100.0, 50.0, "wrong")) do
      val guard = this.guard()
      guard(limit(LogPrograms.before, 1000 / after, 1000))
      guard(rate(rates))
      assertEquals(guard(limit(LogPrograms.after, 1000, 1000)).last.status, status, s"$rates after $after")

  test("a turn is judged at once, by the fastest look of its start and the fastest of the run"):
    val guard = this.guard()
    val looks =
      Cell("log", "limit-R", Cell.withoutLibrary, "R", figure = Cell.Figure(value = Some(1000), hi = Some(1400)))
    def turn(value: Double) =
      rate(value).copy(turns = List(value, value)).withLimits(_.copy(beside = Map("R" -> List(1000, 1000))))
    assertEquals(guard(looks), List(looks))
    assertEquals(guard(turn(1390)).map(_.status), List("ok"))
    val refused = guard(turn(1410)).head
    assertEquals((refused.status, refused.value, refused.turns, refused.beside), ("wrong", None, Nil, Map.empty))
    assert(refused.note.contains("1.01 times"), refused.note)
    assertEquals(guard.rest(), Nil)

  test("a smoke run looks too briefly to refuse anything but what is not forced at all"):
    assertEquals(between(rate(2000), Mode.Smoke).status, "ok")
    assertEquals(between(rate(5000), Mode.Smoke).status, "wrong")

  test("without a second look the first decides, also one from before the run was resumed"):
    val earlier = Results.empty.copy(cells = List(limit(LogPrograms.before, 1000, 1000)))
    val guard   = this.guard(earlier = earlier)
    assertEquals(guard(rate(5000)), Nil)
    assertEquals(guard.rest().map(_.status), List("wrong"))
