package brine.pekko.rig

import java.net.InetSocketAddress
import java.nio.file.Path
import scala.util.Try

/** A cluster of processes, a database, and what scenarios do to them. For one thread.
  *
  * @param folder
  *   takes the files of the database and what nodes print
  */
final class Rig(folder: Path, val network: Network, settings: Rig.Settings) extends AutoCloseable:
  val database: RigDatabase = RigDatabase(folder, network.database)

  private val peers   = Vector.fill(Rig.MostNodes)(Ports.free())
  private val clients = Vector.fill(Rig.MostNodes)(Ports.free())

  @volatile private var nodes = Map.empty[Int, NodeProcess]

  def node(number: Int): NodeProcess = nodes(number)

  /** Addresses of all nodes, for clients. */
  def addresses: Vector[InetSocketAddress] = nodes.toVector.sortBy(_._1).map(_._2.clients)

  /** Numbers of the nodes that should be up. */
  def numbers: Vector[Int] = nodes.keys.toVector.sorted

  /** Number of nodes that should be up. */
  def size: Int = nodes.size

  /** Starts a node without waiting for it. The first in the list of seeds forms a cluster if no other answers, so one
    * that starts again names the others first.
    */
  private def launch(number: Int, seeds: Seq[Int], isNew: Boolean): NodeProcess =
    val options = RigNode.Options(
      InetSocketAddress.createUnresolved(network.peer(number), peers(number)),
      seeds.map(seed => s"${network.peer(seed)}:${peers(seed)}").toVector,
      database.url,
      InetSocketAddress(network.forClients(number), clients(number)),
      isNew,
      settings.stableAfter,
      settings.margin,
      settings.pause,
      settings.confirms
    )
    NodeProcess(number, options, network.within(number), folder.resolve(s"node-$number.log"))

  def start(number: Int, isNew: Boolean = false): Unit =
    val one = launch(number, numbers.filter(_ != number) :+ number, isNew).awaitServing()
    nodes = nodes.updated(number, one)

  /** Starts the first nodes of the cluster. */
  def begin(count: Int): Unit =
    val started = (0 until count).map(launch(_, 0 until count, isNew = false))
    nodes = started.map(one => one.number -> one).toMap
    started.foreach(_.awaitServing())
    awaitWhole()

  /** Forgets a node that has ended or will end; clients do not know it any more. */
  def forget(number: Int): NodeProcess =
    val one = nodes(number)
    nodes = nodes - number
    one

  /** Waits until each node says that all of them are up, and no others are members. */
  def awaitWhole(): Unit = awaitPart(numbers*)

  /** Waits until each of these nodes says that all of them are up, and no others are members. */
  def awaitPart(part: Int*): Unit = Await(s"a cluster of ${part.mkString(", ")}", 300):
    part.forall: number =>
      val members = Try(NodeConnection.ask(node(number).clients, "members")).toOption
      members.contains(List("ok", s"${part.size}", s"${part.size}", "0"))

  /** Lets a node remove others from what it takes for the cluster, as an operator may. */
  def down(by: Int, others: Int*): Unit = others.foreach: other =>
    val answer = NodeConnection.ask(node(by).clients, s"down ${network.peer(other)}:${peers(other)}")
    if answer != List("ok") then throw AssertionError(answer.mkString(" "))

  def close(): Unit =
    nodes.values.foreach(_.kill())
    database.close()
    network.close()

object Rig:
  val MostNodes: Int = 4

  /** @param stableAfter
    *   of the split brain resolver
    * @param margin
    *   of removals
    * @param pause
    *   what the failure detector accepts as a pause
    */
  final case class Settings(
      stableAfter: String = "7 s",
      margin: String = "1 ms",
      pause: String = "3 s",
      confirms: Boolean = false
  )
