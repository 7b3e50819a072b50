package brine.dev

import brine.commandline.TemporaryFolder
import java.nio.file.{Files, Path, StandardCopyOption}
import java.util.jar.{JarEntry, JarOutputStream}
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*
import scala.util.{Try, Using}

/** Stages a small build of its own with the build tool itself: it has two peers of the lab that cannot be built. */
class StagingSuite extends TemporaryFolder:
  override def munitTimeout: Duration = 5.minutes

  private val original = Path.of(sys.props("brine.home"))

  private def copy(from: String, to: Path): Unit =
    val file = original.resolve(from)
    if Files.exists(file) then write(to.resolve(from), Files.readString(file)): Unit

  /** A jar of what stages, as the build that runs these tests has compiled it. */
  private def stagingJar(jar: Path): Unit =
    val classes = Path.of(sys.props("brine.build.classes"))
    val parts   = Set("Staging", "StageFolder", "StageSources", "StageProgress", "CliJar", "AwaitedCommands") ++
      Set("Staged", "Bundle") // of StageFolder
    Files.createDirectories(jar.getParent)
    Using.resources(JarOutputStream(Files.newOutputStream(jar)), Files.list(classes)): (out, files) =>
      def entry(name: String, bytes: Array[Byte]): Unit =
        out.putNextEntry(JarEntry(name))
        out.write(bytes)
        out.closeEntry()
      val ours = files.iterator.asScala
        .filter(file => parts(file.getFileName.toString.stripSuffix(".class").takeWhile(_ != '$')))
        .toList
      assert(ours.sizeIs >= parts.size, ours)
      ours.foreach(file => entry(file.getFileName.toString, Files.readAllBytes(file)))
      entry("sbt/sbt.autoplugins", "Staging\n".getBytes)

  private def checkout(home: Path): Checkout =
    List("brine", ".jvmopts", "LICENSE", "NOTICE", "project/build.properties", "project/repositories")
      .foreach(copy(_, home))
    stagingJar(home.resolve("project/lib/staging.jar"))
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
      """Global / commands += AwaitedCommands.command
        |def java(folder: String) = Project(folder.split('/').last, file(folder)).settings(autoScalaLibrary := false, crossPaths := false)
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

  /** Runs commands of the build until one fails, then others in the same run: each start of the build takes longer than
    * all the rest.
    *
    * @param afterFailure
    *   called when the first one has failed, with what was printed until then; gives the other commands
    */
  private def run(checkout: Checkout, commands: String*)(afterFailure: List[String] => List[String]) =
    val log     = checkout.target.resolve("stage.log")
    val folder  = Files.createDirectories(checkout.target.resolve("waiting"))
    val waiting = s"onFailure awaitCommands $folder"
    var asked   = Option.empty[Try[List[String]]]
    val run     = BuildRun.start(checkout, waiting :: commands.toList, Effort.Quick, log): line =>
      if line == "brine-staged" then
        asked = Some(Try(afterFailure(Files.readAllLines(log).asScala.toList)))
        val others = asked.flatMap(_.toOption).getOrElse(Nil) // without commands the build ends
        val part   = Files.writeString(folder.resolve("part"), others.mkString("\n"))
        Files.move(part, folder.resolve("commands"), StandardCopyOption.ATOMIC_MOVE): Unit
    val lines = Files.readAllLines(log).asScala.toList
    assert(asked.nonEmpty, lines.mkString("no command failed\n", "\n", ""))
    asked.foreach(_.get)
    run -> lines

  private def classPath(checkout: Checkout, name: String): List[Path] =
    Files.readAllLines(checkout.stage.resolve(s"$name.classpath")).asScala.toList.map(Path.of(_))

  folder.test("parts are staged; a peer that does not build is told apart; a program that does not fails the build"):
    home =>
      val small  = checkout(home)
      var before = List.empty[Path]

      def afterFailure(log: List[String]): List[String] =
        firstParts(small, log)
        // A program that does not compile has failed the build; the peers built with it are there.
        assert(!Files.exists(small.stage.resolve("codecFuzz.classpath")))
        assert(classPath(small, "peers/other").nonEmpty)

        // Mended and built again: the new classes get jars of their own, the old ones stay for whoever runs on them.
        before = classPath(small, "cli")
        write(home.resolve("lab/peers/broken/src/main/java/Broken.java"), "public class Broken {}")
        write(home.resolve("shared/src/main/java/Shared.java"), "public class Shared { int added; }")
        List("stage cli codecs", "stage no-such")

      val (run, log) = this.run(small, "stage cli cli-jar lab codecs modules", "stage fuzz log")(afterFailure)
      assert(run.failedSteps.exists(_.startsWith("codecFuzz / ")), run.failedSteps)
      assert(!Files.exists(small.stage.resolve("peers/broken.unavailable")), log.mkString("\n"))
      assert(classPath(small, "peers/broken").nonEmpty)
      assertEquals(classPath(small, "cli").toSet.intersect(before.toSet).size, 1)
      assert(before.forall(Files.exists(_)))
      assert(run.exitCode != 0)
      assert(log.exists(_.contains("no part 'no-such'; the parts are ")), log.mkString("\n"))

  private def firstParts(small: Checkout, log: List[String]): Unit =
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
