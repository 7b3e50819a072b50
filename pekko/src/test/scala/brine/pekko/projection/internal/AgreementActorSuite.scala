package brine.pekko.projection.internal

import brine.effort.Effort
import brine.entity.projection.*
import brine.jdbc.{JdbcEventLog, JdbcSettings}
import brine.journal.testkit.MemoryEventLog
import brine.journal.{EventLog, Offset}
import brine.pekko.entity.TestCluster
import brine.pekko.entity.TestCluster.eventually
import brine.pekko.projection.MoveTables
import brine.pekko.projection.MoveTables.{fold, move}
import brine.pekko.{Folders, PekkoProjection}
import java.nio.file.{Files, Path}
import java.util.SplittableRandom
import munit.FunSuite
import org.apache.pekko.actor.typed.ActorSystem
import org.apache.pekko.cluster.typed.Cluster
import org.sqlite.SQLiteDataSource
import scala.concurrent.duration.*

/** Nodes of a cluster whose projections have different databases, or read different logs. */
class AgreementActorSuite extends FunSuite:
  override val munitTimeout: Duration = 60.minutes

  private def using[A](body: (TestCluster, MemoryEventLog, MoveTables, MoveTables) => A): A =
    Folders.using: folder =>
      TestCluster.using: cluster =>
        val log = MemoryEventLog()
        try body(cluster, log, tables(folder, "right"), tables(folder, "wrong"))
        finally log.close()

  private def tables(folder: Path, name: String) = MoveTables(Files.createDirectory(folder.resolve(name)))

  private def error(body: => Any)(using munit.Location): ProjectionError = intercept[ProjectionException](body).error

  private def moveAll(log: EventLog, count: Int): Offset =
    (1 to count).map(number => move(log, number % 11, number)).last

  private def address(node: ActorSystem[?]) = Cluster(node).selfMember.address.toString

  private def awaitRefused(projection: PekkoProjection, why: String = "would store into"): Unit =
    eventually(s"all slices are refused, since the node $why something else"):
      projection.status(1.second).forall(_.end.exists(_.contains(why)))

  private def storesAll(projection: PekkoProjection, log: EventLog)(using munit.Location): Unit =
    val last = moveAll(log, 40)
    assertEquals(projection.at(last, 60.seconds)(Moves.lines(_)), fold(log, last))

  test("a node with another database is refused and stores nothing; its slices run on the other nodes"):
    using: (cluster, log, tables, others) =>
      val first = cluster.join()()
      val right = tables.start(first, log, slices = 6)()
      right.await(moveAll(log, 40), 30.seconds)
      val second = cluster.join()()
      val wrong  = others.start(second, log, slices = 6)()
      awaitRefused(wrong)
      val last = moveAll(log, 40)
      assertEquals(right.at(last, 60.seconds)(Moves.lines(_)), fold(log, last))
      eventually("all slices run on the first node"):
        right.status(10.seconds).forall(one => one.node.contains(address(first)) && one.end.isEmpty)
      for body <- Vector[() => Any](
          () => wrong.await(last, 30.seconds),
          () => wrong.at(last, 30.seconds)(_ => ()),
          () => wrong.setAside
        )
      do
        error(body()) match
          case refused: ProjectionError.OtherDatabase =>
            assert(refused.own.contains("wrong/views.db (identity "), refused.own)
            assert(refused.own.endsWith(s"on ${address(second)}"), refused.own)
            assert(refused.other.contains("right/views.db (identity "), refused.other)
            assert(refused.other.endsWith(s"as ${address(first)} does"), refused.other)
          case other => fail(other.message)
      assert(wrong.replay("line-1", 30.seconds).left.exists(_.isInstanceOf[ProjectionError.OtherDatabase]))
      assertEquals(others.lines, Map.empty)

  test("of nodes that start at once, the one with the database of the oldest node stores"):
    using: (cluster, log, tables, others) =>
      val nodes = Vector.fill(3)(cluster.join()())
      val last  = moveAll(log, 40)
      // The oldest comes last: the others wait for it.
      val wrong = others.start(nodes(1), log, slices = 4)()
      val right = Vector(nodes(2), nodes(0)).map(tables.start(_, log, slices = 4)())
      awaitRefused(wrong)
      for one <- right do assertEquals(one.at(last, 60.seconds)(Moves.lines(_)), fold(log, last))
      assertEquals(others.lines, Map.empty)

  test("a node that was refused does not decide which database counts once it is the oldest"):
    using: (cluster, log, tables, others) =>
      val oldest = cluster.join()()
      tables.start(oldest, log, slices = 4)().await(moveAll(log, 40), 60.seconds)
      val wrong = others.start(cluster.join()(), log, slices = 4)()
      awaitRefused(wrong)
      val right = tables.start(cluster.join()(), log, slices = 4)()
      right.await(moveAll(log, 40), 60.seconds)
      cluster.leave(oldest)
      val last = moveAll(log, 40)
      assertEquals(right.at(last, 60.seconds)(Moves.lines(_)), fold(log, last))
      // A new node, of which the refused one is the oldest, runs slices if it has the right database.
      val more = tables.start(cluster.join()(), log, slices = 4)()
      val end  = moveAll(log, 40)
      assertEquals(more.at(end, 60.seconds)(Moves.lines(_)), fold(log, end))
      assert(wrong.status(1.second).forall(_.end.nonEmpty))
      assertEquals(others.lines, Map.empty)

  test("a node that only asks is refused as well"):
    using: (cluster, log, tables, others) =>
      val settings = MoveTables.settings.withRole("host")
      val right    = tables.start(cluster.join("host")(), log, slices = 2, settings)()
      val wrong    = others.start(cluster.join()(), log, slices = 2, settings)()
      val last     = moveAll(log, 20)
      assertEquals(right.at(last, 30.seconds)(Moves.lines(_)), fold(log, last))
      // Also before it knows: what is asked has the identity of its database.
      error(wrong.at(last, 30.seconds)(_ => ())) match
        case _: (ProjectionError.OtherDatabase | ProjectionError.Elsewhere) => ()
        case other                                                          => fail(other.message)
      awaitRefused(wrong)

  test("another number of slices in another database is refused, too"):
    using: (cluster, log, tables, others) =>
      val right = tables.start(cluster.join()(), log, slices = 2)()
      right.await(moveAll(log, 20), 30.seconds)
      val wrong = others.start(cluster.join()(), log, slices = 4)()
      awaitRefused(wrong)
      assertEquals(others.lines, Map.empty)

  test("a node that reads another log is refused"):
    Folders.using: folder =>
      TestCluster.using: cluster =>
        def open(name: String) =
          val source = SQLiteDataSource()
          source.setUrl(s"jdbc:sqlite:${folder.resolve(name)}?journal_mode=WAL&busy_timeout=20000&synchronous=OFF")
          JdbcEventLog.open(source, JdbcSettings(requireDurable = false))
        val logs   = Vector("one.db", "one.db", "other.db").map(open)
        val tables = MoveTables(folder)
        try
          val nodes = Vector.fill(3)(cluster.join()())
          val runs  = nodes.zip(logs).map((node, log) => tables.start(node, log, slices = 4)())
          awaitRefused(runs(2), "would read")
          moveAll(logs(2), 50): Unit
          val last = moveAll(logs(0), 20)
          for one <- runs.take(2) do assertEquals(one.at(last, 60.seconds)(Moves.lines(_)), fold(logs(0), last))
        finally logs.foreach(_.close())

  test("a slice that does not run yet says what it waits for"):
    using: (cluster, log, tables, _) =>
      val oldest            = cluster.join()()
      val other             = cluster.join()()
      @volatile var isThere = false
      // The oldest has a database that does not answer, so nobody has said which one counts.
      val failing = PekkoProjection.start(
        oldest,
        log,
        Moves.projection(),
        slices = 2,
        () => if isThere then tables.connect() else throw java.sql.SQLException("no database here"),
        MoveTables.settings
      )(Moves.store(_, _))
      eventually("it says that the database fails"):
        val status = failing.status(10.seconds)
        status.forall(_.failure.exists(_.message.contains("no database here"))) && status.forall(_.end.isEmpty)
      // What nodes have told is enough: the other one has the database that counts.
      val running = tables.start(other, log, slices = 2)()
      val last    = moveAll(log, 20)
      eventually("a slice on the other node has stored its records"):
        running.status(10.seconds).exists(one => one.node.contains(address(other)) && one.position == last)
      isThere = true
      storesAll(failing, log)

  test("nodes wait for the oldest one, and say so"):
    using: (cluster, log, tables, _) =>
      val oldest = cluster.join()()
      val waits  = tables.start(cluster.join()(), log, slices = 2)()
      eventually("it says which node it waits for"):
        val status = waits.status(100.millis)
        status.forall(_.failure.exists(_.message.contains(s"the oldest node, ${address(oldest)}, has not said")))
      tables.start(oldest, log, slices = 2)(): Unit
      storesAll(waits, log)

  test("each node is replaced, one after the other, and the whole cluster is started again"):
    using: (cluster, log, tables, _) =>
      var nodes = Vector.fill(2)(cluster.join()())
      nodes.foreach(tables.start(_, log, slices = 4)())
      for node <- nodes do
        cluster.leave(node)
        val next    = cluster.join()()
        val running = tables.start(next, log, slices = 4)()
        nodes = nodes.filterNot(_ eq node) :+ next
        storesAll(running, log)
      TestCluster.using: another =>
        nodes.foreach(cluster.leave)
        val again = Vector.fill(2)(another.join()()).map(tables.start(_, log, slices = 4)())
        again.foreach(storesAll(_, log))

  test("two projections, and two versions of one, may be in different databases"):
    using: (cluster, log, tables, others) =>
      Folders.using: folder =>
        val second  = MoveTables(folder, version = 2)
        val nodes   = Vector.fill(2)(cluster.join()())
        val running = nodes.flatMap: node =>
          Vector(
            tables.start(node, log, slices = 2)(),
            others.start(node, log, slices = 2, name = "other")()
          )
        val versions = nodes.map(second.start(_, log, slices = 2)())
        running.foreach(storesAll(_, log))
        val last = moveAll(log, 20)
        versions.foreach(one => assertEquals(one.at(last, 60.seconds)(Moves.lines(_, 2)), fold(log, last)))

  test("nodes that come, go and disagree in any order store into the database of the first, and into no other"):
    for seed <- 1 to Effort.agreementClusters do
      using: (cluster, log, tables, others) =>
        val random = SplittableRandom(seed)
        final class Node(val isRight: Boolean):
          val system  = cluster.join()()
          val running = (if isRight then tables else others).start(system, log, slices = 3)()
        var nodes = Vector(Node(true))
        storesAll(nodes.head.running, log)
        for _ <- 0 until 5 do
          val rights = nodes.count(_.isRight)
          // One of those that count stays.
          val ending = nodes.filter(node => !node.isRight || rights > 1)
          if nodes.size < 4 && (ending.isEmpty || random.nextInt(3) > 0) then nodes :+= Node(random.nextBoolean())
          else
            val gone = ending(random.nextInt(ending.size))
            nodes = nodes.filterNot(_ eq gone)
            if random.nextBoolean() then cluster.leave(gone.system) else cluster.crash(gone.system)
          nodes.filter(_.isRight).foreach(node => storesAll(node.running, log))
          assertEquals(others.lines, Map.empty, s"seed $seed")
        for node <- nodes do
          if node.isRight then assert(node.running.status(30.seconds).forall(_.end.isEmpty), s"seed $seed")
          else awaitRefused(node.running)
