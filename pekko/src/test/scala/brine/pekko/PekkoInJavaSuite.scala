package brine.pekko

import brine.codec.Codec
import brine.entity.projection.ProjectionException
import brine.journal.{ExpectedVersion, Journal}
import brine.journal.testkit.MemoryEventLog
import brine.pekko.entity.TestCluster
import brine.pekko.persistence.{AccountEvent, PersistenceSystem}
import brine.pekko.persistence.query.BrineReadJournal
import com.typesafe.config.ConfigUtil
import org.apache.pekko.actor.ActorSystem
import org.apache.pekko.persistence.query.PersistenceQuery
import scala.concurrent.Await
import scala.concurrent.duration.DurationInt
import scala.util.Using

/** Java programs call the module as they must be able to. */
class PekkoInJavaSuite extends munit.FunSuite:
  private def using[A](system: ActorSystem)(body: ActorSystem => A): A =
    try body(system)
    finally Await.result(system.terminate(), 30.seconds): Unit

  private val events = classOf[AccountEvent]
  private val codec  = Codec[AccountEvent]

  test("a log and a type of events are passed to an actor system"):
    val log = MemoryEventLog()
    assert(log.append("account-1", ExpectedVersion.NoStream, Seq[AccountEvent](AccountEvent.Paid(5))).await().isRight)
    using(PekkoInJava.system(PersistenceSystem.config(), log, events, codec)): system =>
      assert(PekkoInJava.log(system) eq log)
      assert(PekkoInJava.exchange(system) eq SchemaExchange(system))
      val journal = PersistenceQuery(system).readJournalFor[BrineReadJournal](BrineReadJournal.Identifier)
      val event   = Await.result(journal.loadEnvelope[AccountEvent]("account-1", 1), 20.seconds)
      assertEquals(event.event, AccountEvent.Paid(5))
    log.close()

  test("a type of events is passed beside a log of the configuration"):
    Folders.using: folder =>
      val config = s"brine.persistence.log.folder = ${ConfigUtil.quoteString(folder.resolve("log").toString)}"
      using(PekkoInJava.configured(PersistenceSystem.config(config), events, codec)): system =>
        assert(PekkoInJava.log(system).isInstanceOf[Journal])

  test("a projection on a cluster is started"):
    Folders.using: folder =>
      TestCluster.using: cluster =>
        val source = org.sqlite.SQLiteDataSource()
        source.setUrl(s"jdbc:sqlite:${folder.resolve("views.db")}?journal_mode=WAL&busy_timeout=10000")
        // A node with another database.
        val other = org.sqlite.SQLiteDataSource()
        other.setUrl(s"jdbc:sqlite:${folder.resolve("other.db")}?journal_mode=WAL&busy_timeout=10000")
        def query(sql: String) =
          Using.resource(source.getConnection())(connection => connection.createStatement().execute(sql))
        query("create table counts (records bigint)"): Unit
        query("insert into counts values (0)"): Unit
        val log     = MemoryEventLog()
        val running = PekkoInJava.projection(cluster.join()(), log, codec, source)
        for number <- 1 to 20 do log.append(s"account-$number", AccountEvent.Paid(number)).await(): Unit
        log.append("other-1", "not selected").await(): Unit
        assertEquals(PekkoInJava.counted(running, log.durable.sequence), 20)
        val seconds = java.time.Duration.ofSeconds(30)
        val status  = running.status(seconds)
        assertEquals(status.size, running.slices)
        assert(status.stream.allMatch(one => one.node.isPresent && one.failure.isEmpty && one.end.isEmpty), status)
        // A record of another type is set aside.
        log.append("account-3", "no event").await(): Unit
        running.await(log.durable.sequence, seconds)
        assertEquals(running.setAside.get(0).key, "account-3")
        intercept[ProjectionException](running.replay("account-3", seconds)): Unit
        assertEquals(running.discard("account-3", seconds), 1)
        val late   = running.awaitAsync(log.durable.sequence + 1, java.time.Duration.ofMillis(1))
        val failed = intercept[java.util.concurrent.ExecutionException](late.get())
        assert(failed.getCause.isInstanceOf[ProjectionException], failed)
        val refused = PekkoInJava.projection(cluster.join()(), log, codec, other)
        TestCluster.eventually("the node is refused")(PekkoInJava.otherDatabase(refused) != null)
        assert(PekkoInJava.otherDatabase(refused).contains("other.db (identity "), PekkoInJava.otherDatabase(refused))
        assert(refused.status(seconds).stream.allMatch(_.end.isPresent))
        log.close()

  test("entities on a cluster execute commands"):
    TestCluster.using: cluster =>
      val log = MemoryEventLog()
      assertEquals(PekkoInJava.deposit(cluster.join()(), log, "ada", 5), 15L)
      log.close()

  test("a serializer and settings are made"):
    val serializer = PekkoInJava.serialization(events, codec).serializer
    assertEquals(serializer.identifier, 77)
    assert(serializer.manifest(AccountEvent.Closed).startsWith("message#"))
    assert(PekkoInJava.settings().confirmsVersion)
