package brine.cli.journal

import java.io.{BufferedOutputStream, PrintStream}
import java.nio.charset.StandardCharsets.UTF_8

/** Many lines for the standard output, gathered. */
private[journal] final class Lines(out: PrintStream):
  private var printed = 0L

  def print(line: String): Unit =
    out.println(line)
    printed += 1

  /** Whether nobody reads them any more; looked at now and then. */
  def isBroken: Boolean = printed % Lines.Between == 0 && out.checkError()

private[journal] object Lines:
  private inline val Between = 1000

  /** What the body prints is all given to the standard output when this returns. */
  def use[A](body: Lines => A): A =
    val out = PrintStream(BufferedOutputStream(Console.out, 1 << 16), false, UTF_8)
    try body(Lines(out))
    finally out.flush()
