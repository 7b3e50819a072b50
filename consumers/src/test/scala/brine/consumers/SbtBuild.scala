package brine.consumers

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Try

/** The consumer projects of sbt: a library and a program on each line of Scala. One start of sbt builds them for all
  * tests. Both programs contain the examples of the pages.
  */
object SbtBuild:
  /** The programs of the pages. */
  val pagePrograms: List[Page.Program] = List(Places.readme, Places.gettingStarted).flatMap(Page.read(_).programs)

  /** The repository that the libraries are published to, laid out as Maven's. */
  val libraries: Path = Workplace.root.resolve("libraries")

  private val folder = Workplace.root.resolve("sbt")

  /** What the first program of the page printed, started with sbt as the page says, among what sbt printed. */
  def log: List[String] = build.get

  // One attempt, also if it fails: every test that needs it fails for the same reason.
  private lazy val build: Try[List[String]] = Try:
    prepare()
    val command     = Page.read(Places.gettingStarted).block("", "runMain").code
    val run         = """sbt "(.*)"""".r.findFirstMatchIn(command).get.group(1)
    val list        = projects.map(_ + "/listRuntime").mkString("all ", " ", "")
    val environment = Map(
      "BRINE_JAVA_HOME"   -> Places.jdk.toString,
      "BRINE_PUBLICATION" -> Places.publication.toUri.toString,
      "BRINE_LIBRARIES"   -> libraries.toString
    )
    val launcher = folder.resolve("brine").toString
    Child.succeed(folder, environment, launcher, "sbt", "libraryLts/publish", list, s"appLts/$run").out

  /** The class path of a program. */
  def classPath(project: String): String =
    assert(log.nonEmpty)
    Files.readAllLines(folder.resolve(folderOf(project)).resolve("target/runtime.txt")).asScala.mkString(":")

  private val projects = List("libraryNext", "appLts", "appNext")

  private def folderOf(project: String) = project.replaceAll("([A-Z])", "-$1").toLowerCase

  private def prepare(): Unit =
    Places.copy(Places.home.resolve("consumers/sbt"), folder)
    // The launcher, with the sbt, the repositories and the versions of Scala that Brine itself is built with.
    val own = List("brine", "project/build.properties", "project/repositories", "project/Versions.scala")
    for name <- own do
      Files.createDirectories(folder.resolve(name).getParent)
      Files.copy(Places.home.resolve(name), folder.resolve(name))
    folder.resolve("brine").toFile.setExecutable(true): Unit
    val boot = Places.home.resolve("target/boot") // the sbt that the launcher has fetched
    if Files.isDirectory(boot) then
      Files.createDirectories(folder.resolve("target"))
      Files.createSymbolicLink(folder.resolve("target/boot"), boot): Unit
    writeBuilds()
    val reading = "docs/src/main/scala/brine/docs/Reading.scala"
    write("library-lts/src/main/scala/Reading.scala", Files.readString(Places.home.resolve(reading)))
    for program <- pagePrograms; app <- List("app-lts", "app-next") do
      write(s"$app/src/main/scala/${program.main.capitalize}.scala", program.source)

  /** The programs have the build file of the page, the libraries the line of the README. */
  private def writeBuilds(): Unit =
    val page  = Page.read(Places.gettingStarted).block("", "scalaVersion :=").code
    val newer = page.replaceFirst("(?m)^scalaVersion := .*$", "scalaVersion := Versions.scala3")
    assert(newer != page)
    write("app-lts/build.sbt", page)
    write("app-next/build.sbt", newer)
    val line = Page.read(Places.readme).code("libraryDependencies +=")
    write("library-lts/build.sbt", s"scalaVersion := Versions.scalaLts\n$line\n")
    write("library-next/build.sbt", s"scalaVersion := Versions.scala3\n$line\n")

  private def write(path: String, text: String): Unit =
    Files.createDirectories(folder.resolve(path).getParent)
    Files.writeString(folder.resolve(path), text): Unit
