package brine.pekko.rig

import java.net.InetSocketAddress
import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.atomic.AtomicLong
import scala.jdk.CollectionConverters.*

/** Clients that write to entities, two to each entity. Start it once. */
final class Load(name: String, entities: Int, nodes: () => Vector[InetSocketAddress]):
  private val done            = ConcurrentLinkedQueue[Acknowledged]()
  private val again           = AtomicLong()
  @volatile private var marks = false

  val ids: Vector[String] = Vector.tabulate(entities)(number => s"$name-$number")

  private val writers =
    for (id, number) <- ids.zipWithIndex; of <- 0 to 1
    yield Writer(id, number * 2 + of, nodes, () => marks, done, again)

  private var began = 0L

  def start(): Unit =
    began = System.nanoTime
    writers.foreach(_.start())

  /** From now on, clients send commands that only the new version has. */
  def mark(): Unit = marks = true

  /** Waits until each entity has a number of acknowledged commands from now on. */
  def awaitEach(commands: Int): Unit =
    val now = System.nanoTime
    Await(s"$commands commands for each entity; clients say: ${writers.flatMap(_.saying).distinct}", 300):
      writers.flatMap(_.wrong).headOption.foreach(wrong => throw AssertionError(wrong))
      val since = acknowledged.filter(_.at > now).groupMapReduce(_.entity)(_ => 1)(_ + _)
      ids.forall(since.getOrElse(_, 0) >= commands)

  def acknowledged: Vector[Acknowledged] = done.asScala.toVector

  /** How often a command was sent again. */
  def sentAgain: Long = again.get

  /** Ends the clients, each with an outcome of what it has begun, and returns how long there was none. */
  def stop(): Gaps =
    val end = System.nanoTime
    writers.foreach(_.stop())
    val problems = writers.flatMap(_.join())
    if problems.nonEmpty then throw AssertionError(problems.mkString("\n"))
    Gaps(ids, acknowledged, began, end)
