package brine.consumers

import java.nio.file.Path
import munit.FunSuite
import scala.concurrent.duration.Duration

/** Java programs that depend on the published artifacts, built with Maven. */
class MavenConsumersSuite extends FunSuite:
  override val munitTimeout: Duration = Duration.Inf // the first test waits for Maven, which may download plugins

  /** The JDK of the build, and one of the oldest version that the codec runs on where the machine has it. */
  private val jdks: List[Path] = Places.jdk :: Jdks.of(17).toList

  private def joined(paths: List[Path]) = paths.mkString(":")

  private def run(jdk: Path, project: String, arguments: String*): List[String] =
    val classPath = joined(MavenBuild.classes(project) :: MavenBuild.libraries(project))
    Workplace.java(jdk, List("-cp", classPath) ++ arguments*).out

  test("the project of the page for newcomers builds and prints what the page says"):
    val ended = MavenBuild.runAsNewcomer()
    assert(MavenBuild.hello.fits(ended.out.map(plain).filter(_.nonEmpty)), ended.all)

  // Maven resets the colours of a terminal even where there is none.
  private def plain(line: String) = line.replaceAll("\u001b\\[[;\\d]*m", "")

  for jdk <- jdks do
    test(s"Java 17: the codec runs on the class path of ${jdk.getFileName}"):
      val printed = run(jdk, "maven-17", "brine.docs.HelloBrine")
      assert(MavenBuild.hello.fits(printed), printed)

    test(s"Java 17: the codec runs on the module path of ${jdk.getFileName}"):
      // Scala's own two libraries share packages, so Java's modules refuse them; on the class path they are fine.
      val (brine, scala) = MavenBuild.libraries("maven-17").partition(_.getFileName.toString.startsWith("brine-"))
      assertEquals(brine.size, 1)
      val printed = Workplace.java(
        jdk,
        "--module-path",
        joined(MavenBuild.classes("maven-17") :: brine),
        "--class-path",
        joined(scala),
        "--module",
        "brine.consumers.hello/brine.docs.HelloBrine"
      )
      assert(MavenBuild.hello.fits(printed.out), printed.all)

  test("the Java programs of the pages are found"):
    assert(Set("brine.docs.HelloBrine", "brine.docs.ReadingsInJava").subsetOf(MavenBuild.pagePrograms.toSet))

  for program <- MavenBuild.pagePrograms do
    test(s"Java 21: $program runs to its end"):
      assert(run(Places.jdk, "maven-21", program).nonEmpty)

  test("Java 21: a program keeps a journal"):
    val folder = Workplace.newFolder().resolve("journal")
    val said   = run(Places.jdk, "maven-21", "brine.consumers.JournalFromJava", folder.toString)
    assertEquals(said, List("run 1: true", "run 2: true"))
