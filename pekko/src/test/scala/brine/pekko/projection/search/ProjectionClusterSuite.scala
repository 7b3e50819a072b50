package brine.pekko.projection.search

import brine.effort.Effort
import brine.entity.projection.*
import brine.jdbc.{JdbcEventLog, JdbcSettings}
import brine.journal.{EventLog, Offset}
import brine.journal.testkit.MemoryEventLog
import brine.pekko.entity.TestCluster
import brine.pekko.projection.MoveTables
import brine.pekko.{Folders, PekkoProjection, SliceStatus}
import java.util.SplittableRandom
import munit.FunSuite
import org.apache.pekko.actor.typed.ActorSystem
import org.sqlite.SQLiteDataSource
import scala.concurrent.duration.*

/** Records are appended while nodes join, leave and crash, and while another cluster, as the other half of a partition,
  * runs the same slices. Nothing is skipped, nothing comes twice, and each node reads what was written.
  */
class ProjectionClusterSuite extends FunSuite:
  override def munitTimeout: Duration = 60.minutes

  private final class Program(seed: Long, open: () => EventLog, tables: MoveTables, slices: Int):
    private val random = SplittableRandom(seed)
    private val writer = open()
    private var last   = Offset.Begin

    private final class Node(val system: ActorSystem[?], val projection: PekkoProjection)

    private def join(cluster: TestCluster): Node =
      val system = cluster.join()()
      Node(system, tables.start(system, open(), slices)())

    private def append(most: Int): Unit =
      for _ <- 0 to random.nextInt(most) do last = MoveTables.move(writer, random.nextInt(12), random.nextInt(1000))

    /** The node sees what was written, and maybe more. */
    private def readYourWrites(node: Node): Unit =
      val upTo  = last
      val lines = node.projection.at(upTo, 120.seconds)(Moves.lines(_))
      MoveTables
        .fold(writer, upTo)
        .foreach: (stream, line) =>
          val seen = lines.get(stream).fold(0L)(_.count)
          assert(seen >= line.count, s"seed $seed: $stream has $seen moves, not ${line.count}")

    def run(steps: Int): Unit = TestCluster.using: cluster =>
      var nodes                       = Vector(join(cluster), join(cluster))
      var island: Option[TestCluster] = None
      try
        for step <- 1 to steps do
          append(60)
          // Each kind comes in turn, so that a short program has all.
          (step + seed).toInt % 5 match
            case 0 => nodes :+= join(cluster)
            case 1 =>
              val gone = nodes(random.nextInt(nodes.size))
              nodes = nodes.filterNot(_ eq gone)
              cluster.crash(gone.system)
            case 2 if island.isEmpty =>
              val other = TestCluster()
              island = Some(other)
              join(other): Unit
            case 2 =>
              island.foreach(_.close())
              island = None
            case 3 => nodes :+= join(cluster)
            case _ =>
              val gone = nodes(random.nextInt(nodes.size))
              nodes = nodes.filterNot(_ eq gone)
              cluster.leave(gone.system)
          if nodes.isEmpty then nodes :+= join(cluster)
          append(60)
          if random.nextBoolean() then readYourWrites(nodes(random.nextInt(nodes.size)))
        island.foreach(_.close())
        island = None
        append(60)
        nodes.foreach(readYourWrites)
        assertEquals(tables.lines, MoveTables.fold(writer, last), s"seed $seed")
        assertEquals(nodes.head.projection.setAside, Vector.empty, s"seed $seed")
        // The end of the log may be noticed after its last record was stored, and a slice may move.
        var status = Vector.empty[SliceStatus]
        TestCluster.eventually(s"seed $seed: $status"):
          status = nodes.last.projection.status(20.seconds)
          status.forall(one => one.node.nonEmpty && one.end.isEmpty && one.hasCaughtUp)
        assertEquals(status.map(_.slice), Vector.range(0, slices))
      finally island.foreach(_.close())

  test("over a log in memory, nodes that come and go and two clusters at once skip and repeat nothing"):
    for seed <- 1 to Effort.projectionClusters do
      Folders.using: folder =>
        val log = MemoryEventLog()
        try Program(seed, () => log, MoveTables(folder), slices = 1 + seed % 7).run(steps = 5)
        finally log.close()

  test("over a log in a database that each node opens, they do not either"):
    for seed <- 1 to Effort.projectionClusters do
      Folders.using: folder =>
        val source = SQLiteDataSource()
        source.setUrl(s"jdbc:sqlite:${folder.resolve("log.db")}?journal_mode=WAL&busy_timeout=20000&synchronous=OFF")
        var logs   = Vector.empty[EventLog]
        def open() =
          val log = JdbcEventLog.open(source, JdbcSettings(requireDurable = false))
          logs :+= log
          log
        try Program(seed + 1002, () => open(), MoveTables(folder), slices = 4).run(steps = 5)
        finally logs.foreach(_.close())
