package brine.pekko.persistence.internal

import brine.jdbc.{JdbcEventLog, JdbcOpenException}
import brine.journal.{EventLog, ExpectedVersion, Journal, JournalException}
import brine.journal.testkit.MemoryEventLog
import brine.pekko.Folders
import com.typesafe.config.{ConfigFactory, ConfigUtil}
import java.nio.file.{Files, Path}
import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicInteger
import scala.util.Try

class LogHandleSuite extends munit.FunSuite:
  test("callers that wait for an attempt to open the log share its failure, and a later one tries again"):
    val attempts         = AtomicInteger()
    val (begun, ending)  = (CountDownLatch(1), CountDownLatch(1))
    val log              = MemoryEventLog()
    def open(): EventLog =
      if attempts.incrementAndGet() == 1 then
        begun.countDown()
        ending.await()
        throw IllegalStateException("on purpose")
      log
    val handle   = LogHandle(_ => open(), isOwned = true)
    val failures = AtomicInteger()
    def caller() = Thread.ofPlatform.start(() => if Try(handle.log).isFailure then failures.incrementAndGet(): Unit)
    val first    = caller()
    begun.await()
    val others = Vector.fill(10)(caller())
    while others.exists(_.getState != Thread.State.WAITING) do Thread.onSpinWait()
    ending.countDown()
    (first +: others).foreach(_.join())
    assertEquals((failures.get, attempts.get), (11, 1))
    assert(handle.log eq log)
    handle.close()
    assert(intercept[IllegalStateException](handle.log).getMessage.contains("terminated"))
    assert(log.source.isClosed)

  test("a log of the program is never closed, nor opened again"):
    val log    = MemoryEventLog()
    val handle = LogHandle(_ => log, isOwned = false)
    assert(handle.log eq log)
    log.close()
    handle.check()
    assert(handle.log eq log)
    handle.close()

  private def configured(name: String, value: String) =
    val config = ConfigFactory.parseString(s"a.log.$name = ${ConfigUtil.quoteString(value)}")
    LogHandle(LogOpening.open("a.log", config, _), isOwned = true)

  private def add(log: EventLog): Unit =
    assert(log.append("a", ExpectedVersion.Any, Seq("event")).await().isRight)

  /** A log that has failed: the handle opens it again. */
  private def fail(handle: LogHandle): Unit =
    handle.log.close()
    handle.check()

  private def refused(handle: LogHandle, parts: String*)(using munit.Location): Unit =
    val problem = intercept[Exception](handle.log).getMessage
    for part <- parts do assert(problem.contains(part), problem)

  test("after a failure, a folder is opened again; nothing takes its place"):
    Folders.using: parent =>
      val (folder, away) = (parent.resolve("log"), parent.resolve("away"))
      val handle         = configured("folder", folder.toString)
      add(handle.log)
      val identity = handle.log.asInstanceOf[Journal].journalIdentity.get.toString
      fail(handle)
      assertEquals(handle.log.version("a"), Right(1L))
      fail(handle)
      Files.move(folder, away)
      intercept[JournalException](handle.log): Unit
      refused(handle, folder.toString, "does not exist")
      assert(!Files.exists(folder))
      Files.createDirectory(folder)
      refused(handle, folder.toString, "neither a manifest nor a segment")
      val other = Journal.open(folder)
      other.close()
      refused(handle, folder.toString, identity, other.journalIdentity.get.toString)
      // And it does not keep the other one.
      Journal.open(folder).close()
      Files.move(folder, parent.resolve("other"))
      Files.move(away, folder)
      assertEquals(handle.log.version("a"), Right(1L))
      handle.close()

  test("after a failure, a database is opened again; nothing takes its place"):
    Folders.using: parent =>
      def url(file: Path)            = s"jdbc:sqlite:$file?journal_mode=WAL&busy_timeout=10000"
      val (file, away)               = (parent.resolve("log.db"), parent.resolve("away.db"))
      val handle                     = configured("jdbc.url", url(file))
      def move(from: Path, to: Path) = for end <- Vector("", "-wal", "-shm") do
        if Files.exists(Path.of(s"$from$end")) then Files.move(Path.of(s"$from$end"), Path.of(s"$to$end")): Unit
      add(handle.log)
      val identity = handle.log.logIdentity.get.toString
      fail(handle)
      assertEquals(handle.log.version("a"), Right(1L))
      fail(handle)
      move(file, away)
      intercept[JdbcOpenException](handle.log): Unit
      refused(handle, "brine_")
      val source = org.sqlite.SQLiteDataSource()
      source.setUrl(url(file))
      val other = JdbcEventLog.open(source)
      other.close()
      refused(handle, identity, other.logIdentity.get.toString)
      move(file, parent.resolve("other.db"))
      move(away, file)
      assertEquals(handle.log.version("a"), Right(1L))
      handle.close()
