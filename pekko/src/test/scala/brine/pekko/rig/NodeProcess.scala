package brine.pekko.rig

import java.net.InetSocketAddress
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit.SECONDS
import scala.jdk.CollectionConverters.*

/** A [[RigNode]] that runs.
  *
  * @param within
  *   what starts a program where the node is
  * @param file
  *   takes what it prints
  */
final class NodeProcess(val number: Int, val options: RigNode.Options, within: List[String], file: Path):
  private val before  = if Files.exists(file) then Files.readString(file).length else 0
  private val process =
    val java    = Path.of(sys.props("java.home"), "bin", "java").toString
    val memory  = List("-Xmx192m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData")
    val program = List("-cp", sys.props("java.class.path"), "brine.pekko.rig.RigNode")
    ProcessBuilder((within ++ (java :: memory) ++ program ++ options.arguments).asJava)
      .redirectErrorStream(true)
      .redirectOutput(ProcessBuilder.Redirect.appendTo(file.toFile))
      .start()

  def clients: InetSocketAddress = options.clients

  def isAlive: Boolean = process.isAlive

  /** Waits until it serves clients. */
  def awaitServing(): NodeProcess =
    Await(s"node $number serves; see $file", 300):
      if !process.isAlive then throw AssertionError(s"node $number has ended: ${said.takeRight(2_000)}")
      said.linesIterator.contains("serves")
    this

  private def said: String = Files.readString(file).drop(before)

  def kill(): Unit =
    process.destroyForcibly().waitFor(): Unit

  /** Asks it to leave the cluster and to end, and waits for that. */
  def leave(): Unit =
    process.toHandle.destroy(): Unit
    awaitEnd()

  def awaitEnd(): Unit =
    if !process.waitFor(300, SECONDS) then throw AssertionError(s"node $number does not end; see $file")
