package brine.dev

import brine.commandline.{Captured, TemporaryFolder}
import java.nio.file.{Files, Path}

/** The command against a checkout whose launcher is a script that writes reports, as the build would. */
class TestCommandSuite extends TemporaryFolder:
  private def report(suite: String, inside: String = "") =
    s"""<testsuite><testcase classname="$suite" name="works">$inside</testcase></testsuite>"""

  private def checkout(folder: Path, build: String, more: String = ""): Checkout =
    val checkout = Checkout(folder)
    write(
      checkout.stage.resolve("modules.tsv"),
      "codec\tcodecJS\tjs\tcodec/js/reports\ncodec\tcodecJVM\tjvm\tcodec/jvm/reports\ncli\tcli\tjvm\tcli/reports\n" + more
    )
    writeScript(checkout.launcher, s"#!/bin/sh\necho \"$$2\" > '$folder/commands'\ncd '$folder'\n$build")
    checkout

  private def commands(folder: Path): String = Files.readString(folder.resolve("commands")).trim

  private def writing(file: String, text: String) = s"mkdir -p $$(dirname $file)\ncat > $file <<'END'\n$text\nEND\n"

  folder.test("runs one module on every platform and sums it up"): folder =>
    val build =
      writing("codec/js/reports/a.xml", report("a.Suite")) + writing("codec/jvm/reports/a.xml", report("a.Suite"))
    val ran = Captured(TestCommand(checkout(folder, build)).run(List("codec")))
    assertEquals(ran.value, 0)
    assertEquals(commands(folder), "withoutProgress all codecJS/test codecJVM/test")
    assertEquals(ran.out, "  codec  2 passed, 0 failed, 0 skipped\n2 passed, 0 failed, 0 skipped\n")

  folder.test("without names it runs every suite"): folder =>
    Captured(TestCommand(checkout(folder, "")).run(Nil))
    assertEquals(commands(folder), "withoutProgress all codecJS/test codecJVM/test cli/test")

  folder.test("the full effort without names also compiles the pages and checks the format"): folder =>
    Captured(TestCommand(checkout(folder, "", "docs\tdocs\tjvm\tdocs/reports\n")).run(List("--effort", "full")))
    assertEquals(
      commands(folder),
      "withoutProgress all codecJS/test codecJVM/test cli/test docs/test docs/compilePages scalafmtCheckAll " +
        "scalafmtSbtCheck"
    )

  folder.test("compiles the pages if their module is named"): folder =>
    Captured(TestCommand(checkout(folder, "", "docs\tdocs\tjvm\tdocs/reports\n")).run(List("docs")))
    assertEquals(commands(folder), "withoutProgress all docs/test docs/compilePages")

  folder.test("the full effort searches long, then tests published modules with the other Scala versions"): folder =>
    val build = "echo \"$* effort $BRINE_EFFORT\" >> all\n" + writing("actor/reports/a.xml", report("a.Suite"))
    val cross = "actor\tactor\tjvm\tactor/reports\t3.8.3\n"
    val ran   = Captured(TestCommand(checkout(folder, build, cross)).run(List("--effort", "full", "actor")))
    assertEquals(
      Files.readString(folder.resolve("all")).linesIterator.toList,
      List("sbt withoutProgress all actor/test effort full", "sbt ++3.8.3 withoutProgress all actor/test effort quick")
    )
    assertEquals(
      ran.out,
      "  actor               1 passed, 0 failed, 0 skipped\n" +
        "  actor, Scala 3.8.3  1 passed, 0 failed, 0 skipped\n2 passed, 0 failed, 0 skipped\n"
    )

  private val kit = "kit\tkitJS\tjs\tkit/js/reports\t3.8.3\tfull\nkit\tkitJVM\tjvm\tkit/jvm/reports\t3.8.3\n"
  private val app = "app\tapp\tjs\tapp/reports\t\tfull\n"

  folder.test("quick neither compiles nor runs what is left to full, and says so"): folder =>
    val build = writing("kit/jvm/reports/a.xml", report("a.Suite")) + writing("cli/reports/a.xml", report("a.Suite"))
    val ran   = Captured(TestCommand(checkout(folder, build, kit + app)).run(List("kit", "app", "cli")))
    assertEquals(commands(folder), "withoutProgress all cli/test kitJVM/test")
    assertEquals(
      ran.out,
      "  cli  1 passed, 0 failed, 0 skipped\n  kit  1 passed, 0 failed, 0 skipped\n" +
        "left to full: kit in JavaScript, app in JavaScript (see docs/faults.md)\n2 passed, 0 failed, 0 skipped\n"
    )
    val json = Captured(TestCommand(checkout(folder, build, kit + app)).run(List("--json", "kit")))
    assertEquals(ujson.read(json.out)("leftToFull").arr.map(_.str).toList, List("kit in JavaScript"))

  folder.test("full runs it too, and leaves nothing"): folder =>
    val build = "echo \"$*\" >> all\n" + writing("kit/js/reports/a.xml", report("a.Suite")) +
      writing("kit/jvm/reports/a.xml", report("a.Suite")) + writing("app/reports/a.xml", report("a.Suite"))
    val ran = Captured(TestCommand(checkout(folder, build, kit + app)).run(List("--effort", "full", "kit", "app")))
    assertEquals(
      Files.readString(folder.resolve("all")).linesIterator.toList,
      List(
        "sbt withoutProgress all kitJS/test kitJVM/test app/test",
        "sbt ++3.8.3 withoutProgress all kitJS/test kitJVM/test"
      )
    )
    assert(!ran.out.contains("left to full"), ran.out)

  folder.test("quick refuses a module whose tests are all left to full"): folder =>
    val ran = Captured(TestCommand(checkout(folder, "", app)).run(List("app")))
    assertEquals(ran.value, 2)
    assertEquals(ran.err, "brine: effort quick leaves app in JavaScript to full: add --effort full\n")
    assert(!Files.exists(folder.resolve("commands")))

  folder.test("an effort that there is not is refused"): folder =>
    val ran = Captured(TestCommand(checkout(folder, "")).run(List("--effort", "fast", "cli")))
    assertEquals(ran.value, 2)
    assertEquals(ran.err, "brine: no effort 'fast'; --effort takes quick or full\n")
    assert(!Files.exists(folder.resolve("commands")))

  folder.test("counts no report of an earlier run"): folder =>
    write(folder.resolve("cli/reports/old.xml"), report("a.OldSuite"))
    val ran = Captured(TestCommand(checkout(folder, "")).run(List("cli")))
    assertEquals(ran.value, 1)
    assertEquals(ran.out.linesIterator.toList.last, "0 passed, 1 failed, 0 skipped")
    assert(ran.out.contains("cli: no tests found"), ran.out)

  folder.test("fails when a test fails, with its name"): folder =>
    val build = writing("cli/reports/a.xml", report("a.Suite", "<failure/>")) + "exit 1\n"
    val ran   = Captured(TestCommand(checkout(folder, build)).run(List("cli")))
    assertEquals(ran.value, 1)
    assert(ran.out.contains("cli: a.Suite: works"), ran.out)

  folder.test("prints one JSON object when asked"): folder =>
    val build = writing("cli/reports/a.xml", report("a.Suite"))
    val ran   = Captured(TestCommand(checkout(folder, build)).run(List("--json", "cli")))
    assertEquals(ujson.read(ran.out)("passed").num, 1d)

  folder.test("an unknown module is refused with the list"): folder =>
    val ran = Captured(TestCommand(checkout(folder, "")).run(List("codex")))
    assertEquals(ran.value, 2)
    assertEquals(ran.err, "brine: no module 'codex' with tests; did you mean codec? (modules: codec, cli)\n")
    assert(!Files.exists(folder.resolve("commands")))
