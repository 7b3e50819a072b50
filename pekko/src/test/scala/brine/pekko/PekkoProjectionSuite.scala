package brine.pekko

import brine.entity.projection.*
import brine.journal.Offset
import brine.journal.testkit.MemoryEventLog
import brine.pekko.entity.TestCluster
import brine.pekko.entity.TestCluster.eventually
import brine.pekko.projection.MoveTables
import brine.pekko.projection.MoveTables.{fold, move}
import java.util.concurrent.CountDownLatch
import munit.FunSuite
import org.apache.pekko.cluster.typed.Cluster
import scala.concurrent.Await
import scala.concurrent.duration.*

class PekkoProjectionSuite extends FunSuite:
  override def munitTimeout: Duration = 3.minutes

  private val hosts = MoveTables.settings.withRole("host")

  private def using[A](body: (TestCluster, MemoryEventLog, MoveTables) => A): A =
    Folders.using: folder =>
      TestCluster.using: cluster =>
        val log = MemoryEventLog()
        try body(cluster, log, MoveTables(folder))
        finally log.close()

  private def error(body: => Any)(using munit.Location): ProjectionError = intercept[ProjectionException](body).error

  private def moveAll(log: MemoryEventLog, count: Int): Offset =
    (1 to count).map(number => move(log, number % 11, number)).last

  test("slices run on nodes with their role; any node waits, reads and sees what they do"):
    using: (cluster, log, tables) =>
      val host   = cluster.join("host")("pekko.actor.serialize-messages = on")
      val other  = cluster.join()("pekko.actor.serialize-messages = on")
      val runs   = tables.start(host, log, slices = 5, hosts)()
      val caller = tables.start(other, log, slices = 5, hosts)()
      val last   = moveAll(log, 100)
      for node <- Vector(caller, runs) do
        assertEquals(node.at(last, 30.seconds)(Moves.lines(_)), fold(log, last))
        Await.result(node.awaitAsync(last, java.time.Duration.ofSeconds(30)), 30.seconds)
        val status = node.status(30.seconds)
        assertEquals(status.map(_.slice), Vector.range(0, 5))
        status.foreach: slice =>
          assertEquals(slice.node, Some(Cluster(host).selfMember.address.toString))
          assertEquals((slice.position, slice.lag, slice.failure, slice.end), (last, 0L, None, None))
        assertEquals(status.map(_.applied).sum, 100L)
      assertEquals(caller.toString, "the projection 'moves', version 1 in 5 slices on a cluster")

  test("a record that fails is set aside with its key alone, and replayed or discarded from any node"):
    using: (cluster, log, tables) =>
      @volatile var isHealed                                  = false
      def before(records: Vector[brine.journal.Record[Move]]) =
        if !isHealed && records.exists(_.value.number >= 1000) then throw IllegalStateException("too many")
      val nodes = Vector.fill(2)(tables.start(cluster.join()(), log, slices = 4)(before))
      move(log, 1, 1): Unit
      val failed  = move(log, 1, 1000)
      val later   = move(log, 1, 2)
      val another = move(log, 2, 1001)
      val last    = moveAll(log, 5)
      nodes(1).await(last, 30.seconds)
      for node <- nodes do
        // Both lines have more of the last moves.
        assertEquals(node.setAside.map(_.key).toSet, Set("line-1", "line-2"))
        assertEquals(node.setAside.map(_.offset).take(3), Vector(failed, later, another))
        // A slice that moves counts again.
        eventually("the status counts what is set aside"):
          node.status(30.seconds).map(_.setAside).sum == node.setAside.size
      for node <- nodes do
        node.replay("line-1", 30.seconds) match
          case Left(ProjectionError.Elsewhere(_, _, problem)) => assert(problem.contains("too many"), problem)
          case result                                         => fail(s"$result")
        assertEquals(node.replay("line-7", 30.seconds), Right(0))
      isHealed = true
      assertEquals(nodes(0).replay("line-1", 30.seconds), Right(3))
      assertEquals(nodes(1).discard("line-2", 30.seconds), Right(2))
      assertEquals(nodes(0).setAside, Vector.empty)
      val kept = log.readQuery[Move](Moves.projection().query).toVector.toOption.get.filter(_.stream != "line-2")
      assertEquals(tables.lines, Moves.fold(kept))

  test("a wait says what is missing: a slice that is behind, that has ended, or that no node runs"):
    using: (cluster, log, tables) =>
      val gate = CountDownLatch(1)
      val few  = hosts.withProjection(ProjectionSettings(maxSetAside = 0, attempts = 1))
      val node = cluster.join()()
      val runs = tables.start(node, log, slices = 2, few)(_ => gate.await())
      error(runs.await(Offset(0), 100.millis)) match
        case ProjectionError.Unanswered(_, 0, _) => ()
        case other                               => fail(other.message)
      assertEquals(runs.status(100.millis).map(one => (one.node, one.end)), Vector.fill(2)((None, None)))
      assert(runs.replay("line-1", 100.millis).left.exists(_.isInstanceOf[ProjectionError.Unanswered]))
      val host = tables.start(cluster.join("host")(), log, slices = 2, few): records =>
        gate.await()
        if records.exists(_.value.number >= 1000) then throw IllegalStateException("too many")
      runs.await(Offset(0), 30.seconds)
      val last = moveAll(log, 30)
      error(runs.await(last, 50.millis)) match
        case ProjectionError.Behind(_, offset, Offset.Begin, _) => assertEquals(offset, last)
        case other                                              => fail(other.message)
      gate.countDown()
      runs.await(last, 30.seconds)
      val failed = move(log, 3, 1000)
      error(host.await(failed, 30.seconds)) match
        case ProjectionError.Elsewhere(_, address, problem) =>
          assert(address.startsWith("pekko://test@"), address)
          assert(problem.contains("maxSetAside"), problem)
        case other => fail(other.message)
      assertEquals(runs.status(30.seconds).count(_.end.nonEmpty), 1)

  test("another number of slices is refused, and what runs goes on"):
    using: (cluster, log, tables) =>
      val first = tables.start(cluster.join()(), log, slices = 3)()
      first.await(moveAll(log, 50), 30.seconds)
      val second = tables.start(cluster.join()(), log, slices = 6)()
      eventually("all slices are refused")(second.status(1.seconds).forall(_.end.exists(_.contains("in 3 slices"))))
      val last = moveAll(log, 50)
      assertEquals(first.at(last, 30.seconds)(Moves.lines(_)), fold(log, last))
      error(second.await(last, 30.seconds)) match
        case other: ProjectionError.OtherSlices => assert(other.message.contains("SqlProjection.divide"), other.message)
        case other                              => fail(other.message)
      assert(second.replay("line-1", 1.seconds).left.exists(_.isInstanceOf[ProjectionError.OtherSlices]))
      // The number is stored: also one whole projection is refused.
      val whole = SqlProjection.start(log, Moves.projection(), () => tables.connect())(Moves.store(_, _))
      eventually("the whole projection is refused")(whole.status.end.nonEmpty)
      assertEquals(whole.status.end, Some(ProjectionError.OtherSlices(Moves.projection().toString, 3, 1)))

  test("a node whose log has ended hands its slices over"):
    Folders.using: folder =>
      TestCluster.using: cluster =>
        val tables = MoveTables(folder)
        val logs   = Vector.fill(2)(SharedLog.open(folder))
        val nodes  = Vector.fill(2)(cluster.join()())
        val all    = nodes.zip(logs).map((node, log) => tables.start(node, log, slices = 6)())
        val first  = (1 to 40).map(number => move(logs(1), number % 11, number)).last
        all.foreach(node => assertEquals(node.at(first, 30.seconds)(Moves.lines(_)), fold(logs(1), first)))
        val other = Cluster(nodes(1)).selfMember.address.toString
        eventually("both nodes have slices"):
          all(1).status(10.seconds).flatMap(_.node).distinct.size == 2
        logs(0).close()
        eventually("all slices run on the other node"):
          all(1).status(10.seconds).forall(one => one.node.contains(other) && one.end.isEmpty)
        val last = (1 to 40).map(number => move(logs(1), number % 11, number)).last
        assertEquals(all(1).at(last, 30.seconds)(Moves.lines(_)), fold(logs(1), last))
        assertEquals(error(all(0).await(last, 30.seconds)), ProjectionError.Closed(Moves.projection().toString))
        cluster.close()
        logs(1).close()

  test("a version that was one piece is divided, and continues where it was"):
    using: (cluster, log, tables) =>
      val whole = SqlProjection.start(log, Moves.projection(), () => tables.connect())(Moves.store(_, _))
      whole.await(moveAll(log, 50), 30.seconds)
      whole.close()
      SqlProjection.divide(() => tables.connect(), "moves", 1, slices = 4)
      val running = tables.start(cluster.join()(), log, slices = 4)()
      val last    = moveAll(log, 50)
      assertEquals(running.at(last, 30.seconds)(Moves.lines(_)), fold(log, last))
      assertEquals(running.status(30.seconds).map(_.applied).sum, 50L)

  test("once a version is divided, the one before says so on a log at rest"):
    using: (cluster, log, tables) =>
      def before(records: Vector[brine.journal.Record[Move]]) =
        if records.exists(_.value.number >= 1000) then throw IllegalStateException("too many")
      val node    = cluster.join()()
      val running = tables.start(node, log, slices = 2)(before)
      running.await(move(log, 1, 1000), 30.seconds)
      assertEquals(running.setAside.map(_.key), Vector("line-1"))
      SqlProjection.divide(() => tables.connect(), "moves", 1, slices = 4)
      val other = ProjectionError.OtherSlices(Moves.projection().toString, 4, 2)
      assertEquals(error(running.setAside), other)
      for key <- Vector("line-1", "line-2") do
        assertEquals(running.replay(key, 30.seconds), Left(other))
        assertEquals(running.discard(key, 30.seconds), Left(other))
      // The oldest node decides where slices run, so it is one that starts them.
      cluster.leave(node)
      val again = tables.start(cluster.join()(), log, slices = 4)(_ => ())
      assertEquals(again.setAside.map(_.key), Vector("line-1"))
      assertEquals(again.discard("line-1", 30.seconds), Right(1))

  test("the longest wait and a function that is null"):
    using: (cluster, log, tables) =>
      val node    = cluster.join()()
      val running = tables.start(node, log, slices = 2)()
      val longest = java.time.Duration.ofSeconds(Long.MaxValue)
      val last    = moveAll(log, 5)
      running.await(last, longest)
      assertEquals(running.status(longest).map(_.position), Vector(last, last))
      assertEquals(running.replay("line-1", longest), Right(0))
      assert(intercept[NullPointerException](running.at(last, longest)(null)).getMessage.contains("read"))

  test("a version that is forgotten ends everywhere, and no slice begins again by itself"):
    for slices <- Vector(1, 3) do
      using: (cluster, log, tables) =>
        val nodes = Vector.fill(2)(tables.start(cluster.join()(), log, slices)())
        nodes(0).await(moveAll(log, 20), 30.seconds)
        // The end of the log may be noticed after its last record was stored.
        eventually("all slices have caught up"):
          SqlProjection.currentVersion(() => tables.connect(), "moves").contains(1)
        SqlProjection.forget(() => tables.connect(), "moves", 1)
        // Each slice notices at its next record.
        var last = Offset.Begin
        eventually("all slices have ended"):
          last = moveAll(log, 11)
          nodes(1).status(30.seconds).forall(_.end.exists(_.contains("was forgotten")))
        assertEquals(SqlProjection.versions(() => tables.connect(), "moves"), Vector.empty)
        assert(error(nodes(1).await(last, 30.seconds)).isInstanceOf[ProjectionError.Elsewhere])

  test("slices of a node that crashes or leaves run elsewhere, though nobody asks for them"):
    using: (cluster, log, tables) =>
      val nodes = Vector.fill(3)(cluster.join()())
      nodes.foreach(tables.start(_, log, slices = 6)())
      var last = moveAll(log, 40)
      eventually("all is stored")(tables.lines == fold(log, last))
      cluster.crash(nodes(0))
      last = moveAll(log, 40)
      eventually("all is stored after a crash")(tables.lines == fold(log, last))
      cluster.leave(nodes(1))
      last = moveAll(log, 40)
      eventually("all is stored after a leave")(tables.lines == fold(log, last))

  test("versions run beside each other"):
    using: (cluster, log, tables) =>
      Folders.using: folder =>
        val node  = cluster.join()()
        val newer = MoveTables(folder, version = 2)
        val last  = moveAll(log, 40)
        assertEquals(tables.start(node, log, slices = 2)().at(last, 30.seconds)(Moves.lines(_)), fold(log, last))
        val second = newer.start(node, log, slices = 3)()
        assertEquals(second.at(last, 30.seconds)(Moves.lines(_, 2)), fold(log, last))

  test("a version is started once in an actor system that runs, with a number of slices that can be"):
    using: (cluster, log, tables) =>
      val node = cluster.join()()
      tables.start(node, log, slices = 2)(): Unit
      val again = intercept[IllegalStateException](tables.start(node, log, slices = 2)())
      assert(again.getMessage.contains("is started in"), again.getMessage)
      for slices <- Vector(0, -1, 1025) do
        val refused = intercept[IllegalArgumentException](tables.start(node, log, slices, name = "more")())
        assert(refused.getMessage.contains(s"has $slices slices"), refused.getMessage)
      val long = intercept[IllegalArgumentException](tables.start(node, log, slices = 2, name = "x" * 96)())
      assert(long.getMessage.contains("95"), long.getMessage)
      cluster.leave(node)
      val late = intercept[IllegalStateException](tables.start(node, log, slices = 2, name = "late")())
      assert(late.getMessage.contains("terminate"), late.getMessage)
