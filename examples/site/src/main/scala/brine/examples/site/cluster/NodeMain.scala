package brine.examples.site.cluster

import brine.examples.site.Main
import java.io.{BufferedReader, InputStreamReader}
import java.nio.charset.StandardCharsets.UTF_8

/** A node that [[NodeProgram]] has started. Its arguments are the first lines of its input, because other users of a
  * machine see those of a command line; an empty line ends them. When the input ends, so does the node, in order.
  */
object NodeMain:
  def main(none: Array[String]): Unit =
    val lines     = BufferedReader(InputStreamReader(System.in, UTF_8))
    val arguments = Iterator.continually(lines.readLine()).takeWhile(line => line != null && line.nonEmpty).toArray
    Thread.ofPlatform.daemon
      .name("watches-parent")
      .start: () =>
        while lines.readLine() != null do ()
        sys.exit(1)
    : Unit
    Main.main(arguments)
