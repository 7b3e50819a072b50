package brine.dev

import java.nio.file.{Files, Path}

/** What the launcher passes to its programs, and what it answers itself. */
class LauncherSuite extends LauncherTest:

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

  machine.test("after two dashes nobody asks for help"): machine =>
    machine.jdk("25.0.1")
    machine.sbt()
    val ended = machine.run("journal", "delete", "--", "dir", "-h")
    assertEquals((ended.code, ended.arguments.takeRight(4)), (0, List("[delete]", "[--]", "[dir]", "[-h]")))

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
