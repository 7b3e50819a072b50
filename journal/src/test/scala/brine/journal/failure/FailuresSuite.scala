package brine.journal.failure

import brine.journal.*
import brine.journal.format.{Damage, EntryReader, UnknownVersion}
import brine.journal.maintenance.ClosedJournal
import brine.journal.storage.{MemoryStorage, Storage}
import brine.journal.tools.{JournalBackup, JournalExport, Statistics}
import java.io.IOException
import java.nio.channels.ClosedByInterruptException
import java.nio.file.{Files, Path}
import jdk.jfr.Recording
import jdk.jfr.consumer.RecordingFile
import scala.jdk.CollectionConverters.*
import scala.util.Using

class FailuresSuite extends munit.FunSuite:
  // Finds what hangs; a machine that is busy is no failure.
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  private val folder = Path.of("data")

  private def failing(error: Throwable) = Failures.reading[Int](folder)(throw error).left.toOption.get
  private def opening(error: Throwable) = Failures.opening[Int](folder)(throw error).left.toOption.get

  test("each failure is an error of reading and one of opening"):
    val cause = IOException("no")
    assertEquals(failing(Damage("a.seg", 7, "bad")), ReadError.Corrupt(folder.resolve("a.seg"), 7, "bad"))
    assertEquals(
      opening(Damage("a.seg", 7, "bad")),
      OpenError.Corrupt(folder.resolve("a.seg"), 7, "bad", "nothing was changed")
    )
    assertEquals(failing(UnknownVersion("a.seg", 9)), ReadError.NewerFormat(folder.resolve("a.seg"), 9))
    assertEquals(opening(UnknownVersion("a.seg", 9)), OpenError.NewerFormat(folder.resolve("a.seg"), 9))
    assertEquals(failing(cause), ReadError.Failed(folder, cause))
    assertEquals(opening(cause), OpenError.Failed(folder, cause))
    assertEquals(failing(Gone(8)), ReadError.Gone(Offset(9)))
    assert(failing(EntryReader.Malformed("bad", 7)).isInstanceOf[ReadError.Corrupt])
    assert(failing(ClosedByInterruptException()).isInstanceOf[ReadError.Failed])
    assertEquals(
      Failures.appendError(folder)(Damage("a.seg", 7, "bad")),
      AppendError.Unreadable(ReadError.Corrupt(folder.resolve("a.seg"), 7, "bad"))
    )

  test("mistakes are no failures"):
    intercept[IllegalStateException](Failures.reading(folder)(throw IllegalStateException())): Unit
    intercept[NullPointerException](Failures.opening(folder)(throw NullPointerException())): Unit

  private def eventsOf(body: => Unit): Vector[(String, Long)] =
    val recording = Recording()
    val file      = Files.createTempFile("brine-damage", ".jfr")
    try
      recording.enable("brine.JournalDamage"): Unit
      recording.start()
      body
      recording.stop()
      recording.dump(file)
      RecordingFile
        .readAllEvents(file)
        .asScala
        .filter(_.getEventType.getName == "brine.JournalDamage")
        .map(event => (event.getString("file"), event.getLong("position")))
        .toVector
    finally
      recording.close()
      Files.delete(file)

  /** A journal whose first segment is damaged, and whose last one is not. */
  private def damaged(): MemoryStorage =
    val storage = ClosedJournal.made()
    val first   = folder.resolve(storage.list(folder).filter(_.endsWith(".seg")).head)
    val bytes   = storage.bytes(first)
    bytes(9000) = (bytes(9000) ^ 1).toByte
    storage.put(first, bytes)
    storage.list(folder).filter(_.endsWith(".idx")).foreach(name => storage.delete(folder.resolve(name)))
    storage

  private val settings = ClosedJournal.settings

  private def reader[A](storage: Storage)(body: JournalReader => A): A =
    Using.resource(JournalReader.open(folder, settings, storage))(body)

  /** Every way to meet damage in a segment that has ended. */
  private val calls: Vector[(String, MemoryStorage => Either[JournalError, Any])] = Vector(
    "readAll" -> (storage => reader(storage)(_.readAll[String]().toVector)),
    "read"    -> (storage => reader(storage)(_.read[String]("s1").toVector)),
    "version" -> (storage => reader(storage)(_.version("nobody"))),
    "export"  -> (storage => reader(storage)(JournalExport.of(_)(_ => ()))),
    "restore" -> (storage => Journal.restore(folder, Path.of("restored"), settings, storage)),
    "backup"  -> (storage => JournalBackup.of(folder, Path.of("backup"), settings = settings, storage = storage)),
    "count"   -> (storage => Statistics.of(folder, settings = settings, storage = storage)),
    "retain"  -> (storage => ClosedJournal.upkeep(storage).retain(RetentionRules(upTo = Offset(100_000)))),
    "compact" -> (storage => ClosedJournal.upkeep(storage).compact(CompactionRules()))
  )

  test("damage that a caller gets as an error is one flight event, whatever was called"):
    for (name, call) <- calls do
      val storage                           = damaged()
      var result: Either[JournalError, Any] = Right(())
      val events                            = eventsOf { result = call(storage) }
      result match
        case Left(ReadError.Corrupt(file, offset, _))    => assertEquals(events, Vector((file.toString, offset)), name)
        case Left(OpenError.Corrupt(file, offset, _, _)) => assertEquals(events, Vector((file.toString, offset)), name)
        case other                                       => fail(s"$name: $other")

  test("damage that refuses an opening is one flight event, for writing and for reading"):
    val storage = ClosedJournal.made(10)
    for name <- storage.list(folder).filter(_.startsWith("MANIFEST")) do
      storage.put(folder.resolve(name), new Array[Byte](4096))
    for open <- Seq(
        () => Journal.tryOpen(folder, settings, storage),
        () => JournalReader.tryOpen(folder, settings, storage)
      )
    do
      var isCorrupt = false
      val events    = eventsOf { isCorrupt = open().left.exists(_.isInstanceOf[OpenError.Corrupt]) }
      assert(isCorrupt)
      assertEquals(events.size, 1)
