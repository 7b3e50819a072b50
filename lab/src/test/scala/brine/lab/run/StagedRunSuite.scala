package brine.lab.run

import brine.lab.Fixtures
import brine.lab.child.Cancellation
import brine.lab.failure.RunFailure
import brine.lab.results.Results
import brine.lab.studies.Study
import brine.lab.studies.books.BooksStudy
import brine.lab.studies.evactor.EvactorStudy
import java.nio.file.{Files, Path}
import scala.collection.mutable
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*

/** Runs whose libraries are not all built when they start. */
final class StagedRunSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 3.minutes

  /** A stage with one sound library alone, which needs the fewest processes. */
  private def stage(in: Path): Path =
    val stage   = Fixtures.stage(in)
    val classes = Files.createDirectories(in.resolve("classes/brine/lab/fixture"))
    val files   = Files.list(Path.of(System.getProperty("brine.lab.fixtures"), "brine/lab/fixture"))
    try files.iterator.asScala.foreach(file => Files.copy(file, classes.resolve(file.getFileName)): Unit)
    finally files.close()
    val services = Files.createDirectories(in.resolve("classes/META-INF/services"))
    Files.writeString(services.resolve("brine.lab.peer.Peer"), "brine.lab.fixture.LonePeer\n")
    val options = Files.createDirectories(services.resolveSibling("brine-lab")).resolve("jvm-options")
    Files.write(options, Fixtures.shortLived.asJava)
    Files.writeString(stage.resolve("peers/fixtures.classpath"), s"${in.resolve("classes")}\n")
    Files.delete(stage.resolve("peers/absent.unavailable"))
    stage

  /** Notes what happens in a run, in order. */
  private final class Noted(val stale: List[String], during: => Unit = ()) extends StageBuild:
    val events = mutable.ListBuffer[String]()

    def build(parts: List[String], cancellation: Cancellation): Unit =
      events += parts.mkString("build ", " ", "")
      during

    def report(results: Results): Unit =
      events += results.measured.filter(_.ok).map(_.study).distinct.sorted.mkString("report ", " ", "")

  private def request(out: Path, studies: List[Study], only: List[String] = Nil) =
    Fixtures.request(out, only, studies).copy(cases = Fixtures.cases(studies))

  private def run(in: Path, request: Request, build: Noted, cancellation: Cancellation = Cancellation()): Results =
    StagedRun(request, stage(in), Fixtures.java, build, cancellation).run(build.report)

  private val both = List(EvactorStudy, BooksStudy)

  test("the studies that are ready are measured, then the rest is built, then the others are measured"):
    Fixtures.in("staged"): folder =>
      val build   = Noted(List("browser", "cli", "dev"))
      val results = run(folder, request(folder.resolve("out"), both), build)
      assertEquals(
        build.events.toList,
        List("report evactor", "build browser cli dev", "report books evactor")
      )
      // As one run: the same seed, one plan, every cell once.
      assertEquals(results.environments.size, 2)
      assertEquals(results.environments.map(_("seed").num).distinct.size, 1)
      assertEquals(results.environment("studies").arr.map(_.str).toList, List("evactor", "books"))
      assertEquals(results.environment("startedAt"), results.environments.head("startedAt"))
      assertEquals(results.environment("warmUp"), results.environments.last("warmUp"))
      assert(!results.environment.value.contains(Results.partial))
      val written = Files.readAllLines(folder.resolve("out").resolve(Results.fileName)).asScala
      val cells   = written.map(ujson.read(_)).filter(line => line("kind").str == "cell" && line("status").str == "ok")
      assertEquals(cells.map(_("study").str).distinct.toList, List("evactor", "books"))
      assertEquals(cells.size, results.measured.count(_.ok), "no cell is measured twice")

  test("where everything is built, nothing is built again, and the run has one environment"):
    Fixtures.in("built"): folder =>
      val build   = Noted(List("actors", "log", "cli"))
      val results = run(folder, request(folder.resolve("out"), both), build)
      assertEquals(build.events.toList, List("report books evactor"))
      assertEquals(results.environments.size, 1)

  test("with --only everything is built first, as only the peers know the names of their rows"):
    Fixtures.in("only"): folder =>
      val build = Noted(List("browser", "cli"))
      run(folder, request(folder.resolve("out"), both, List("sound")), build): Unit
      assertEquals(build.events.toList, List("build browser cli", "report books evactor"))

  test("where no study is ready, everything is built first"):
    Fixtures.in("none"): folder =>
      val build = Noted(List("codecs", "browser"))
      run(folder, request(folder.resolve("out"), both), build): Unit
      assertEquals(build.events.toList, List("build codecs browser", "report books evactor"))

  test("a build that fails keeps what was measured, and the run can be resumed"):
    Fixtures.in("failed"): folder =>
      val asked = request(folder.resolve("out"), both)
      val fails = Noted(List("browser"), throw RunFailure("the build failed"))
      intercept[RunFailure](run(folder, asked, fails))
      val file = asked.out.resolve(Results.fileName)
      val kept = Results.read(file).measured.filter(_.ok)
      assertEquals(kept.map(_.study).distinct, List("evactor"))
      val build   = Noted(Nil)
      val results = StagedRun(
        asked.copy(resume = true),
        folder.resolve("stage"),
        Fixtures.java,
        build,
        Cancellation()
      ).run(build.report)
      assertEquals(kept.filterNot(results.measured.contains), Nil)
      assertEquals(build.events.toList, List("report books evactor"))
      assertEquals(results.environment("studies").arr.size, 2)

  test("nothing is built for a run that was cancelled before"):
    Fixtures.in("cancelled"): folder =>
      val cancellation = Cancellation()
      cancellation.request()
      val build = Noted(List("browser"))
      run(folder, request(folder.resolve("out"), both), build, cancellation): Unit
      assertEquals(build.events.count(_.startsWith("build")), 0)

  test("a run that is cancelled during the build reports what it has measured"):
    Fixtures.in("cancelled-build"): folder =>
      val cancellation = Cancellation()
      val build        = Noted(List("browser"), cancellation.request())
      run(folder, request(folder.resolve("out"), both), build, cancellation): Unit
      assertEquals(build.events.toList, List("report evactor", "build browser", "report evactor"))
