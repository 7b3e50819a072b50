package brine.dev

import brine.commandline.TemporaryFolder
import java.nio.file.{Files, Path}
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*

/** Stages a small build of its own with the build tool itself: it has two peers of the lab that cannot be built. */
class StagingSuite extends TemporaryFolder:
  override def munitTimeout: Duration = 5.minutes

  private val original = Path.of(sys.props("brine.home"))

  private def copy(from: String, to: Path): Unit =
    val file = original.resolve(from)
    if Files.exists(file) then write(to.resolve(from), Files.readString(file)): Unit

  private def checkout(home: Path): Checkout =
    val staging =
      List("Staging", "StageFolder", "StageSources", "StageProgress", "CliJar").map(name => s"project/$name.scala")
    (List("brine", ".jvmopts", "LICENSE", "NOTICE", "project/build.properties", "project/repositories") ++ staging)
      .foreach(copy(_, home))
    // Staging links scripts for the browser, so it does not compile without this one plugin.
    val plugins = Files.readAllLines(original.resolve("project/plugins.sbt")).asScala
    write(
      home.resolve("project/plugins.sbt"),
      plugins.filter(_.contains("\"sbt-scalajs\"")).mkString("", "\n", "\n")
    ): Unit
    home.resolve("brine").toFile.setExecutable(true)
    val boot = original.resolve("target/boot") // what the launcher fetched for this checkout serves the small one too
    if Files.isDirectory(boot) then
      Files.createDirectories(home.resolve("target"))
      Files.createSymbolicLink(home.resolve("target/boot"), boot): Unit
    write(
      home.resolve("build.sbt"),
      """def java(folder: String) = Project(folder.split('/').last, file(folder)).settings(autoScalaLibrary := false, crossPaths := false)
        |def peer(name: String) = java(s"lab/peers/$name").settings(stagedFor += "codecs")
        |lazy val cli        = java("cli").dependsOn(shared).settings(CliJar.settings)
        |lazy val shared     = java("shared")
        |lazy val codecFuzz  = java("codec-fuzz").withId("codecFuzz")
        |lazy val lab        = java("lab")
        |lazy val labHarness = java("lab/harness").withId("labHarness")
        |lazy val sound      = peer("sound").dependsOn(shared)
        |lazy val broken     = peer("broken")
        |lazy val other      = java("lab/peers/other").settings(stagedFor += "log")
        |lazy val missing    = peer("missing").settings(libraryDependencies += "no.such.organization" % "nothing" % "1.0")
        |""".stripMargin
    )
    for (folder, name) <- List(
        "shared"          -> "Shared",
        "lab/harness"     -> "Harness",
        "lab/peers/sound" -> "Sound"
      )
    do write(home.resolve(s"$folder/src/main/java/$name.java"), s"public class $name {}")
    for folder <- List("lab/peers/broken", "codec-fuzz") do
      write(home.resolve(s"$folder/src/main/java/Broken.java"), "public class Broken { int n = \"text\"; }")
    write(
      home.resolve("cli/src/main/java/Main.java"),
      "public class Main { public static void main(String[] arguments) { System.exit(3); } }"
    )
    for folder <- List("shared", "lab") do write(home.resolve(s"$folder/src/test/java/Some.java"), "class Some {}")
    Checkout(home, withLab = true)

  /** Runs commands of the build until one fails; each start of it takes longer than all the rest. */
  private def run(checkout: Checkout, commands: String*): (BuildRun, List[String]) =
    val log = checkout.target.resolve("stage.log")
    val run = BuildRun.start(checkout, commands.toList, Effort.Quick, log)(_ => ())
    run -> Files.readAllLines(log).asScala.toList

  private def classPath(checkout: Checkout, name: String): List[Path] =
    Files.readAllLines(checkout.stage.resolve(s"$name.classpath")).asScala.toList.map(Path.of(_))

  folder.test("parts are staged; a peer that does not build is told apart; a program that does not fails the build"):
    home =>
      val small        = checkout(home)
      val (first, log) = run(small, "stage cli cli-jar lab codecs modules", "stage fuzz log", "stage soak")

      for name <- List("cli", "lab", "labHarness", "peers/sound") do
        assert(classPath(small, name).forall(Files.isRegularFile(_)), (name :: log).mkString("\n"))
      assertEquals(classPath(small, "cli").size, 2)
      for name <- List("broken", "missing") do
        assert(!Files.exists(small.stage.resolve(s"peers/$name.classpath")), name)
        val reason = Files.readString(small.stage.resolve(s"peers/$name.unavailable"))
        assert(reason.nonEmpty && reason.linesIterator.size <= 2, s"$name: $reason")
      assert(clue(Files.readString(small.stage.resolve("peers/missing.unavailable"))).contains("no.such.organization"))
      assert(
        clue(Files.readString(small.stage.resolve("peers/broken.unavailable")))
          .contains("does not compile: incompatible types")
      )

      // The modules with tests, with those of the lab and without.
      assertEquals(small.testedProjects.map(one => one.module -> one.id), List("lab" -> "lab", "shared" -> "shared"))
      assertEquals(small.copy(withLab = false).testedProjects.map(_.id), List("shared"))

      // What a part was built from, how far the build was, and a jar that runs.
      val sources = Files.readAllLines(small.stage.resolve("cli-jar.sources")).asScala.toSet
      assertEquals(sources.filter(_.endsWith("src/main")), Set("cli/src/main", "shared/src/main"))
      val percents =
        log.takeWhile(!_.startsWith("[success]")).collect { case s"brine-progress $percent $_" => percent.toInt }
      assertEquals(percents, percents.sorted)
      assertEquals(percents.lastOption, Some(100))
      val java = Path.of(sys.props("java.home"), "bin", "java").toString
      val jar  = Files.readString(small.stage.resolve("cli-jar.path")).trim
      assertEquals(ProcessBuilder(java, "-jar", jar).start().waitFor, 3)

      // A program that does not compile fails the build; the peers built with it are there.
      assert(first.exitCode != 0)
      assert(first.failedSteps.exists(_.startsWith("codecFuzz / ")), first.failedSteps)
      assert(!Files.exists(small.stage.resolve("codecFuzz.classpath")))
      assert(classPath(small, "peers/other").nonEmpty)

      // Mended and built again: the new classes get jars of their own, the old ones stay for whoever runs on them.
      val before = classPath(small, "cli")
      write(home.resolve("lab/peers/broken/src/main/java/Broken.java"), "public class Broken {}")
      write(home.resolve("shared/src/main/java/Shared.java"), "public class Shared { int added; }")
      val (second, again) = run(small, "stage cli codecs", "stage no-such")
      assert(!Files.exists(small.stage.resolve("peers/broken.unavailable")), again.mkString("\n"))
      assert(classPath(small, "peers/broken").nonEmpty)
      assertEquals(classPath(small, "cli").toSet.intersect(before.toSet).size, 1)
      assert(before.forall(Files.exists(_)))
      assert(second.exitCode != 0)
      assert(again.exists(_.contains("no part 'no-such'; the parts are ")), again.mkString("\n"))
