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
  override val munitTimeout: Duration = 3.minutes

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
              !cell.op.startsWith("compatible") && !cell.name.startsWith("rebuild")
          ),
          3 * cases.intersect(SiteStudy.cases).size
        )
