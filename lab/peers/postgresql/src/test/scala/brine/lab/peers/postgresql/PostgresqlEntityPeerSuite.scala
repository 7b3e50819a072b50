package brine.lab.peers.postgresql

import java.nio.file.Files
import java.sql.{Connection, SQLException}
import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch}

import brine.lab.model.entity.SiteEntityModel
import brine.lab.peer.EntityPeerSuite
import brine.lab.peer.LogStore.Level
import brine.lab.postgresql.PostgresqlServer
import brine.lab.sql.{Database, SqlEntityStore}

final class PostgresqlEntityPeerSuite
    extends EntityPeerSuite(PostgresqlEntityPeer(), "jdbc-postgresql", "brine-postgresql"):
  private val model = SiteEntityModel()

  private def using[A](body: Postgresql => A): A =
    val folder   = Files.createTempDirectory("lab-postgresql")
    val database = Postgresql(folder, folder.resolve("programs"))
    try body(database)
    finally
      database.close()
      Files.walk(folder).sorted(java.util.Comparator.reverseOrder).forEach(Files.deleteIfExists(_): Unit)

  /** Creates an entity on each of many threads at once, and returns what failed. */
  private def createAll(store: SqlEntityStore, name: String): List[Throwable] =
    val failed   = ConcurrentLinkedQueue[Throwable]()
    val begin    = CountDownLatch(1)
    val entities = store.entities(name, Level.DISK)
    try
      val threads = Vector.tabulate(256): number =>
        Thread.ofVirtual.start: () =>
          begin.await()
          try model.creating(s"site-$number").forEach(request => entities.execute(s"site-$number", request): Unit)
          catch case failure: Throwable => failed.add(failure): Unit
      begin.countDown()
      threads.foreach(_.join())
    finally entities.close()
    failed.toArray(Array.empty[Throwable]).toList

  test("connections wait for others to end, if the server has too many"):
    using: database =>
      val opened  = ConcurrentLinkedQueue[Connection]()
      val opening = Thread.ofPlatform.start(() =>
        for _ <- 1 to PostgresqlServer.CONNECTIONS + 50 do opened.add(database.connect(Level.DISK)): Unit
      )
      // It sleeps between its attempts, or ends with the first that fails.
      while opening.isAlive && opening.getState != Thread.State.TIMED_WAITING do Thread.onSpinWait()
      var closed = 0
      while opening.isAlive || !opened.isEmpty do
        val one = opened.poll()
        if one != null then
          one.close()
          closed += 1
      assertEquals(closed, PostgresqlServer.CONNECTIONS + 50)

  test("entities that are started again and again get connections"):
    using: database =>
      val store = SqlEntityStore(database)
      for round <- 1 to 3 do assertEquals(createAll(store, s"again$round"), Nil)

  test("connections that fail leave their places to callers that wait"):
    using: database =>
      val asked = AtomicInteger()
      // The first one creates the table, and the next three fail.
      val failing = new Database:
        def connect(level: Level): Connection =
          val number = asked.incrementAndGet()
          if number > 1 && number <= 4 then throw SQLException("no connection")
          database.connect(level)
        def types: Database.Types                              = database.types
        def bytes(connection: Connection, table: String): Long = database.bytes(connection, table)
        def connections: Int                                   = 3
        def close(): Unit                                      = ()
      val store  = SqlEntityStore(failing)
      val failed = createAll(store, "failing")
      assertEquals(failed.map(_.getMessage), List.fill(3)("no connection"))
      assertEquals(createAll(store, "later"), Nil)
