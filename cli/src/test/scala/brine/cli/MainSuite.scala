package brine.cli

import brine.commandline.Captured
import munit.FunSuite

class MainSuite extends FunSuite:

  private def run(arguments: String*) = Captured(Main.run(arguments.toList))

  test("an unknown command names the nearest known one"):
    val ran = run("jurnal")
    assertEquals(ran.value, 2)
    assert(clue(ran.err).startsWith("brine: no command 'jurnal'; did you mean journal"))
    assertEquals(ran.err.count(_ == '\n'), 1)
    assertEquals(ran.out, "")

  test("no command at all is bad input"):
    val ran = run()
    assertEquals(ran.value, 2)
    assert(ran.err.startsWith("brine: which command?"), ran.err)
    assertEquals(ran.err.count(_ == '\n'), 1)

  test("help lists every command"):
    val ran = run("help")
    assertEquals(ran.value, 0)
    for command <- List("codec", "journal", "version", "help") do
      assert(ran.out.linesIterator.exists(_.startsWith(s"  $command ")), s"$command is missing in:\n${ran.out}")

  test("version prints the version of the build, and JSON when asked"):
    assert(clue(run("version").out).matches("(?s)brine \\d+\\.\\d+\\.\\d+\\S* \\(Java \\S+\\)\n"))
    val json = ujson.read(run("version", "--json").out)
    assertEquals(json("java").str, Runtime.version.toString)

  test("every command explains itself"):
    for command <- List("codec", "journal", "version", "help") do
      val ran = run(command, "--help")
      assertEquals(ran.value, 0, command)
      assert(ran.out.nonEmpty, command)

  test("too little memory is one line, and says how to give more"):
    val ran = Captured(Main.outOfMemory(throw OutOfMemoryError("Java heap space")))
    assertEquals((ran.value, ran.err.count(_ == '\n')), (1, 1))
    for part <- List("brine: ", "MiB", "JAVA_TOOL_OPTIONS", "-Xmx") do assert(ran.err.contains(part), ran.err)

  test("an unknown option is one line on the error stream"):
    val ran = run("version", "--colour")
    assertEquals(ran.value, 2)
    assertEquals(ran.err.count(_ == '\n'), 1)
    assert(ran.err.contains("colour"), ran.err)
