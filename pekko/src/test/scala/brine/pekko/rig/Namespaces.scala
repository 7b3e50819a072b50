package brine.pekko.rig

import java.lang.ProcessBuilder.Redirect
import scala.collection.mutable
import scala.jdk.CollectionConverters.*

/** A network namespace of Linux for each node, and two bridges in that of this process: nodes reach each other by one,
  * the database and the clients by the other. This process must be in a network namespace of its own.
  */
final class Namespaces(nodes: Int) extends Network:
  import Namespaces.*

  private val holders = mutable.HashMap.empty[Int, Process]

  run("ip", "link", "set", "lo", "up")
  for (bridge, net) <- bridges do
    run("ip", "link", "add", "name", bridge, "type", "bridge")
    run("ip", "address", "add", s"10.77.$net.1/24", "dev", bridge)
    run("ip", "link", "set", bridge, "up")
  for node <- 0 until nodes do add(node)

  private def add(node: Int): Unit =
    // It keeps the namespace until its input ends, which is when this process ends.
    val holder =
      ProcessBuilder("unshare", "--net", "sh", "-c", "echo ready; cat").redirectError(Redirect.INHERIT).start()
    holders(node) = holder
    if holder.getInputStream.read() < 0 then throw AssertionError("no network namespace")
    inside(node, "ip", "link", "set", "lo", "up")
    for (bridge, net) <- bridges do
      run(
        "ip",
        "link",
        "add",
        "name",
        port(bridge, node),
        "type",
        "veth",
        "peer",
        "name",
        bridge,
        "netns",
        s"${holder.pid}"
      )
      run("ip", "link", "set", port(bridge, node), "master", bridge, "up")
      inside(node, "ip", "address", "add", s"10.77.$net.${host(node)}/24", "dev", bridge)
      inside(node, "ip", "link", "set", bridge, "up")

  def database: String              = "10.77.2.1"
  def peer(node: Int): String       = s"10.77.1.${host(node)}"
  def forClients(node: Int): String = s"10.77.2.${host(node)}"
  def canCut: Boolean               = true

  def within(node: Int): List[String] = List("nsenter", "-t", s"${holders(node).pid}", "-n")

  def cut(node: Int): Unit = run("ip", "link", "set", port("peers", node), "down")

  def isolate(node: Int): Unit = bridges.foreach((bridge, _) => run("ip", "link", "set", port(bridge, node), "down"))

  def heal(node: Int): Unit = bridges.foreach((bridge, _) => run("ip", "link", "set", port(bridge, node), "up"))

  def renew(node: Int): Unit =
    bridges.foreach((bridge, _) => run("ip", "link", "delete", port(bridge, node)))
    holders(node).destroyForcibly().waitFor(): Unit
    add(node)

  def close(): Unit = holders.values.foreach(_.destroyForcibly(): Unit)

  private def inside(node: Int, command: String*): Unit = run((within(node) ++ command)*)

object Namespaces:
  private val bridges = Vector("peers" -> 1, "data" -> 2)

  private def port(bridge: String, node: Int) = s"$bridge$node"
  private def host(node: Int)                 = 11 + node

  private def run(command: String*): Unit =
    val process = ProcessBuilder(command.asJava).redirectErrorStream(true).start()
    val said    = String(process.getInputStream.readAllBytes)
    if process.waitFor() != 0 then throw AssertionError(s"${command.mkString(" ")}: $said")

  /** What starts a program in namespaces of its own, which end with it: as root, or as a user who may be root there. */
  val own: List[String] =
    List("unshare", "--map-root-user", "--net", "--pid", "--fork", "--kill-child", "--mount-proc")

  /** Why there can be no namespaces here. */
  def missing: Option[String] =
    val probe =
      "ip link set lo up && ip link add name b0 type bridge && ip link add name v0 type veth peer name w0 && nsenter -t 1 -n true"
    try
      val process = ProcessBuilder((own ++ List("sh", "-c", probe)).asJava).redirectErrorStream(true).start()
      process.getOutputStream.close()
      val said = String(process.getInputStream.readAllBytes).trim
      Option.when(process.waitFor() != 0)(said)
    catch case failed: java.io.IOException => Some(failed.getMessage)
