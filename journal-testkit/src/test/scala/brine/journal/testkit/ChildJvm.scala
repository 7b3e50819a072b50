package brine.journal.testkit

import java.io.{BufferedReader, InputStreamReader}
import java.nio.file.Path
import java.util.concurrent.TimeUnit
import scala.jdk.CollectionConverters.*

/** A JVM of its own that runs a program with the classes of this one. Standard error goes to that of this one. */
final class ChildJvm private (process: Process) extends AutoCloseable:
  private val lines = BufferedReader(InputStreamReader(process.getInputStream))

  def pid: Long = process.pid

  /** The next line it printed; null at the end. */
  def readLine(): String = lines.readLine()

  def println(line: String): Unit =
    process.getOutputStream.write((line + "\n").getBytes)
    process.getOutputStream.flush()

  /** Ends its standard input. */
  def endInput(): Unit = process.getOutputStream.close()

  /** All lines up to the end of the program, and its exit code: 137 if it was killed. */
  def finish(seconds: Int = 60): (Vector[String], Int) =
    val guard = Thread.startVirtualThread(() => if !process.waitFor(seconds, TimeUnit.SECONDS) then kill())
    val all   = Iterator.continually(lines.readLine()).takeWhile(_ != null).toVector
    val code  = process.waitFor()
    guard.join()
    (all, code)

  /** Kills it as `kill -9` does, and waits until it is gone. */
  def kill(): Unit =
    process.toHandle.destroyForcibly(): Unit
    process.waitFor(): Unit

  def close(): Unit = if process.isAlive then kill()

object ChildJvm:
  def start(program: String, arguments: Seq[String] = Nil, environment: Map[String, String] = Map.empty): ChildJvm =
    val java    = Path.of(sys.props("java.home"), "bin", "java").toString
    val options = List("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto")
    val command = java :: options ::: List("-cp", sys.props("java.class.path"), program) ::: arguments.toList
    val builder = ProcessBuilder(command*).redirectError(ProcessBuilder.Redirect.INHERIT)
    builder.environment.putAll(environment.asJava)
    ChildJvm(builder.start())
