package brine.lab.results

import brine.lab.Fixtures
import brine.lab.failure.RunFailure
import java.io.{IOException, OutputStream}
import java.nio.file.Files

final class ResultsSuite extends munit.FunSuite:
  private val full = Cell(
    "site",
    "site-8k",
    "kryo5",
    "encode",
    version = "5.6.2",
    round = 2,
    n = Some(1),
    figure = Cell.Figure(value = Some(1234.5), unit = Some("ns"), lo = Some(1200), hi = Some(1300)),
    costs = Cell.Costs(cpuNs = Some(1210.25), allocB = Some(3072), gcMs = Some(0))
  )

  test("a cell comes back as it was written, and absent figures are absent"):
    val json = Cell.toJson(full)
    assertEquals(Cell.fromJson(ujson.read(ujson.write(json))), full)
    assert(!json.obj.contains("heapB"))
    assertEquals(json("kind").str, "cell")
    assertEquals(json("case").str, "site-8k")

  test("the control's lines are of a kind of their own, and are read back"):
    val control = full.copy(library = "control-kryo5")
    assertEquals(Cell.toJson(control)("kind").str, "control")
    val read = Results.parse(text(full, control))
    assertEquals(read.measured, List(full))
    assertEquals(read.controls, List(control))

  test("status, note and round are written even when they are the default"):
    val json = Cell.toJson(Cell("site", "site-1k", "java", "size"))
    assertEquals(List("status", "note", "round").filterNot(json.obj.contains), Nil)

  private def text(cells: Cell*): String =
    val lines = ujson.Obj("kind" -> "environment", "mode" -> "quick") +: cells.map(Cell.toJson)
    lines.map(ujson.write(_) + "\n").mkString

  test("the block of studies that were measured first is completed by the next"):
    def block(fields: (String, ujson.Value)*) =
      ujson.write(ujson.Obj.from(("kind" -> ujson.Str("environment")) +: fields)) + "\n"
    val first =
      block("studies" -> ujson.Arr("actors"), "startedAt" -> "9:00", "warmUp" -> "none", Results.partial -> true)
    val whole   = block("studies" -> ujson.Arr("actors", "site"), "startedAt" -> "9:05", "warmUp" -> "3 x 20 ms")
    val resumed = block("studies" -> ujson.Arr("actors", "site"), "startedAt" -> "10:00", "warmUp" -> "1 x 5 ms")
    val read    = Results.parse(first + first + whole + resumed)
    assertEquals(read.environments.size, 4)
    assertEquals(read.environment("studies").arr.map(_.str).toList, List("actors", "site"))
    assertEquals((read.text("startedAt"), read.text("warmUp")), ("9:00", "3 x 20 ms"))
    assert(!read.environment.value.contains(Results.partial))
    assertEquals(Results.parse(first).text("warmUp"), "none", "of a run that was cancelled before the rest")
    assertEquals(Results.parse(whole + resumed).text("startedAt"), "9:05")

  test("a torn last line is passed over and counted"):
    val torn = text(full, full.copy(round = 3)) + """{"kind":"cell","study":"si"""
    val read = Results.parse(torn)
    assertEquals(read.cells.map(_.round), List(2, 3))
    assertEquals(read.torn, 1)

  test("a line that is cut anywhere is torn, and none of it is taken"):
    val line = text(full).linesIterator.toList.last
    for length <- 1 until line.length do
      val read = Results.parse(line.take(length) + "\n" + line)
      assertEquals((read.torn, read.cells), (1, List(full)), line.take(length))

  test("a later line of the same cell replaces the earlier"):
    val read = Results.parse(text(full.copy(status = "crashed"), full))
    assertEquals(read.cells, List(full))

  test("appending after a torn line starts a line of its own"):
    Fixtures.in("torn"): folder =>
      val file = folder.resolve("results.jsonl")
      Files.writeString(file, text(full) + """{"kind":"ce""")
      val writer = ResultsWriter.append(file)
      writer.cell(full.copy(round = 9))
      writer.close()
      val read = Results.read(file)
      assertEquals(read.cells.map(_.round), List(2, 9))
      assertEquals(read.torn, 1)

  test("a full disk is one clear failure that names the file"):
    val full = new OutputStream:
      def write(byte: Int): Unit = throw IOException("No space left on device")
    val thrown =
      intercept[RunFailure](ResultsWriter(full, "out/results.jsonl").cell(Cell("site", "site-1k", "java", "size")))
    assert(thrown.getMessage.contains("out/results.jsonl"))
    assert(thrown.getMessage.contains("the disk is full"), thrown.getMessage)
    assert(thrown.getMessage.contains("--resume"), thrown.getMessage)
    assert(!thrown.getMessage.contains("\n"))

  test("pooled runs keep every round apart"):
    val run = Results.parse(text(full.copy(round = 1), full.copy(round = 2)))
    assertEquals(Results.pool(List(run, run)).cells.map(_.round), List(1, 2, 3, 4))
