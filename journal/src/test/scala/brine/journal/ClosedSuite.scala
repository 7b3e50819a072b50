package brine.journal

import brine.journal.maintenance.ClosedJournal.{fill, made, settings}
import brine.journal.storage.MemoryStorage
import java.nio.file.Path
import java.time.Instant

/** A journal or a reader that is closed reads and saves nothing more. */
class ClosedSuite extends munit.FunSuite:
  private val folder = Path.of("data")
  private val closed = Left(ReadError.Closed)

  private def readsNothing(reader: JournalReader)(using munit.Location): Unit =
    assertEquals(reader.read[String]("s1").next(), closed)
    assertEquals(reader.readAll[String]().next(), closed)
    assertEquals(reader.readTagged[String]("five").toVector, closed)
    assertEquals(reader.version("s1"), closed)
    assertEquals(reader.offsetAt(Instant.EPOCH), closed)
    val subscription = reader.subscribe[String](Offset.Begin)(record => fail(s"a subscription got $record"))
    subscription.awaitEnd()

  test("a closed journal"):
    val journal = Journal.open(folder, settings, MemoryStorage())
    fill(journal, 100)
    journal.close()
    readsNothing(journal)

  test("a closed reader"):
    val reader = JournalReader.open(folder, settings, made())
    assert(reader.version("s1").exists(_ > 0))
    reader.close()
    readsNothing(reader)

  test("a closed journal saves no snapshots, for the folder may be another writer's"):
    val storage = MemoryStorage()
    val journal = Journal.open(folder, settings, storage)
    fill(journal, 100)
    assert(journal.snapshots.save("totals", Offset(50), "at 50").isRight)
    journal.close()
    val before = storage.list(folder)
    val late   = journal.snapshots.save("totals", Offset(100), "at 100")
    assert(late.left.exists(_.message.contains("the journal is closed: open it again")), s"$late")
    assertEquals(storage.list(folder), before)

  test("records that were being read can be read on"):
    val storage = MemoryStorage()
    val journal = Journal.open(folder, settings, storage)
    fill(journal, 100)
    val records = journal.readAll[String]()
    assert(records.next().exists(_.isDefined))
    journal.close()
    assertEquals(records.toVector.map(_.size), Right(99))
