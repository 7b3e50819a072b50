package brine.lab.peers.postgresql

import java.nio.file.Files
import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch}
import scala.collection.mutable.ListBuffer

import brine.lab.peer.LogPeerSuite
import brine.lab.peer.LogStore.Level
import brine.lab.sql.SqlStore

final class PostgresqlPeerSuite
    extends LogPeerSuite(
      PostgresqlPeer(),
      List("postgresql" -> List(Level.DISK, Level.OS_CACHE), "brine-postgresql" -> List(Level.DISK)),
      List("postgresql")
    ):
  private val event = Array.tabulate[Byte](256)(_.toByte)

  /** Works on each of many threads at once, and returns what failed. */
  private def together(callers: Int)(work: Int => Unit): List[Throwable] =
    val failed  = ConcurrentLinkedQueue[Throwable]()
    val begin   = CountDownLatch(1)
    val threads = Vector.tabulate(callers): number =>
      Thread.ofVirtual.start: () =>
        begin.await()
        try work(number)
        catch case failure: Throwable => failed.add(failure): Unit
    begin.countDown()
    threads.foreach(_.join())
    failed.toArray(Array.empty[Throwable]).toList

  test("the logs and records of all cases that take turns are open at the same time"):
    val folder = Files.createTempDirectory("lab-postgresql-logs")
    val opened = ListBuffer[AutoCloseable]()
    val store  = SqlStore(Postgresql(folder, folder.resolve("programs")))
    try
      for callers <- List(1, 16, 256, 1, 1, 1, 1) do
        val log = store.events(s"log${opened.size}", Level.DISK)
        opened += log
        assertEquals(together(callers)(_ => for _ <- 1 to 3 do log.append(event)), Nil)
      for callers <- List(16, 1) do
        val records = store.states(s"records${opened.size}")
        opened += records
        assertEquals(together(callers)(number => for _ <- 1 to 3 do records.save(s"key-$number", event)), Nil)
        for number <- 0 until callers do assertEquals(records.load(s"key-$number").toSeq, event.toSeq)
      for _ <- 1 to 2 do opened += store.tagged(s"tagged${opened.size}")
    finally
      opened.foreach(_.close())
      store.close()
      Files.walk(folder).sorted(java.util.Comparator.reverseOrder).forEach(Files.deleteIfExists(_): Unit)
