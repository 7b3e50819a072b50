package brine.cli

import brine.commandline.Captured
import java.io.{IOException, OutputStream, PrintStream}

final class WatchedOutputSuite extends munit.FunSuite:
  private def failing(message: String): WatchedOutput =
    val output = WatchedOutput(new OutputStream { def write(byte: Int): Unit = throw IOException(message) })
    PrintStream(output, true).println("x")
    output

  test("a full disk is reported, a reader that has left is not"):
    assertEquals(
      Captured(failing("No space left on device").exitCode(0)),
      Captured(1, "", "brine: the output could not be written: No space left on device\n")
    )
    assertEquals(Captured(failing("Broken pipe").exitCode(0)), Captured(0, "", ""))
    assertEquals(Captured(failing("No space left on device").exitCode(2)), Captured(2, "", ""))
    assertEquals(Captured(WatchedOutput(OutputStream.nullOutputStream).exitCode(0)), Captured(0, "", ""))
