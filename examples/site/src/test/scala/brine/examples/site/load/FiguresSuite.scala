package brine.examples.site.load

import brine.commandline.Captured
import brine.examples.site.TestService
import scala.concurrent.duration.{Duration, DurationInt}

/** The commands of the README that measure: each works, checks what it measures, and prints its figures. */
class FiguresSuite extends munit.FunSuite:
  override def munitTimeout: Duration = 3.minutes

  private def printed(lines: String*)(body: => Unit): Unit =
    val said = Captured { body; 0 }.out.linesIterator.toVector
    assertEquals(said.size, lines.size, said)
    for (line, pattern) <- said.zip(lines) do assert(line.matches(pattern), s"$line is not $pattern")

  test("events are written, imported, looked at with the slider, and clients send commands"):
    TestService.inFolder: folder =>
      val file = folder.resolve("events.jsonl")
      writeEvents(file.toString, 4000, 50)
      printed(
        "checked: the journal has the 4000 events of the file, and a second import changes nothing",
        raw"import: 4000 events in [\d.]+ s, \d+ events/s"
      )(MeasuredImport(file, folder, 2))
      intercept[IllegalArgumentException](MeasuredImport(file, folder, 2)): Unit
      printed(
        raw"checked: \d+ states and the views are those that follow from the events",
        raw"views: both rebuilt from 4000 events in [\d.]+ s",
        raw"slider: a site of 1160 events; a move that reads all of them: median \d+ ms of 5, longest \d+ ms",
        raw"slider: 20 other moves: p50 [\d.]+ ms, p99 [\d.]+ ms, longest [\d.]+ ms"
      )(MeasuredSlider(s"files:$folder/2", 20))
      printed(
        "checked: the first command of each of 3 clients is executed once",
        "checked: each site has all that was answered, and nothing else",
        raw"load: 3 clients, 1 s, files:.*: \d+ commands/s",
        raw"load: p50 [\d.]+ ms, p99 [\d.]+ ms, p99.9 [\d.]+ ms, longest [\d.]+ ms, of \d+ commands"
      )(MeasuredCommands(0, 1, 3, s"files:$folder/load"))
