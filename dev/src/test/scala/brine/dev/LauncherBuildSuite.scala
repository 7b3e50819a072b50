package brine.dev

import java.nio.file.{Files, Path}

/** What the launcher builds, and when. */
class LauncherBuildSuite extends LauncherTest:

  // --- what is built, and when ------------------------------------------------------------------

  machine.test("builds only what is stale"): machine =>
    machine.jdk("25.0.1")
    machine.sbt()
    machine.run("journal")
    machine.run("journal")
    assertEquals(machine.builds, List("stage cli"))
    Files.writeString(machine.source, "class B")
    machine.run("codec")
    assertEquals(machine.builds.size, 2)
    Files.delete(machine.source)
    machine.run("journal")
    assertEquals(machine.builds.size, 3)
    write(machine.checkout.home.resolve("project/New.scala"), "object New")
    machine.run("journal")
    assertEquals(machine.builds.size, 4)

  machine.test("a program whose jars are gone is built again"): machine =>
    machine.jdk("25.0.1")
    machine.sbt()
    machine.run("journal")
    Files.delete(machine.staged)
    machine.sbt(s"touch '${machine.staged}'")
    machine.run("journal")
    machine.run("journal")
    assertEquals(machine.builds, List("stage cli", "stage cli"))

  machine.test("each command builds what it needs alone"): machine =>
    machine.jdk("25.0.1")
    machine.sbt()
    machine.run("journal")
    machine.run("test", "actor")
    machine.run("fuzz")
    machine.run("test", "--soak", "1s")
    machine.run("test", "--crash=10")
    machine.run("cli-jar")
    val expected = List("stage cli", "stage dev modules", "stage fuzz", "stage soak", "stage crash", "stage cli-jar")
    assertEquals(machine.builds, expected)
    assertEquals(machine.labs.toSet, Set("false"))
    val own = machine.checkout.home.resolve("cli/src/main/scala/C.scala")
    write(own, "class C")
    machine.run("test", "actor")
    assertEquals(machine.builds.size, expected.size, "a change of another command")
    machine.run("journal")
    assertEquals(machine.builds.size, expected.size + 1)

  machine.test("a source that changes during the build is built again"): machine =>
    machine.jdk("25.0.1")
    machine.sbt(s"sleep 0.1; echo 'class Edited' > '${machine.source}'")
    assertEquals(machine.run("journal").code, 0)
    machine.sbt(s"sleep 0.1; echo 'class EditedAgain' > '${machine.source}'")
    machine.run("journal")
    assertEquals(machine.builds.size, 2, "the first build")
    machine.sbt()
    machine.run("journal")
    assertEquals(machine.builds.size, 3, "the second build")
    machine.run("journal")
    assertEquals(machine.builds.size, 3)

  machine.test("tests are no part of what is staged, but which modules have some is"): machine =>
    machine.jdk("25.0.1")
    machine.sbt()
    machine.run("test", "actor")
    val suite = write(machine.checkout.home.resolve("codec/src/test/scala/ASuite.scala"), "class ASuite")
    machine.run("test", "actor")
    assertEquals(machine.builds, List("stage dev modules", "stage modules"))
    Files.writeString(suite, "class ASuite2")
    machine.run("test", "actor")
    assertEquals(machine.builds.size, 2)

  machine.test("the lab is loaded for its own tests, and for those of all modules"): machine =>
    machine.jdk("25.0.1")
    machine.sbt()
    toolsOfTests.foreach(machine.program)
    assert(machine.run("test", "actor").out.contains("[-Dbrine.lab=false]"))
    assert(machine.run("test", "actor", "lab/").out.contains("[-Dbrine.lab=true]"))
    assert(machine.run("test", "--effort", "full").out.contains("[-Dbrine.lab=true]"))
    machine.run("test", "actor")
    assertEquals(machine.builds.zip(machine.labs), List("stage dev modules" -> "false", "stage modules" -> "true"))

  /** A `java` that hands commands to the build that waits, and prints what that says and its exit code. */
  private def givesCommands(machine: LauncherFixture, commands: String) =
    writeScript(
      machine.jdk("25.0.1").resolve("bin/java"),
      s"#!/bin/sh\necho '$commands' > $$BRINE_WAITING_BUILD/commands\ncat\ncat $$BRINE_WAITING_BUILD/exit\nexit 3\n"
    )

  machine.test("the build that made the list of tests runs them too"): machine =>
    givesCommands(machine, "all actor/test")
    machine.sbt()
    val ended = machine.runWith("BUILD_ENDS" -> "7")("test", "actor", "--effort", "full")
    assertEquals(machine.builds, List("stage dev modules", "all actor/test"))
    assertEquals((ended.code, ended.out), (3, "[error] (a / test) with effort full\n7\n"))
    assert(!Files.isSymbolicLink(machine.checkout.target.resolve("brine.lock")))
    machine.jdk("25.0.1")
    assertEquals(machine.run("test", "actor").code, 0)
    assertEquals(machine.builds.size, 2, "nothing is out of date")

  machine.test("the effort quick is the build's too, and the build that nobody needs ends"): machine =>
    givesCommands(machine, "all actor/test")
    machine.sbt()
    assert(clue(machine.run("test", "actor").out).contains("with effort quick"))
    Files.writeString(machine.checkout.home.resolve("build.sbt"), "// changed")
    machine.jdk("25.0.1")
    assertEquals(machine.runWith("ENDS" -> "2")("test", "--effort=full", "no-such").code, 2)
    assertEquals(machine.builds.last, "stage dev modules")

  machine.test("a list of tests that cannot be built shows the errors"): machine =>
    machine.jdk("25.0.1")
    machine.sbt("echo '[error] A.scala:1: broken'; exit 1")
    val ended = machine.run("test", "actor")
    assertEquals((ended.code, ended.out), (1, ""))
    assert(clue(ended.err).contains("[error] A.scala:1: broken\n"))
    assert(!Files.isSymbolicLink(machine.checkout.target.resolve("brine.lock")))

  // --- the lab ----------------------------------------------------------------------------------

  private def stale(ended: LauncherFixture#Ended): List[String] =
    ended.out.linesIterator.collectFirst { case s"[-Dbrine.stale=$parts]" => parts.split(' ').toList }.getOrElse(Nil)

  private val others = List("log", "codecs", "browser", "cli", "dev", "modules")

  machine.test("of all studies, the first is built before the lab starts, and the lab is told of the rest"): machine =>
    machine.jdk("25.0.1")
    machine.sbt()
    assertEquals(stale(machine.run("lab")), others)
    assertEquals(machine.builds.zip(machine.labs), List("stage lab actors" -> "actors"))
    machine.run("build", "log", "codecs", "browser", "cli", "dev", "modules")
    assertEquals(machine.builds.last -> machine.labs.last, s"stage ${others.mkString(" ")}" -> "true")
    val fresh = machine.run("lab", "--mode", "smoke")
    assertEquals(stale(fresh), Nil)
    assertEquals(fresh.arguments, List("[--mode]", "[smoke]"))
    machine.run("journal")
    machine.run("test", "actor")
    machine.run("lab", "list")
    assertEquals(machine.builds.size, 2, "all commands start at once after a run of the lab")

  machine.test("studies that are named are built alone"): machine =>
    machine.jdk("25.0.1")
    machine.sbt()
    assertEquals(stale(machine.run("lab", "site")), List("actors", "log", "browser", "cli", "dev", "modules"))
    machine.run("lab", "log", "--mode", "smoke")
    machine.run("lab", "books", "actors")
    assertEquals(machine.builds, List("stage lab codecs", "stage log", "stage actors"))
    assertEquals(machine.labs, List("true", "true", "actors"))

  machine.test("with --only everything is built first, since only the peers know their rows"): machine =>
    machine.jdk("25.0.1")
    machine.sbt()
    machine.run("lab", "--only", "brine")
    assertEquals(machine.builds, List("stage lab actors log codecs browser"))

  machine.test("what does not measure builds no peers"): machine =>
    machine.jdk("25.0.1")
    machine.sbt()
    for command <- List("compare", "report", "doctor") do machine.run("lab", command, "x")
    machine.run("lab", "serve")
    machine.run("lab", "list")
    assertEquals(machine.builds, List("stage lab", "stage browser", "stage actors log codecs"))

  machine.test("a build tells how far it is, with time left"): machine =>
    machine.jdk("25.0.1")
    machine.sbt(
      "echo 'brine-progress 5 100'; echo 'brine-progress 40 65'; echo 'brine-progress 42 60'; echo 'brine-progress 100 0'"
    )
    val lines = machine.run("journal").err.linesIterator.filter(_.contains("left")).toList
    assertEquals(
      lines.map(_.takeWhile(_ != '(').trim),
      List("brine:   built 40 %, about 1:05 left", "brine:   built 100 %, about 0:00 left")
    )

  machine.test("a failed build shows its errors and where the log is"): machine =>
    machine.jdk("25.0.1")
    machine.sbt(
      "echo '[info] compiling 2 Scala sources to '$PWD'/codec/jvm/target/classes ...'; echo '[error] A.scala:1: broken'; exit 1"
    )
    val ended = machine.run("journal")
    assertEquals(ended.code, 1)
    assertEquals(ended.out, "")
    assert(clue(ended.err).contains("brine:   codec/jvm: compiling 2 Scala sources\n"))
    assert(clue(ended.err).contains("[error] A.scala:1: broken\n"))
    val log = machine.checkout.target.resolve("brine-build.log")
    assertEquals(ended.err.linesIterator.toList.last, s"brine: the build failed; the whole log is $log")
    machine.sbt()
    assertEquals(machine.run("journal").code, 0)

  machine.test("two at once build once"): machine =>
    machine.jdk("25.0.1")
    machine.sbt("sleep 1")
    val ended = List.fill(3)(machine.start(machine.checkout.launcher, Map.empty, "journal")).map(_())
    assertEquals(ended.map(_.code), List(0, 0, 0))
    assertEquals(machine.builds, List("stage cli"))

  machine.test("a lock whose owner was killed is taken over"): machine =>
    machine.jdk("25.0.1")
    machine.sbt()
    val gone = ProcessBuilder("true").start()
    gone.waitFor()
    Files.createDirectories(machine.checkout.target)
    Files.createSymbolicLink(machine.checkout.target.resolve("brine.lock"), Path.of(gone.pid.toString))
    assertEquals(machine.run("journal").code, 0)
    assert(!Files.isSymbolicLink(machine.checkout.target.resolve("brine.lock")))
