package brine.dev

import java.nio.file.{Files, Path}

/** Which programs the launcher finds, and what it says of those that are missing. */
class LauncherToolsSuite extends LauncherTest:

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

  machine.test("an empty part of the list of folders is no folder"): machine =>
    val jdk     = machine.jdk("25.0.1")
    val ended   = machine.runWith("BRINE_JDK_FOLDERS" -> s":${jdk.getParent}:")("jdk")
    val nothing = machine.runWith("BRINE_JDK_FOLDERS" -> "::")("jdk")
    assertEquals(ended.out, s"$jdk\n")
    assertEquals((nothing.code, nothing.out), (69, ""))

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
    machine.program("sbt")
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
        |case "$*" in
        |*sbt-launch*) mkdir -p target/stage; echo $0 > target/stage/cli.classpath; echo codec/src/main > target/stage/cli.sources ;;
        |*) echo ran ;;
        |esac
        |""".stripMargin
    )
    assertEquals(machine.run("journal").out, "ran\n")
    Files.writeString(machine.source, "class A2")
    assertEquals(machine.run("journal").out, "ran\n")
    val asked = Files.readString(boot.resolve("asked"))
    assertEquals(asked.count(_ == '\n'), 1)
    assert(clue(asked).contains(s"dependency:copy -Dartifact=org.scala-sbt:sbt-launch:$sbtVersion"))

  machine.test("takes sbt from Maven's repository without starting Maven"): machine =>
    val java = machine.jdk("25.0.1").resolve("bin/java")
    val kept = machine.root.resolve(s"home/.m2/repository/org/scala-sbt/sbt-launch/$sbtVersion")
    write(kept.resolve(s"sbt-launch-$sbtVersion.jar"), "kept")
    writeScript(
      java,
      """#!/bin/sh
        |case "$*" in
        |*sbt-launch*) mkdir -p target/stage; echo $0 > target/stage/cli.classpath; echo codec/src/main > target/stage/cli.sources ;;
        |*) echo ran ;;
        |esac
        |""".stripMargin
    )
    assertEquals(machine.runWith("HOME" -> machine.root.resolve("home").toString)("journal").out, "ran\n")
    val boot = machine.checkout.target.resolve("boot")
    assertEquals(Files.readString(boot.resolve(s"sbt-launch-$sbtVersion.jar")), "kept")
    assertEquals(Files.list(boot).count(), 1L)

  private def sbtVersion: String =
    val properties = Files.readString(Path.of(sys.props("brine.home"), "project/build.properties"))
    properties.linesIterator.collectFirst { case s"sbt.version=$version" => version.trim }.get

  // --- what is missing --------------------------------------------------------------------------

  machine.test("the site needs Python, and its module venv"): machine =>
    machine.jdk("25.0.1")
    machine.sbt()
    val without = machine.run("docs")
    assertEquals(without.code, 69)
    assert(clue(without.err).startsWith("brine: Python is missing, which builds the site: install `python3` (3.10"))
    // a Python that is new enough, and has no module
    writeScript(machine.programs.resolve("python3"), "#!/bin/sh\ncase $2 in *venv*) exit 1 ;; esac\n")
    val bare = machine.run("docs")
    assertEquals(bare.code, 69)
    assert(clue(bare.err).startsWith("brine: Python's module venv is missing"))
    assertEquals(machine.builds, Nil)
    machine.program("python3")
    assertEquals(machine.run("docs", "--out", "there").arguments, List("[docs]", "[--out]", "[there]"))

  machine.test("everything that is missing is named at once, before anything is built"): machine =>
    val ended = machine.run("test")
    assertEquals(ended.code, 69)
    val lines = ended.err.linesIterator.toList
    val known =
      List("no JDK 21 or newer", "Node.js", "Python", "gcc or the headers", "Maven", "GnuPG", "sbt is missing")
    assertEquals(lines.size, known.size, ended.err)
    for (line, wanted) <- lines.zip(known) do assert(clue(line).startsWith(s"brine: $wanted"), wanted)
    assert(lines.forall(_.contains("install")), ended.err)

  machine.test("tests need what their modules need, and nothing else"): machine =>
    machine.jdk("25.0.1")
    machine.sbt()
    assertEquals(machine.run("test", "actor", "--effort", "full").code, 0)
    for (module, needed) <- List(
        "codec"           -> "Node.js",
        "docs/"           -> "Python",
        "journal-testkit" -> "gcc",
        "consumers"       -> "Maven",
        "dev/"            -> "GnuPG"
      )
    do
      val ended = machine.run("test", module)
      assertEquals((ended.code, ended.err.count(_ == '\n')), (69, 1), ended.err)
      assert(clue(ended.err).contains(needed), module)
    // What quick leaves to full needs no tools of its own.
    for module <- List("codec-testkit", "lab/") do
      assertEquals(machine.run("test", module).code, 0, module)
      val ended = machine.run("test", module, "--effort", "full")
      assertEquals((ended.code, ended.err.count(_ == '\n')), (69, 1), ended.err)
      assert(clue(ended.err).contains("Node.js"), module)
    toolsOfTests.foreach(machine.program)
    assertEquals(machine.run("test").code, 0)

  machine.test("a gcc without the C library's headers is not enough"): machine =>
    machine.jdk("25.0.1")
    machine.sbt()
    writeScript(machine.programs.resolve("gcc"), "#!/bin/sh\nexit 1\n")
    assert(clue(machine.run("test", "journal-testkit").err).contains("`libc6-dev`"))

  machine.test("the lab and the commands need no tools of tests"): machine =>
    machine.jdk("25.0.1")
    machine.sbt()
    for command <- List("lab", "journal", "codec", "fuzz") do assertEquals(machine.run(command).code, 0, command)
