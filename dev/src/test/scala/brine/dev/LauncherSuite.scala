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

  private def sbtVersion: String =
    val properties = Files.readString(Path.of(sys.props("brine.home"), "project/build.properties"))
    properties.linesIterator.collectFirst { case s"sbt.version=$version" => version.trim }.get

  private val toolsOfTests = List("node", "python3", "gcc", "mvn", "gpg")

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
        "lab"             -> "Node.js",
        "consumers"       -> "Maven",
        "dev/"            -> "GnuPG"
      )
    do
      val ended = machine.run("test", module)
      assertEquals((ended.code, ended.err.count(_ == '\n')), (69, 1), ended.err)
      assert(clue(ended.err).contains(needed), module)
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

  // --- the program ------------------------------------------------------------------------------

  machine.test("arguments and exit code are the program's own, also through a symbolic link"): machine =>
    machine.jdk("25.0.1")
    machine.sbt()
    val link  = Files.createSymbolicLink(machine.programs.resolve("b"), machine.checkout.launcher)
    val ended = machine.start(link, Map("ENDS" -> "3"), "lab", "a b", "", "*")()
    assertEquals(ended.code, 3)
    assertEquals(ended.arguments, List("[a b]", "[]", "[*]"))
    assert(ended.out.contains(s"[${machine.staged}:]"), ended.out)
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

  machine.test("an sbt shell and sbt's own options are sbt's"): machine =>
    machine.jdk("25.0.1")
    machine.sbt()
    assertEquals(machine.run("sbt", "-h").code, 0)
    assertEquals(machine.builds, List("-h"))

  // --- help and version -------------------------------------------------------------------------

  private def help(name: String): String =
    Files.readString(Path.of(sys.props("brine.home"), "help", s"$name.txt"))

  machine.test("help needs neither JDK nor build"): machine =>
    for (arguments, name) <- List(
        List("help")                                  -> "brine",
        List("--help")                                -> "brine",
        List("-h")                                    -> "brine",
        List("help", "journal")                       -> "journal",
        List("help", "journal", "verify")             -> "journal-verify",
        List("journal", "--help")                     -> "journal",
        List("journal", "verify", "--help")           -> "journal-verify",
        List("journal", "verify", "../dir", "--help") -> "journal-verify",
        List("journal", "-h", "verify")               -> "journal",
        List("codec", "dump", "--json", "-h")         -> "codec-dump",
        List("lab", "--help")                         -> "lab",
        List("lab", "list", "--help")                 -> "lab-list",
        List("lab", "site", "--mode", "smoke", "-h")  -> "lab",
        List("test", "codec", "--help")               -> "test",
        List("fuzz", "--help")                        -> "fuzz",
        List("sbt", "--help")                         -> "sbt",
        List("version", "--help")                     -> "version",
        List("cli-jar", "--help")                     -> "cli-jar"
      )
    do assertEquals(machine.run(arguments*), machine.Ended(0, help(name), ""), arguments.mkString(" "))
    assertEquals(machine.builds, Nil)

  machine.test("without a command it prints the commands, as an error"): machine =>
    assertEquals(machine.run(), machine.Ended(2, "", help("brine")))

  machine.test("the version needs no build, and names the JDK if there is one"): machine =>
    val version = Files
      .readAllLines(Path.of(sys.props("brine.home"), "build.sbt"))
      .toArray(Array.empty[String])
      .collectFirst { case s"ThisBuild / version$_:= \"$version\"$_" => version }
      .get
    assertEquals(machine.run("version"), machine.Ended(0, s"brine $version\n", ""))
    val jdk = machine.jdk("25.0.1")
    write(jdk.resolve("release"), "JAVA_VERSION=\"25.0.1\"\nJAVA_RUNTIME_VERSION=\"25.0.1+8-LTS\"\n")
    assertEquals(machine.run("--version").out, s"brine $version (Java 25.0.1+8-LTS)\n")
    val json = ujson.read(machine.run("version", "--json").out)
    assertEquals(json, ujson.Obj("brine" -> version, "java" -> "25.0.1+8-LTS"))
    assertEquals(machine.run("version", "--jsn").code, 2)
    assertEquals(machine.builds, Nil)

  machine.test("an unknown command does not start a build"): machine =>
    machine.jdk("25.0.1")
    machine.sbt()
    for arguments <- List(List("tets"), List("tets", "--help"), List("journal-verify"), List("../brine")) do
      val ended = machine.run(arguments*)
      assertEquals(ended.code, 2, arguments.mkString(" "))
      assertEquals(ended.err, s"brine: no command '${arguments.head}'; ./brine help lists them\n")

  machine.test("a name or argument that there is not is refused before anything is built"): machine =>
    machine.jdk("25.0.1")
    machine.sbt()
    for (arguments, message) <- List(
        List("help", "nonsense")       -> "no command 'nonsense'; ./brine help lists them",
        List("build", "cli", "clo")    -> "no part 'clo'; ./brine build --help lists them",
        List("jdk", "25")              -> "jdk takes no arguments, such as '25'",
        List("cli-jar", "there")       -> "cli-jar takes no arguments, such as 'there'",
        List("version", "--json", "x") -> "version takes one option, not 'x' too"
      )
    do
      val ended = machine.run(arguments*)
      assertEquals((ended.code, ended.out, ended.err), (2, "", s"brine: $message\n"))
    assertEquals(machine.builds, Nil)

  machine.test("a target folder that cannot be written ends with a reason"): machine =>
    machine.jdk("25.0.1")
    machine.sbt()
    Files.writeString(machine.checkout.home.resolve("target"), "")
    val ended = machine.run("journal")
    assertEquals(ended.code, 1)
    assert(clue(ended.err).contains("cannot write to "))
    assertEquals(machine.builds, Nil)
