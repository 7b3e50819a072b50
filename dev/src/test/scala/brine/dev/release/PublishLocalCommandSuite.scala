package brine.dev.release

import brine.commandline.{Captured, TemporaryFolder}
import brine.dev.Checkout

class PublishLocalCommandSuite extends TemporaryFolder:
  folder.test("installs everything in one run of the build, and prints what it installed"): home =>
    writeScript(
      home.resolve("brine"),
      """|#!/bin/sh
         |cd "$(dirname "$0")" && mkdir -p target/publication && echo "$@" > asked
         |printf 'place\tIvy\t/somewhere\n' > target/publication/local.tsv
         |""".stripMargin
    )
    val ended = Captured(PublishLocalCommand(Checkout(home)).run(Nil))
    assertEquals((ended.value, ended.out), (0, "installed in:\n  Ivy    /somewhere\n"))
    assertEquals(java.nio.file.Files.readString(home.resolve("asked")), "sbt publishAllLocal\n")

  folder.test("a build that fails is shown, with where its log is"): home =>
    writeScript(home.resolve("brine"), "#!/bin/sh\necho '[error] broken'\nexit 1\n")
    val ended = Captured(PublishLocalCommand(Checkout(home)).run(Nil))
    assertEquals((ended.value, ended.out), (1, ""))
    val log = home.resolve("target/brine-publish.log")
    assertEquals(ended.err, s"[error] broken\nbrine: the build failed; the whole log is $log\n")
