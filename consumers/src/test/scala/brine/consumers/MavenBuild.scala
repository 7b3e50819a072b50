package brine.consumers

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Try

/** The consumer projects of Maven, with the Java programs of the pages; and the project that a reader of getting
  * started makes. One start of Maven builds the consumer projects for all tests.
  */
object MavenBuild:
  private val root       = Workplace.root
  private val repository = MavenRepository(root.resolve("maven-repository"))
  private val programs   = Places.home.resolve("docs/src/main/java")
  private val newcomers  = Page.read(Places.gettingStarted)

  /** What the program of newcomers prints, as the page says. */
  val hello: Page.Said = command.said

  private def command: Page.Block = newcomers.block("", "mvn ")

  /** The folder with the classes of a project. */
  def classes(project: String): Path =
    build.get: Unit
    root.resolve(project).resolve("target/classes")

  /** The jars that a project depends on. */
  def libraries(project: String): List[Path] =
    build.get: Unit
    Files.readString(root.resolve(project).resolve("target/runtime.txt")).trim.split(':').toList.map(Path.of(_))

  /** The Java programs of the pages, by their class names. */
  def pagePrograms: List[String] =
    val walked = Files.walk(programs)
    try
      walked.iterator.asScala
        .filter(file => file.toString.endsWith(".java") && Files.readString(file).contains("void main(String[]"))
        .map(file => programs.relativize(file).toString.stripSuffix(".java").replace('/', '.'))
        .toList
        .sorted
    finally walked.close()

  /** Makes the project that the page describes, and runs its command. */
  def runAsNewcomer(): Child.Ended =
    prepared.get
    val folder = root.resolve("hello-brine")
    Files.createDirectories(folder.resolve("src/main/java"))
    Files.writeString(folder.resolve("pom.xml"), newcomers.block("xml", "<artifactId>hello-brine</artifactId>").code)
    Files.writeString(
      folder.resolve("src/main/java/HelloBrine.java"),
      newcomers.block("java", "class HelloBrine").code
    )
    repository.run(folder, command.code.trim.split(' ').toList.tail*)

  // One attempt, also if it fails: every test that needs it fails for the same reason.
  private lazy val build: Try[Child.Ended] = Try:
    prepared.get
    repository.run(root, "compile", s"-Dbrine.version=${Places.version}")

  private lazy val prepared: Try[Unit] = Try:
    val consumers = Places.home.resolve("consumers")
    Files.copy(consumers.resolve("pom.xml"), root.resolve("pom.xml"))
    for project <- List("maven-17", "maven-21") do Places.copy(consumers.resolve(project), root.resolve(project))
    Places.copy(programs, root.resolve("maven-21/src/main/java"))
    val one = root.resolve("maven-17/src/main/java/brine/docs/HelloBrine.java")
    Files.createDirectories(one.getParent)
    Files.copy(programs.resolve("brine/docs/HelloBrine.java"), one)
    assert(SbtBuild.log.nonEmpty) // which publishes the library
    repository.install(Places.publication)
    repository.install(SbtBuild.libraries)
