package brine.dev

import brine.commandline.TemporaryFolder
import java.io.ByteArrayInputStream
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Files

class WaitingBuildSuite extends TemporaryFolder:
  private def output(text: String) = ByteArrayInputStream(text.getBytes(UTF_8))

  folder.test("gives the build its commands, keeps the log, returns code and steps"): folder =>
    write(folder.resolve("exit"), "3\n")
    val log   = folder.resolve("target/test.log")
    val said  = "compiling\n[error] (docs / mdoc) failed\n"
    val lines = List.newBuilder[String]
    val run   = WaitingBuild(folder, output(said)).run(List("all a/test", "b"), log)(line => lines += line)
    assertEquals(run, BuildRun(3, List("docs / mdoc: failed")))
    assertEquals(Files.readString(folder.resolve("commands")), "all a/test\nb\n")
    assertEquals(lines.result(), said.linesIterator.toList)
    assertEquals(Files.readString(log), said)

  folder.test("a build that was killed has failed"): folder =>
    val build = WaitingBuild(folder, output(""))
    assertEquals(build.run(List("all a/test"), folder.resolve("test.log"))(_ => ()).exitCode, 1)
