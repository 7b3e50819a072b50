package brine.lab.cli

import brine.effort.Effort
import brine.lab.Fixtures
import brine.lab.results.Results
import brine.lab.studies.site.SiteStudy
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*

/** A run ended by a signal, as a process of its own. */
final class SignalSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 6.minutes

  private def start(folder: Path, args: String*): Process =
    val command = List(Fixtures.java.toString, "-cp", System.getProperty("java.class.path")) ++
      Fixtures.shortLived ++
      List(s"-Dbrine.lab.harness=${System.getProperty("brine.lab.harness")}", "--enable-native-access=ALL-UNNAMED") ++
      List("brine.lab.cli.labInStage", Fixtures.stage(folder).toString, Fixtures.java.toString) ++ args
    ProcessBuilder(command.asJava).redirectErrorStream(true).redirectOutput(folder.resolve("log").toFile).start()

  private def cells(file: Path): Int = if Files.exists(file) then Results.read(file).cells.size else 0

  test(
    "a termination signal keeps finished cells, ends the child, writes the report and exits with 130; resuming completes it"
  ):
    Fixtures.in("signal"): folder =>
      val out       = folder.resolve("report")
      val file      = out.resolve(Results.fileName)
      val cases     = Fixtures.cases(List(SiteStudy), 5 * Effort.casesOfRuns)
      val arguments = List("site", "--mode", "smoke", "--only", "sound,sound-second", "--out", out.toString) ++
        List("--cases", cases.mkString(","))
      val process = start(folder, arguments*)
      // The first cells of some fifty: the run is far from its end when the signal comes.
      while process.isAlive && cells(file) < 1 do Thread.sleep(20)
      assert(process.isAlive, Files.readString(folder.resolve("log")))
      val children = process.descendants.toList.asScala
      val _        = process.toHandle.destroy()
      assert(process.waitFor(60, TimeUnit.SECONDS))
      assertEquals(process.exitValue, 130, Files.readString(folder.resolve("log")))
      assert(children.forall(!_.isAlive))
      val kept = Results.read(file)
      assert(kept.cells.nonEmpty)
      assertEquals(kept.torn, 0)
      assert(kept.ends.exists(_("cancelled").bool))
      assert(Files.size(out.resolve("index.html")) > 0)
      val resumed = start(folder, arguments :+ "--resume"*)
      assert(resumed.waitFor(120, TimeUnit.SECONDS))
      assertEquals(resumed.exitValue, 0, Files.readString(folder.resolve("log")))
      val whole = Results.read(file)
      assertEquals(kept.cells.filterNot(whole.cells.contains), Nil)
      for library <- List("sound", "sound-second") do
        assertEquals(
          whole.cells.count(cell =>
            cell.library == library && cell.study == "site" && !cell.op.startsWith("startup") &&
              !cell.op.startsWith("compatible") && SiteStudy.cases.contains(cell.name)
          ),
          3 * cases.intersect(SiteStudy.cases).size
        )

  test("a signal in the middle of turns ends all JVMs; resuming measures that start once more, and no other"):
    Fixtures.in("signal-turns"): folder =>
      val out       = folder.resolve("report")
      val file      = out.resolve(Results.fileName)
      val log       = folder.resolve("log")
      val second    = out.resolve("work/turns/evactor-sound-start2.json")
      val arguments = List("evactor", "--mode", "quick", "--only", "sound,sound-second", "--out", out.toString) ++
        List("--cases", "events-1000", "--rounds", Effort.startsOfEndedRun.toString)
      val process = start(folder, arguments*)
      val until   = System.nanoTime() + 180.seconds.toNanos
      while process.isAlive && !Files.exists(second) && System.nanoTime() < until do Thread.sleep(20)
      assert(process.isAlive && Files.exists(second), Files.readString(log))
      val children = process.descendants.toList.asScala
      val _        = process.toHandle.destroy()
      assert(process.waitFor(60, TimeUnit.SECONDS), "the run ends after the signal")
      assertEquals(process.exitValue, 130, Files.readString(log))
      assert(children.forall(!_.isAlive), "no child is left")
      val kept = Results.read(file)
      assertEquals(kept.cells.filter(_.turns.nonEmpty).map(_.round).toSet, Set(1), "the second start has no cells")
      val resumed = start(folder, arguments :+ "--resume"*)
      assert(resumed.waitFor(180, TimeUnit.SECONDS), "the resumed run ends")
      assertEquals(resumed.exitValue, 0, Files.readString(log))
      val whole = Results.read(file)
      assertEquals(kept.cells.filterNot(whole.cells.contains), Nil, "what was measured stays")
      val turned = whole.cells.filter(_.turns.nonEmpty)
      assertEquals(turned.map(_.round).toSet, (1 to Effort.startsOfEndedRun).toSet)
      assertEquals(turned.map(_.key).distinct.size, turned.size, "every cell once")
