package brine.lab.peers.entity.cluster

import java.io.IOException
import java.lang.ProcessBuilder.Redirect
import java.lang.management.ManagementFactory
import java.nio.file.Path
import java.util.concurrent.{LinkedBlockingQueue, TimeUnit}
import scala.concurrent.duration.Deadline
import scala.jdk.CollectionConverters.*

/** A JVM that runs [[NodeMain]], with the class path and the compiler of this one. It ends when this process does, also
  * by force: its input ends then. Used by one thread.
  */
private final class NodeProcess extends AutoCloseable:
  import NodeProcess.*

  private val process = ProcessBuilder(command.asJava).redirectError(Redirect.INHERIT).start()
  private val orders  = process.outputWriter()
  private val answers = LinkedBlockingQueue[Option[String]]()

  Thread.ofPlatform.daemon
    .name("lab-node-answers")
    .start: () =>
      try process.inputReader().lines.forEach(line => answers.put(Some(line)))
      catch case _: java.io.UncheckedIOException => () // the process has ended
      finally answers.put(None)

  def handle: ProcessHandle = process.toHandle

  def tell(order: String, arguments: String): Unit =
    orders.write(s"$order $arguments\n")
    orders.flush()

  /** Waits for an answer.
    *
    * @throws IllegalStateException
    *   if there is another one, or none by then
    */
  def await(answer: String, until: Deadline): Unit = awaitWords(answer, until): Unit

  /** Waits for an answer, and returns the words after the first. */
  def awaitWords(answer: String, until: Deadline): List[String] =
    // A node that was too late says what it waited for, a moment later.
    val millis = until.timeLeft.toMillis.max(0) + NodeProcess.MomentMillis
    answers.poll(millis, TimeUnit.MILLISECONDS) match
      case Some(said) =>
        said.split(' ').toList match
          case `answer` :: words => words
          case _                 => throw IllegalStateException(s"a node of the cluster says: $said")
      case None => throw IllegalStateException("a node of the cluster has ended")
      case null =>
        throw IllegalStateException(
          s"a node of the cluster has not said '$answer' in time: the machine may be too busy for several JVMs"
        )

  /** Ends the process: by the end of its input, or by force. */
  def close(): Unit =
    try orders.close()
    catch case _: IOException => () // it has ended
    if !process.waitFor(5, TimeUnit.SECONDS) then process.destroyForcibly().waitFor(5, TimeUnit.SECONDS): Unit

private object NodeProcess:
  private inline val MomentMillis = 3_000L

  private def command: Seq[String] =
    val options = ManagementFactory.getRuntimeMXBean.getInputArguments.asScala.filter(_.startsWith("-XX:"))
    Seq(Path.of(System.getProperty("java.home"), "bin", "java").toString, "-Xmx1g") ++ options ++
      Seq("-cp", System.getProperty("java.class.path"), "brine.lab.peers.entity.cluster.NodeMain")
