package brine.pekko.persistence

import brine.jdbc.{JdbcEventLog, JdbcSettings}
import brine.journal.{EventLog, Journal}
import brine.pekko.persistence.Notes.Command.*
import brine.pekko.persistence.query.BrineReadJournalSuite
import java.nio.file.{Files, Path}
import java.util.Comparator
import org.apache.pekko.stream.scaladsl.Sink
import scala.concurrent.Await
import scala.concurrent.duration.DurationInt
import scala.util.Using

class JournalLoadSuite extends munit.FunSuite:
  for (name, open) <- JournalLoadSuite.stores do
    test(s"$name: many persistent actors at once, a long replay, and a query of all events that is read slowly"):
      inFolder: folder =>
        val log   = open(folder)
        val ids   = (1 to 200).map(n => s"Notes|$n")
        val long  = (1 to 10_000).map(_.toString)
        val batch = 2500
        Using.resource(PersistenceSystem(BrinePersistence.setup(log))): system =>
          val actors = ids.map(id => system.spawn(Notes(id)))
          val probe  = system.kit.createTestProbe[Vector[String]]()
          for round <- 1 to 5; actor <- actors do actor ! Add(Seq(s"$round"), probe.ref)
          val notes = system.spawn(Notes("Notes|long"))
          for texts <- long.grouped(batch) do system.ask(notes)(Add(texts, _)): Unit
          for _ <- 1 to 5; _ <- actors do probe.receiveMessage(20.seconds)
        Using.resource(PersistenceSystem(BrinePersistence.setup(log), "brine.persistence.query.batch-size = 7")):
          system =>
            assertEquals(system.notes(system.spawn(Notes("Notes|long"))), long.toVector)
            val actors = ids.map(id => system.spawn(Notes(id)))
            for actor <- actors do assertEquals(system.notes(actor), (1 to 5).map(_.toString).toVector)
            given org.apache.pekko.stream.Materializer = org.apache.pekko.stream.Materializer(system.system)
            val journal                                = BrineReadJournalSuite.of(system)
            val all     = journal.allEvents(org.apache.pekko.persistence.query.NoOffset).take(11_000).runWith(Sink.seq)
            val offsets = Await.result(all, 60.seconds).map(_.offset)
            assertEquals(offsets.toVector, (1L to 11_000L).map(org.apache.pekko.persistence.query.Sequence(_)).toVector)
        log.close()

  test("events are deleted while others replay them: who replays has all events from one on"):
    val log = brine.journal.testkit.MemoryEventLog()
    Using.resource(PersistenceSystem(BrinePersistence.setup(log))): system =>
      val texts  = (1 to 400).map(_.toString).toVector
      val writer = system.spawn(Notes("notes-1"))
      system.ask(writer)(Add(texts, _)): Unit
      val states  = BrinePersistence(system.system).states(BrinePersistence.LogPath)
      val deletes = Thread.ofVirtual.start: () =>
        for to <- 1 to 390 do states.delete("notes-1", to)
      var found = Vector.empty[Int]
      while deletes.isAlive || found.isEmpty do
        val notes = system.notes(system.spawn(Notes("notes-1")))
        assertEquals(notes, texts.takeRight(notes.size))
        found :+= notes.size
      deletes.join()
      assertEquals(found.sorted.reverse, found, "what was deleted stays so")
      assertEquals(system.notes(system.spawn(Notes("notes-1"))), texts.takeRight(10))
    log.close()

  private def inFolder(body: Path => Unit): Unit =
    val folder = Files.createTempDirectory("brine-pekko")
    try body(folder)
    finally
      Using.resource(Files.walk(folder))(_.sorted(Comparator.reverseOrder[Path]).forEach(Files.deleteIfExists(_): Unit))

object JournalLoadSuite:
  val stores: Vector[(String, Path => EventLog)] = Vector(
    "files"  -> (folder => Journal.open(folder.resolve("log"))),
    "SQLite" -> { folder =>
      val source = org.sqlite.SQLiteDataSource()
      source.setUrl(s"jdbc:sqlite:${folder.resolve("test.db")}?journal_mode=WAL&busy_timeout=10000&synchronous=OFF")
      JdbcEventLog.open(source, JdbcSettings(requireDurable = false))
    }
  )
