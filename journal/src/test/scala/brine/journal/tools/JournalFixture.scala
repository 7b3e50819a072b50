package brine.journal.tools

import brine.journal.SiteEvent.{Created, PageAdded}
import brine.journal.folders.SegmentFiles
import brine.journal.storage.Storage
import brine.journal.*
import java.nio.file.{Files, Path}
import java.util.UUID

/** Journals of several small segments, and ways to damage them. */
object JournalFixture:
  val small: JournalSettings = JournalSettings(segmentSize = 1 << 16)

  /** Some 2,000 records of several streams, with tags and keys, in more than three segments. */
  def write(folder: Path, records: Int = 2000, settings: JournalSettings = small): Unit =
    val journal = Journal.open(folder, settings)
    try append(journal, 1 to records)
    finally journal.close()

  def append(journal: Journal, numbers: Range): Unit =
    numbers.foreach: i =>
      if i % 50 == 0 then
        val parts = Seq(
          StreamAppend(s"site-${i % 7}", ExpectedVersion.Any, Seq(event(i)), Set("some", s"tag-${i % 3}")),
          StreamAppend("all", ExpectedVersion.Any, Seq(Created(s"c$i"): SiteEvent, event(i)))
        )
        val done = journal.appendAll(parts, key = Some(UUID(7, i)))
        if i % 500 == 0 then ok(done.await()): Unit
      else journal.append(s"site-${i % 7}", event(i)): Unit
    ok(journal.append("last", Created("z"): SiteEvent).await()): Unit

  private def event(i: Int): SiteEvent = PageAdded("/" + "x" * (i % 300), i)

  def ok[E <: JournalError, A](result: Either[E, A]): A = result.fold(error => throw JournalException(error), identity)

  def segments(folder: Path): Vector[Path] = SegmentFiles.list(Storage.disk, folder).map(folder.resolve)

  def change(file: Path, at: Long)(change: Byte => Byte): Unit =
    val bytes = Files.readAllBytes(file)
    bytes(at.toInt) = change(bytes(at.toInt))
    Files.write(file, bytes): Unit

  def flip(file: Path, at: Long): Unit = change(file, at)(byte => (byte ^ 0x10).toByte)

  def zero(file: Path, from: Int, until: Int): Unit =
    val bytes = Files.readAllBytes(file)
    java.util.Arrays.fill(bytes, from, until, 0: Byte)
    Files.write(file, bytes): Unit

  /** Everything in it. */
  def records(folder: Path): Vector[Record[SiteEvent]] =
    val reader = JournalReader.open(folder)
    try ok(reader.readAll[SiteEvent]().toVector)
    finally reader.close()
