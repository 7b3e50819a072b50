package brine.consumers

import java.nio.file.{Files, Path}
import munit.FunSuite
import scala.concurrent.duration.Duration

/** Programs on both lines of Scala that depend on the published artifacts, built with sbt. */
class SbtConsumersSuite extends FunSuite:
  override val munitTimeout: Duration = Duration.Inf // the first test waits for compilers

  /** The programs that exchange bytes: one on the LTS line, one on the newest line with the library of the LTS line,
    * and one on the newest line with codecs that its own compiler derived.
    */
  private val exchanging = List("appLts", "appNext", "libraryNext")

  private def run(project: String, main: String, arguments: String*): List[String] =
    Workplace.java(Places.jdk, List("-cp", SbtBuild.classPath(project), main) ++ arguments*).out

  test("the programs of the README and of the first steps are found"):
    val known = Set("bank", "readings", "events", "orders", "sum")
    assert(known.subsetOf(SbtBuild.pagePrograms.map(_.main).toSet), SbtBuild.pagePrograms.map(_.main))

  for project <- List("appLts", "appNext"); program <- SbtBuild.pagePrograms do
    test(s"$project: ${program.main} prints what its page says"):
      val printed = run(project, program.main)
      assert(
        program.said.fits(printed),
        s"the page says ${program.said}, the program printed ${printed.mkString("\n")}"
      )

  test("the command of the page runs its first program"):
    val first = SbtBuild.pagePrograms.find(_.main == "readings").get.said.lines
    assert(SbtBuild.log.map(_.stripPrefix("[info] ")).containsSlice(first), SbtBuild.log.mkString("\n"))

  test("codecs derived on either line write the same bytes, and read those of the other"):
    val folder = Workplace.newFolder()
    val files  = exchanging.map(project => project -> folder.resolve(project))
    for (project, file) <- files do run(project, "brine.consumers.exchange", "write", file.toString)
    val bytes = files.map((_, file) => Files.readAllBytes(file).toList)
    assert(bytes.head.sizeIs > 100)
    assertEquals(bytes.distinct.size, 1, "the bytes differ")
    val read =
      exchanging.map(project => run(project, "brine.consumers.exchange", "read" :: files.map(_._2.toString)*))
    for said <- read do assertEquals(said.take(files.size), List.fill(files.size)("true"))
    assertEquals(read.distinct.size, 1, "the schemas differ")

  test("the programs run on different versions of Scala's library"):
    val libraries = List("appLts", "appNext").map: project =>
      SbtBuild.classPath(project).split(':').map(Path.of(_).getFileName.toString).filter(_.startsWith("scala3-library"))
    assertEquals(libraries.map(_.length), List(1, 1))
    assert(libraries.map(_.head).distinct.size == 2, libraries)
