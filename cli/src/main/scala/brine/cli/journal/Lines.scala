package brine.cli.journal

import java.io.{BufferedOutputStream, PrintStream}
import java.nio.charset.StandardCharsets.UTF_8

/** Buffers many lines for standard output.
  *
  * @param target
  *   the standard output, which knows whether writing has failed
  */
private[journal] final class Lines(out: PrintStream, target: PrintStream):
  private var printed = 0L

  def print(line: String): Unit =
    out.println(line)
    printed += 1

  /** Whether the reader of the output is gone; checked from time to time. */
  def isBroken: Boolean = printed % Lines.Between == 0 && isBrokenNow

  /** Prints what is buffered, and returns whether the reader of the output is gone. */
  def isBrokenNow: Boolean =
    out.flush()
    target.checkError()

private[journal] object Lines:
  private inline val Between = 1000

  /** Runs `body` and flushes what it printed to standard output. */
  def use[A](body: Lines => A): A =
    val target = Console.out
    val out    = PrintStream(BufferedOutputStream(target, 1 << 16), false, UTF_8)
    try body(Lines(out, target))
    finally out.flush()
