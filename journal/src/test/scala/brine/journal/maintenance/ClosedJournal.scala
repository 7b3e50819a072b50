package brine.journal.maintenance

import brine.journal.folders.ManifestStore
import brine.journal.format.{Manifest, SegmentHeader}
import brine.journal.storage.{MemoryStorage, Storage}
import brine.journal.*
import java.nio.file.Path
import java.time.{Clock, Instant, ZoneOffset}
import java.util.UUID

/** A journal that nobody has open, as maintenance sees it. */
final class ClosedJournal(storage: Storage, folder: Path) extends LiveSegments:
  private val store = ManifestStore(storage, folder, ManifestStore.read(storage, folder)._1.get)

  @volatile var segments: Vector[SegmentHeader]                   = JournalContent.chain(storage, folder, store.current)
  def visible: Long                                               = store.current.watermark.sequence
  def checkOwner(): Unit                                          = ()
  def currentManifest: Manifest                                   = store.current
  def updateManifest(change: Manifest => Manifest): Unit          = store.update(change)
  def forget(deleted: Vector[SegmentHeader]): Unit                = segments = segments.filterNot(deleted.contains)
  def hasEvents(stream: String, from: Long, until: Long): Boolean =
    ClosedJournal.hasEvents(storage, folder, segments)(stream, from, until)
  def replace(header: SegmentHeader): Unit =
    segments = segments.map(old => if old.number == header.number then header else old)

object ClosedJournal:
  /** Asks the index of each segment: what merged indexes must agree with. */
  def hasEvents(storage: Storage, folder: Path, segments: => Vector[SegmentHeader])(
      stream: String,
      from: Long,
      until: Long
  ): Boolean = EndedSegment
    .of(segments)
    .filter(segment => segment.number >= from && segment.number <= until)
    .exists: segment =>
      val index = segment.index(storage, folder, Compressions.of(settings))
      try index.stream(stream).exists(_.hasEvents)
      finally index.close()

  val folder   = Path.of("data")
  val settings = JournalSettings(segmentSize = 1 << 16)

  def upkeep(storage: Storage, folder: Path = folder, now: Instant = Instant.now): Maintenance =
    Maintenance(
      storage,
      folder,
      Compressions.of(settings),
      ClosedJournal(storage, folder),
      Clock.fixed(now, ZoneOffset.UTC)
    )

  /** Opens a journal, does something, and closes it. */
  def use[A](storage: Storage, folder: Path = folder, settings: JournalSettings = settings)(body: Journal => A): A =
    val journal = Journal.open(folder, settings, storage)
    try body(journal)
    finally journal.close()

  /** Appends a number of events to streams in turn, one after the other. */
  def fill(journal: Journal, count: Int, streams: Int = 7, from: Int = 0, endEach: Int = Int.MaxValue): Unit =
    for i <- from until from + count do
      val stream = s"s${i % streams}"
      val tags   = if i % 5 == 0 then Set("five") else Set.empty[String]
      val key    = Option.when(i % 3 == 0)(keyOf(i))
      val done   = journal.append(stream, ExpectedVersion.Any, Seq(s"event $i of $stream " + "x" * (i % 80)), key, tags)
      if i       % 50 == 0 || i == from + count - 1 || (i + 1) % endEach == 0 then ok(done.await()): Unit
      if (i + 1) % endEach == 0 then journal.endSegment()

  def keyOf(i: Int): UUID = UUID(77, i)

  def all(journal: JournalReader): Vector[Record[String]] = ok(journal.readAll[String]().toVector)

  def read(storage: Storage, folder: Path = folder): Vector[Record[String]] = use(storage, folder)(all)

  def ok[E, A](result: Either[E, A]): A = result match
    case Right(value)              => value
    case Left(error: JournalError) => throw AssertionError(error.message)
    case Left(error)               => throw AssertionError(error.toString)

  /** A journal of several segments. */
  def made(events: Int = 4000, streams: Int = 7): MemoryStorage =
    val storage = MemoryStorage()
    use(storage)(fill(_, events, streams))
    storage
