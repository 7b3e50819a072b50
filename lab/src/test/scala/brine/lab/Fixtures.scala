package brine.lab

import brine.effort.Effort
import brine.lab.child.Cancellation
import brine.lab.plan.Mode
import brine.lab.results.{Cell, LibraryRow, Results}
import brine.lab.run.*
import brine.lab.studies.Study
import brine.lab.studies.site.SiteStudy
import java.io.File
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** A stage with two peers of the tests' own: one sound, one broken in every way. */
object Fixtures:
  val java: Path       = Path.of(System.getProperty("java.home"), "bin", "java")
  private val harness  = System.getProperty("brine.lab.harness").split(File.pathSeparator).toList
  private val fixtures = System.getProperty("brine.lab.fixtures")

  /** The class path of the harness, and that of the peers. */
  def harnessPath: String = harness.mkString(File.pathSeparator)
  def peerPath: String    = fixtures

  /** Options of children whose figures no test looks at, after those of their heap. */
  val shortLived: List[String] = PeerCatalog.jvmOptions(Stage.Peer("fixtures", List(Path.of(fixtures)), ""))

  def folder(name: String): Path = Files.createTempDirectory(s"brine-lab-$name")

  def stage(in: Path): Path =
    val stage = Files.createDirectories(in.resolve("stage"))
    Files.write(stage.resolve("labHarness.classpath"), harness.asJava)
    val peers = Files.createDirectories(stage.resolve("peers"))
    Files.writeString(peers.resolve("fixtures.classpath"), fixtures + "\n")
    Files.writeString(peers.resolve("absent.unavailable"), "its generator cannot be had\n")
    stage

  def request(
      out: Path,
      only: List[String],
      studies: List[Study] = List(SiteStudy),
      resume: Boolean = false
  ): Request =
    Request(studies, Mode.Smoke, out, "./brine lab --mode smoke", only, resume = resume)

  /** Names of the first cases of each study, for runs that differ in little but the number of their cells.
    *
    * @param each
    *   how many of each study, at most
    */
  def cases(studies: List[Study], each: Int = Effort.casesOfRuns): List[String] =
    studies.flatMap(study => study.caseNames(Mode.Smoke).filterNot(study.isIndispensable).take(each)).distinct

  def session(in: Path, request: Request): Results =
    Session(request, Stage.read(stage(in)), java, Cancellation()).run()

  /** A library row of the fixtures, without asking the peer. */
  def row(name: String, traits: String*): LibraryRow = LibraryRow(name, "fixtures", "0", traits.toList)

  /** Deletes a folder a test is done with. */
  def delete(folder: Path): Unit =
    if Files.exists(folder) then
      val files = Files.walk(folder)
      try files.sorted(_root_.java.util.Comparator.reverseOrder).forEach(file => { val _ = Files.deleteIfExists(file) })
      finally files.close()

  /** Runs `body` in a folder of its own. */
  def in[A](name: String)(body: Path => A): A =
    val folder = this.folder(name)
    try body(folder)
    finally delete(folder)

  def timed(library: String, name: String, op: String, round: Int, value: Double): Cell =
    Cell(
      "site",
      name,
      library,
      op,
      round = round,
      figure = Cell.Figure(value = Some(value), unit = Some("ns"), lo = Some(value), hi = Some(value))
    )
