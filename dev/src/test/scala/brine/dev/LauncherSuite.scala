package brine.dev

import brine.commandline.TemporaryFolder
import java.nio.file.{Files, Path}

class LauncherSuite extends TemporaryFolder:
  private val machine = FunFixture[LauncherFixture](
    setup = _ => LauncherFixture(newFolder(), write, writeScript),
    teardown = machine => delete(machine.root)
  )

  // --- which JDK --------------------------------------------------------------------------------

  machine.test("takes the newest JDK of the usual folders"): machine =>
    List("17.0.1", "21.0.2", "25.0.1", "22").foreach(machine.jdk)
    machine.sbt()
    assert(clue(machine.run("journal").out).startsWith("java 25.0.1:\n"))

  machine.test("JAVA_HOME decides when it is new enough, and is passed over when it is not"): machine =>
    val (old, fit) = (machine.jdk("17.0.1"), machine.jdk("21.0.2"))
    machine.jdk("25.0.1")
    machine.sbt()
    assert(clue(machine.runWith("JAVA_HOME" -> fit.toString)("journal").out).startsWith("java 21.0.2:\n"))
    assert(clue(machine.runWith("JAVA_HOME" -> old.toString)("journal").out).startsWith("java 25.0.1:\n"))

  machine.test("finds the JDK that the java on the PATH belongs to"): machine =>
    val jdk = machine.jdk("21.0.2")
    machine.sbt()
    Files.createSymbolicLink(machine.programs.resolve("java"), jdk.resolve("bin/java"))
    assert(clue(machine.runWith("BRINE_JDK_FOLDERS" -> "")("journal").out).startsWith("java 21.0.2:\n"))

  machine.test("BRINE_JAVA_HOME decides alone"): machine =>
    val (old, fit) = (machine.jdk("17.0.1"), machine.jdk("21.0.2"))
    machine.jdk("25.0.1")
    machine.sbt()
    assert(clue(machine.runWith("BRINE_JAVA_HOME" -> fit.toString)("journal").out).startsWith("java 21.0.2:\n"))
    val refused = machine.runWith("BRINE_JAVA_HOME" -> old.toString)("journal")
    assertEquals(refused.code, 69)
    assertEquals(refused.err, s"brine: BRINE_JAVA_HOME is $old, which holds no JDK 21 or newer\n")

  machine.test("without a JDK it says in one line what to install"): machine =>
    machine.jdk("17.0.1")
    val ended = machine.run("journal")
    assertEquals(ended.code, 69)
    assertEquals(ended.err.count(_ == '\n'), 1)
    assert(clue(ended.err).startsWith("brine: no JDK 21 or newer found: install one"))
    assertEquals(machine.builds, Nil)

  machine.test("a JRE is no JDK"): machine =>
    Files.delete(machine.jdk("25.0.1").resolve("bin/javac"))
    assertEquals(machine.run("journal").code, 69)

  // --- which sbt --------------------------------------------------------------------------------

  machine.test("without sbt and Maven it says in one line what to install"): machine =>
    machine.jdk("25.0.1")
    val ended = machine.run("journal")
    assertEquals(ended.code, 69)
    assertEquals(
      ended.err.linesIterator.toList.last,
      "brine: sbt is missing: install sbt, or Maven so that brine can fetch sbt " + sbtVersion + " with it"
    )

  machine.test("fetches sbt through Maven once, by its coordinates"): machine =>
    val java = machine.jdk("25.0.1").resolve("bin/java")
    val boot = machine.checkout.target.resolve("boot")
    writeScript(
      machine.programs.resolve("mvn"),
      s"#!/bin/sh\necho \"$$*\" >> '$boot/asked'\ntouch '$boot/sbt-launch-$sbtVersion.jar'\n"
    )
    writeScript(
      java,
      """#!/bin/sh
        |case "$*" in *sbt-launch*) mkdir -p target/stage; echo /staged.jar > target/stage/cli.classpath;; *) echo ran;; esac
        |""".stripMargin
    )
    assertEquals(machine.run("journal").out, "ran\n")
    Files.writeString(machine.source, "class A2")
    assertEquals(machine.run("journal").out, "ran\n")
    val asked = Files.readString(boot.resolve("asked"))
    assertEquals(asked.count(_ == '\n'), 1)
    assert(clue(asked).contains(s"dependency:copy -Dartifact=org.scala-sbt:sbt-launch:$sbtVersion"))

  private def sbtVersion: String =
    val properties = Files.readString(Path.of(sys.props("brine.home"), "project/build.properties"))
    properties.linesIterator.collectFirst { case s"sbt.version=$version" => version.trim }.get

  // --- what is built, and when ------------------------------------------------------------------

  machine.test("builds only what is stale"): machine =>
    machine.jdk("25.0.1")
    machine.sbt()
    machine.run("journal")
    machine.run("journal")
    assertEquals(machine.builds, List("stageCli"))
    Files.writeString(machine.source, "class B")
    machine.run("journal")
    assertEquals(machine.builds.size, 2)
    Files.delete(machine.source)
    machine.run("journal")
    assertEquals(machine.builds.size, 3)

  machine.test("tests are no part of what is staged, but which modules have some is"): machine =>
    machine.jdk("25.0.1")
    machine.sbt()
    machine.run("journal")
    val suite = write(machine.checkout.home.resolve("codec/src/test/scala/ASuite.scala"), "class ASuite")
    machine.run("journal")
    assertEquals(machine.builds.size, 2)
    Files.writeString(suite, "class ASuite2")
    machine.run("journal")
    assertEquals(machine.builds.size, 2)

  machine.test("peers of the lab are built for the lab alone"): machine =>
    machine.jdk("25.0.1")
    machine.sbt()
    val peer = machine.checkout.home.resolve("lab/peers/one/src/main/scala/One.scala")
    write(peer, "class One")
    machine.run("lab")
    machine.run("journal")
    Files.writeString(peer, "class Two")
    machine.run("journal")
    machine.run("lab")
    assertEquals(machine.builds, List("stage", "stageCli", "stage"))

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
    assertEquals(machine.builds, List("stageCli"))

  machine.test("a lock whose owner was killed is taken over"): machine =>
    machine.jdk("25.0.1")
    machine.sbt()
    val gone = ProcessBuilder("true").start()
    gone.waitFor()
    Files.createDirectories(machine.checkout.target)
    Files.createSymbolicLink(machine.checkout.target.resolve("brine.lock"), Path.of(gone.pid.toString))
    assertEquals(machine.run("journal").code, 0)
    assert(!Files.isSymbolicLink(machine.checkout.target.resolve("brine.lock")))

  // --- the program ------------------------------------------------------------------------------

  machine.test("arguments and exit code are the program's own, also through a symbolic link"): machine =>
    machine.jdk("25.0.1")
    machine.sbt()
    val link  = Files.createSymbolicLink(machine.programs.resolve("b"), machine.checkout.launcher)
    val ended = machine.start(link, Map("ENDS" -> "3"), "lab", "a b", "", "*")()
    assertEquals(ended.code, 3)
    assertEquals(ended.arguments, List("[a b]", "[]", "[*]"))
    assert(ended.out.contains("[/staged.jar:]"), ended.out)
    assert(ended.out.contains(s"[-Dbrine.home=${machine.checkout.home}]"), ended.out)

  machine.test("nothing is asked of a JDK that it does not know"): machine =>
    machine.sbt()
    machine.jdk("21.0.2")
    assert(!machine.run("journal").out.contains("sun-misc-unsafe"))
    machine.jdk("24.0.1")
    assert(machine.run("journal").out.contains("[--sun-misc-unsafe-memory-access=allow]"))

  machine.test("sbt commands run in the checkout, and the code is sbt's"): machine =>
    machine.jdk("25.0.1")
    machine.sbt("exit 4")
    assertEquals(machine.run("sbt", "codecJVM/test").code, 4)
    assertEquals(machine.builds, List("codecJVM/test"))

  machine.test("says which JDK it uses without a build"): machine =>
    val jdk = machine.jdk("25.0.1")
    assertEquals(machine.run("jdk"), machine.Ended(0, s"$jdk\n", ""))

  machine.test("help needs neither JDK nor build"): machine =>
    val ended = machine.run("help")
    assertEquals(ended.code, 0)
    assertEquals(
      ended.out,
      Files.readString(Path.of(sys.props("brine.home"), "help/brine.txt"))
    )

  machine.test("an unknown command does not start a build"): machine =>
    machine.jdk("25.0.1")
    machine.sbt()
    val ended = machine.run("tets")
    assertEquals(ended.code, 2)
    assertEquals(ended.err, "brine: no command 'tets'; ./brine help lists them\n")
    assertEquals(machine.builds, Nil)
