package brine.lab.peers.entity.cluster

import java.nio.file.{Files, Path}
import java.time.Duration
import java.util.concurrent.atomic.LongAdder
import java.util.concurrent.{CountDownLatch, TimeUnit}
import scala.concurrent.duration.{Deadline, DurationInt}
import scala.jdk.CollectionConverters.*

import brine.jdbc.JdbcEventLog
import brine.lab.model.entity.SiteEntityModel
import brine.lab.peer.{EntityRequest, RunningEntities}
import brine.lab.peers.entity.{EntitiesOverLog, SiteAsk}
import brine.lab.postgresql.PostgresqlServer
import org.postgresql.ds.PGSimpleDataSource

/** What a command costs: processor time of the process with the callers, of the node that runs its entity if that is
  * another one, and of the database; bytes of tables and of the database's own log. What sizing needs, see
  * docs/cluster.md.
  *
  * {{{
  * BRINE_LAB=1 ./brine sbt "peerBrinePekko/Test/runMain brine.lab.peers.entity.cluster.NodeCost"
  * }}}
  *
  * The requests are those of study `whole`: four commands and a query, to any of 1,000 sites. Takes an optional number:
  * seconds of each measurement (10), which has as many of warm-up.
  */
object NodeCost:
  private val Sites = 1000

  /** Entities that run, and the processes beside this one that run some. */
  private final case class Running(entities: RunningEntities, nodes: () => Vector[ProcessHandle])

  def main(arguments: Array[String]): Unit =
    val seconds = arguments.headOption.fold(10)(_.toInt)
    val folder  = Files.createTempDirectory("brine-node-cost")
    val server  = PostgresqlServer(folder, folder.resolve("programs"))
    val cost    = NodeCost(server, folder, seconds)
    try
      println(
        "of a command: us of processor time of callers' process, entities' process, database; bytes of tables, log"
      )
      for callers <- List(256, 4096) do
        cost.measure("one process, no cluster", callers)(cost.alone)
        cost.measure("a cluster of one node", callers)(cost.oneNode)
        cost.measure("callers on another node", callers)(cost.apart)
    finally
      server.close()
      val files = Files.walk(folder)
      try files.sorted(java.util.Comparator.reverseOrder[Path]).forEach(file => { val _ = file.toFile.delete() })
      finally files.close()
    System.exit(0)

private final class NodeCost(server: PostgresqlServer, folder: Path, seconds: Int):
  import NodeCost.*

  private val databases = LogDatabases(server)
  private val model     = SiteEntityModel()
  private val changes   = Array.tabulate[EntityRequest](1 << 12)(number => model.change(number))
  private var number    = 0

  private def name: String = s"cost$number"

  private def url(): String =
    number += 1
    databases.url(name)

  /** Bytes of the tables, and of all that the server has written to its own log. */
  private def bytes: Vector[Long] =
    val connection = server.connect(PostgresqlServer.DATABASE, true)
    try
      val row = connection.createStatement().executeQuery("SELECT (pg_current_wal_lsn() - '0/0')::bigint")
      row.next(): Unit
      Vector(databases.bytes(name), row.getLong(1))
    finally connection.close()

  private def alone: Running =
    val source = PGSimpleDataSource()
    source.setUrl(url())
    Running(EntitiesOverLog(JdbcEventLog.open(source), () => 0), () => Vector.empty)

  private def oneNode: Running =
    val node = SiteNode.first(url())
    node.awaitNodes(members = 1, running = 1)
    Running(OfNode(node, node.close), () => Vector.empty)

  private def apart: Running =
    val own   = url()
    val node  = SiteNode.first(own, role = SiteNode.Calling)
    val other = NodeProcesses(1)
    other.start(own, node.port, Deadline.now + 1.minute)
    node.awaitNodes(members = 2, running = 1)
    def close() =
      other.beginStop()
      node.close()
      other.awaitStop(Deadline.now + 1.minute)
      other.close()
    Running(OfNode(node, close), () => other.handles)

  private final class OfNode(node: SiteNode, end: () => Unit) extends RunningEntities:
    def execute(id: String, request: EntityRequest) =
      node.sites(id).ask(SiteAsk.Execute(request.asInstanceOf[brine.lab.model.entity.SiteRequest]))
    def state(id: String): Object = node.sites(id).ask(SiteAsk.State)
    def bytes: Long               = 0
    def close(): Unit             = end()

  private def measure(what: String, callers: Int)(open: => Running): Unit =
    val running = open
    try
      create(running.entities)
      val load = Load(running.entities, callers)
      try
        Thread.sleep(seconds * 1000L)
        val (count, times, begun) = (load.commands.sum, processorTimes(running), System.nanoTime)
        val before                = bytes
        Thread.sleep(seconds * 1000L)
        val took    = (System.nanoTime - begun) / 1e9
        val done    = load.commands.sum - count
        val used    = processorTimes(running).zip(times).map((now, before) => now.minus(before).toNanos / 1e3 / done)
        val written = bytes.zip(before).map((now, before) => (now - before) / done)
        val figures = used.map(each => f"$each%7.1f").mkString(" ")
        println(
          f"$what%-26s $callers%5d callers ${done / took}%8.0f commands/s  $figures us ${written.mkString("  ", " ", " B")}"
        )
      finally load.end()
    finally running.entities.close()

  private def create(entities: RunningEntities): Unit =
    val workers = (0 until Sites).map: site =>
      Thread.ofVirtual.start: () =>
        model.creating(s"site-$site").forEach(request => entities.execute(s"site-$site", request): Unit)
    workers.foreach(_.join())

  /** Callers who send requests until they are told to end. */
  private final class Load(entities: RunningEntities, callers: Int):
    val commands = LongAdder()

    @volatile private var isOver = false
    private val ended            = CountDownLatch(callers)

    for caller <- 0 until callers do Thread.ofVirtual.start(() => call(caller)): Unit

    private def call(caller: Int): Unit =
      try
        var at = caller * 7919L
        while !isOver do
          at += 1
          val site = s"site-${Math.floorMod(at * 0x9e3779b97f4a7c15L >>> 17, Sites.toLong)}"
          if at % 5 == 0 then entities.execute(site, model.query): Unit
          else
            entities.execute(site, changes(at.toInt & (changes.length - 1))): Unit
            commands.increment()
      finally ended.countDown()

    def end(): Unit =
      isOver = true
      if !ended.await(60, TimeUnit.SECONDS) then throw IllegalStateException("callers have no reply after a minute")

  private def processorTimes(running: Running): Vector[Duration] =
    Vector(Vector(ProcessHandle.current), running.nodes(), database).map(_.map(used).foldLeft(Duration.ZERO)(_.plus(_)))

  /** The server and its processes, of which each connection has one. */
  private def database: Vector[ProcessHandle] =
    val first = Files.readAllLines(folder.resolve("data").resolve("postmaster.pid")).get(0).trim.toLong
    val all   = ProcessHandle.of(first).get
    all +: all.descendants.iterator.asScala.toVector

  private def used(process: ProcessHandle): Duration = process.info.totalCpuDuration.orElse(Duration.ZERO)
