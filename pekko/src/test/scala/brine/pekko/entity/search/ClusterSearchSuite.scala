package brine.pekko.entity.search

import brine.effort.Effort
import brine.entity.EntitySettings
import brine.entity.search.*
import brine.jdbc.{JdbcEventLog, JdbcSettings}
import brine.journal.EventLog
import brine.journal.testkit.MemoryEventLog
import brine.pekko.entity.{CutLog, TestCluster}
import brine.pekko.{PekkoEntities, PekkoEntitySettings}
import java.nio.file.{Files, Path}
import java.util.Comparator
import munit.FunSuite
import org.apache.pekko.actor.typed.ActorSystem
import org.sqlite.SQLiteDataSource
import scala.concurrent.duration.*
import scala.util.Using

/** Nothing that was acknowledged is lost, nothing happens twice, and no writers interleave: the oracle of entities in
  * one process says so of entities on a cluster whose nodes crash, leave and join, and of clusters that do not know
  * each other.
  */
class ClusterSearchSuite extends FunSuite:
  override def munitTimeout: Duration = 60.minutes

  private val settings = PekkoEntitySettings.defaults
    .withResendAfter(200.millis)
    .withConfirmsVersion(true)
    .withEntities(EntitySettings.defaults.withTimeout(60.seconds).withMaxInMemory(3).withAuditOneIn(3))

  /** Runs callers on three nodes. The oldest one crashes, one joins, and one leaves.
    *
    * @param open
    *   opens the log for a node
    */
  private def live(seed: Long)(open: () => EventLog): Unit = TestCluster.using: cluster =>
    val callers = LedgerNodes(seed, Vector.tabulate(6)(LedgerClient(seed, _, ledgers = 5, count = 60)))
    def join(): (ActorSystem[?], CutLog, PekkoEntities[Ledger]) =
      val system   = cluster.join()()
      val log      = CutLog(open())
      val entities = PekkoEntities.start(system, log, settings)(Ledgers)
      callers.add(entities)
      (system, log, entities)
    val (first, cut, oldest) = join()
    val (second, _, leaving) = join()
    join(): Unit
    callers.start()
    callers.awaitPart(0.15)
    cut.cut()
    callers.remove(oldest)
    cluster.crash(first)
    join(): Unit
    callers.awaitPart(0.5)
    callers.remove(leaving)
    cluster.leave(second)
    callers.finish()
    val log = open()
    LedgerOracle(log, seed).check(callers.commands)

  test("over a log in memory, a crash, a join and a leave harm nothing"):
    for seed <- 1 to Effort.clusterLives do
      val log = MemoryEventLog()
      try live(seed)(() => log)
      finally log.close()

  test("over a database that each node opens, a crash, a join and a leave harm nothing"):
    for seed <- 1 to Effort.clusterLives do
      val folder = Files.createTempDirectory("brine-cluster")
      val source = SQLiteDataSource()
      source.setUrl(s"jdbc:sqlite:${folder.resolve("log.db")}?journal_mode=WAL&busy_timeout=10000&synchronous=OFF")
      var logs = Vector.empty[EventLog]
      try
        live(seed + 1000): () =>
          val log = JdbcEventLog.open(source, JdbcSettings(requireDurable = false))
          logs :+= log
          log
      finally
        logs.foreach(_.close())
        deleteAll(folder)

  /** Two clusters that do not know each other, as the halves of a partitioned one: both run all entities. */
  private def split(seed: Long, confirms: Boolean): Unit =
    val log = MemoryEventLog()
    try
      TestCluster.using: one =>
        TestCluster.using: other =>
          val callers = LedgerNodes(seed, Vector.tabulate(8)(LedgerClient(seed, _, ledgers = 3, count = 40)))
          for cluster <- Vector(one, other) do
            callers.add(PekkoEntities.start(cluster.join()(), log, settings.withConfirmsVersion(confirms))(Ledgers))
          callers.start()
          callers.finish()
          LedgerOracle(log, seed).check(callers.commands, ordered = confirms)
    finally log.close()

  test("two clusters over one log do not interleave, and one order explains their replies if versions are confirmed"):
    for seed <- 1 to Effort.splitBrains do split(seed, confirms = true)

  test("two clusters over one log do not interleave, and each reply follows from the log"):
    for seed <- 1 to Effort.splitBrains do split(seed, confirms = false)

  private def deleteAll(folder: Path): Unit =
    Using.resource(Files.walk(folder))(_.sorted(Comparator.reverseOrder[Path]).forEach(Files.deleteIfExists(_): Unit))
