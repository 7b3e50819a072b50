package brine.journal.golden

import brine.journal.*
import brine.journal.folders.{ManifestStore, SegmentFiles}
import brine.journal.format.{Damage, Manifest, SegmentHeader, UnitScanner}
import brine.journal.index.RetiredStreams
import brine.journal.live.Opening
import brine.journal.maintenance.{ClosedJournal, Compaction, EndedSegment, Retention}
import brine.journal.recovery.Recovery
import brine.journal.snapshot.{FileSnapshots, SnapshotError, SnapshotInfo, SnapshotStore}
import brine.journal.storage.MemoryStorage
import java.nio.file.Path
import java.time.{Clock, Duration, Instant, ZoneId, ZoneOffset}
import java.util.concurrent.{CountDownLatch, TimeUnit}
import java.util.random.RandomGenerator

/** Makes a journal whose bytes are the same whenever it is made: time and chance are given, appends wait for each
  * other, and nothing is written because time has passed.
  */
final class GoldenMaker(val storage: MemoryStorage = MemoryStorage(), seed: Long = 1):
  val folder: Path                   = Path.of("golden")
  private val random                 = GoldenMaker.Counting(seed)
  @volatile private var now: Instant = Instant.parse("2026-11-21T21:00:00Z")

  private val clock = new Clock:
    def getZone: ZoneId                        = ZoneOffset.UTC
    override def withZone(zone: ZoneId): Clock = this
    def instant: Instant                       = now

  def use(settings: JournalSettings = GoldenMaker.settings)(body: Journal => Unit): Unit =
    val fixed   = settings.copy(clock = clock, idleAfter = GoldenMaker.Never, forceWithin = GoldenMaker.Never)
    val journal =
      Opening.open(folder, fixed, storage, random).fold(error => throw JournalException(error), identity)
    try body(journal)
    finally journal.close()

  /** Time passes. */
  def later(millis: Long): Unit = now = now.plusMillis(millis)

  /** Appends after a while, and waits until it is done. */
  def done(append: => Completion): Unit =
    later(1500)
    await(append)

  private def await(completion: Completion): Unit =
    completion.await(Duration.ofSeconds(30)).fold(error => throw JournalException(error), identity): Unit

  /** Appends that come while another is written, and so are in one unit. */
  def together[A](journal: Journal, event: A)(appends: => Seq[Completion])(using brine.codec.Codec[A]): Unit =
    val reached  = CountDownLatch(1)
    val gate     = CountDownLatch(1)
    val listener = new AppendListener:
      def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit =
        reached.countDown()
        gate.await(30, TimeUnit.SECONDS): Unit
      def rejected(context: Long, error: AppendError): Unit = ()
    later(1500)
    journal.append("gate", event, Level.Disk, listener, 0)
    reached.await(30, TimeUnit.SECONDS): Unit
    val all =
      try appends
      finally gate.countDown()
    all.foreach(await)

  /** Ends the segment, and waits until the manifest says so. */
  def endSegment(journal: Journal): Unit =
    val next = manifest.watermark.segment max segments.size.toLong
    journal.endSegment()
    val until = System.nanoTime + 30_000_000_000L
    while manifest.watermark.segment <= next do
      if System.nanoTime > until then throw AssertionError("it did not happen")
      Thread.sleep(1)

  private def manifest = ManifestStore.read(storage, folder)._1.get

  /** What the directory has, but for the files that mean nothing. How often the manifest was written depends on time,
    * so its slots are of two generations that it may have come to; an index is made when there is time for it, so those
    * that are missing are made.
    */
  def files: Map[String, Array[Byte]] =
    val indexes =
      try
        val ended = EndedSegment.of(headers)
        ended.foreach(_.index(storage, folder, Compressions.of(GoldenMaker.settings)).close())
        ended.map(segment => SegmentFiles.indexName(segment.header.firstSequence)).toSet + RetiredStreams.FileName
      catch case _: Damage => Set.empty
    stored.filter((name, _) => name.matches("\\d.*\\.(seg|snap)") || indexes(name)) ++ slots

  private def headers = Recovery.chain(storage, folder, manifest)

  private def slots = Map(
    "MANIFEST-a" -> manifest.copy(generation = 8).toBytes,
    "MANIFEST-b" -> manifest.copy(generation = 7, isClosed = false).toBytes
  )

  private def stored: Map[String, Array[Byte]] =
    storage
      .list(folder)
      .filter(name => storage.isFile(folder.resolve(name)))
      .map(name => name -> storage.bytes(folder.resolve(name)))
      .toMap

  def segments: Vector[String] = SegmentFiles.list(storage, folder)

  /** Where the units of a segment start, and after them where the last one ends. */
  def units(segment: String): Vector[Long] =
    val file    = storage.openRead(folder.resolve(segment))
    val header  = SegmentFiles.header(segment, file)
    val scanner = UnitScanner(
      segment,
      file,
      header,
      SegmentHeader.Length,
      Compressions.of(JournalSettings.defaults)
    )
    Iterator.continually(scanner).takeWhile(_.next()).map(_.offset).toVector :+ scanner.end

  def header(segment: String): SegmentHeader =
    SegmentFiles.header(segment, storage.openRead(folder.resolve(segment)))

  /** Has the manifest say something else, as it did before. */
  def setManifest(change: Manifest => Manifest): Unit =
    val changed = change(manifest).copy(generation = 8)
    Manifest.names.foreach(name => storage.delete(folder.resolve(name)))
    ManifestStore.write(storage, folder, changed)

  private def hasEvents(stream: String, from: Long, until: Long): Boolean =
    ClosedJournal.hasEvents(storage, folder, headers)(stream, from, until)

  /** Leaves out of the segments that have ended all but the last record of these streams. */
  def compact(streams: String => Boolean): Unit =
    val rules = CompactionRules(streams(_), leastGain = 0)
    new Compaction(storage, folder, Compressions.of(GoldenMaker.settings), () => random.nextLong(), hasEvents)
      .run(headers, rules)(_ => ()): Unit

  /** Deletes the oldest segments. */
  def retain(segments: Int): Unit =
    val store  = ManifestStore(storage, folder, manifest)
    val codecs = Compressions.of(GoldenMaker.settings)
    new Retention(storage, folder, codecs, store.update, () => random.nextLong(), hasEvents)
      .delete(headers, segments, keepsVersions = true)(_ => ())

  /** Snapshots, of the journal when nobody has it open. */
  def snapshots: SnapshotStore =
    new FileSnapshots(storage, folder, manifest.journal, clock, () => random.nextLong())

  def saved(result: Either[SnapshotError, SnapshotInfo]): Unit =
    result.fold(error => throw AssertionError(error.message), identity): Unit

  /** Writes zeros over a part of a file, as a write that never got there. */
  def wipe(segment: String, from: Long, until: Long): Unit =
    val bytes = storage.bytes(folder.resolve(segment))
    java.util.Arrays.fill(bytes, from.toInt, until.toInt, 0: Byte)
    storage.put(folder.resolve(segment), bytes)

  /** The directory as it is now: what a process that is killed leaves. */
  def copy: GoldenMaker =
    val other = GoldenMaker(seed = seed + 1000)
    (stored - SegmentFiles.Lock ++ slots).foreach((name, bytes) => other.storage.put(other.folder.resolve(name), bytes))
    other.later(60000)
    other

object GoldenMaker:
  private val Never = Duration.ofHours(1)

  /** Small, and as no test changes them. */
  val settings: JournalSettings = JournalSettings(segmentSize = 1 << 16)

  /** Numbers that look like chance, and are always the same: SplitMix64. */
  private final class Counting(seed: Long) extends RandomGenerator:
    private var state    = seed
    def nextLong(): Long = synchronized:
      state += 0x9e3779b97f4a7c15L
      var z = state
      z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L
      z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL
      z ^ (z >>> 31)
