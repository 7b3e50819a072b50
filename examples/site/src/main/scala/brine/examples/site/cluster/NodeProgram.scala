package brine.examples.site.cluster

import java.io.{BufferedReader, InputStream, InputStreamReader, PrintStream}
import java.lang.management.ManagementFactory
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Path
import java.util.concurrent.{CompletableFuture, TimeUnit}
import scala.jdk.CollectionConverters.*

/** A node of a cluster, as a process of its own. What it prints is printed with its name. */
final class NodeProgram(val name: String, arguments: List[String], out: PrintStream, err: PrintStream):
  private val serving = CompletableFuture[Boolean]()

  private val process =
    val java = Path.of(sys.props("java.home"), "bin", "java").toString
    // Options of this process, such as those against warnings.
    val options = ManagementFactory.getRuntimeMXBean.getInputArguments.asScala.toList
    val program = List("-cp", sys.props("java.class.path"), "brine.examples.site.cluster.NodeMain")
    ProcessBuilder(((java :: options) ++ program).asJava).start()

  // It stays open as long as this program runs.
  process.getOutputStream.write(arguments.mkString("", "\n", "\n\n").getBytes(UTF_8))
  process.getOutputStream.flush()

  private val readers = List(print(process.getInputStream, out), print(process.getErrorStream, err))

  private def print(from: InputStream, to: PrintStream): Thread = Thread.ofVirtual.start: () =>
    val lines = BufferedReader(InputStreamReader(from, UTF_8))
    Iterator
      .continually(lines.readLine())
      .takeWhile(_ != null)
      .foreach: line =>
        to.println(s"$name: $line")
        if line.contains(": open http") then serving.complete(true): Unit
    serving.complete(false): Unit

  /** Waits until it serves clients; false if it has ended. */
  def awaitServing(): Boolean = serving.get

  def isAlive: Boolean = process.isAlive

  /** Calls something with the exit code when it has ended, and all that it has said is printed. */
  def onEnd(body: Int => Unit): Unit = process.onExit.thenAcceptAsync: ended =>
    readers.foreach(_.join())
    body(ended.exitValue)
  : Unit

  /** Lets the node leave its cluster and end; ends it if it does not. */
  def stop(): Unit =
    process.toHandle.destroy(): Unit
    if !process.waitFor(NodeProgram.LongestSeconds, TimeUnit.SECONDS) then process.destroyForcibly().waitFor(): Unit
    readers.foreach(_.join())

object NodeProgram:
  private val LongestSeconds = 90L
