package brine.journal.tools

import brine.codec.DecodeError
import brine.codec.inspect.Inspect
import brine.journal.appending.StoredEvent
import brine.journal.live.{FileJournal, Opening}
import brine.journal.storage.Storage
import brine.journal.*
import java.nio.file.Path
import java.time.{Clock, Instant, ZoneId, ZoneOffset}
import java.util.UUID
import scala.collection.mutable

/** Imports records of another journal: with their bytes, times, versions, tags and keys, under new offsets.
  *
  * {{{
  * JournalImport.open(Path.of("copy")).foreach: imported =>
  *   exported.zipWithIndex.foreach((record, at) => imported.add(record, at + 1)) // Left: it does not fit
  *   imported.finish()                                                           // Right(count): all are durable
  * }}}
  *
  * The journal may have records already. Then the added records must follow them: their times are not before, and their
  * versions are after those of the records that are there. A journal that was opened to write takes no records that are
  * older than that: open it after the import. Records of one append with a key are kept together. Not safe for use by
  * several threads.
  */
final class JournalImport private (journal: FileJournal, clock: JournalImport.ImportClock) extends AutoCloseable:
  private val begin    = journal.durable
  private val versions = mutable.HashMap.empty[String, Long]
  private var lastTime = journal.earliestTime
  private var count    = 0L

  // Appends in flight, oldest first, with the number of the first record of each.
  private val underWay = mutable.Queue.empty[(Long, Completion)]
  private var failure  = Option.empty[ImportError]

  // The append that is gathered
  private val group      = Vector.newBuilder[StoredEvent]
  private var groupSize  = 0
  private var groupBytes = 0L
  private var groupKey   = Option.empty[UUID]
  private var groupUntil = 0L
  private var groupTime  = 0L

  /** Adds a record.
    *
    * @param exported
    *   the record
    * @param at
    *   its number, for errors: the line of a file, say
    * @return
    *   why this record, or an earlier one, does not fit; nothing is taken from then on
    */
  def add(exported: ExportedRecord, at: Long): Either[ImportError, Unit] =
    if failure.isEmpty then
      check(exported, at) match
        case None          => take(exported, at)
        case Some(problem) =>
          // Records before it are taken.
          submit()
          settle(0)
          failure = failure.orElse(Some(problem))
    failure.toLeft(())

  private def check(exported: ExportedRecord, at: Long): Option[ImportError] =
    val record = exported.record
    val time   = Micros.of(record.at)
    val known  = versionOf(record.stream)
    if record.stream.isEmpty || record.stream.length > JournalImport.LongestName then
      Some(ImportError(at, s"the name of a stream has 1 to ${JournalImport.LongestName} characters"))
    else if record.tags.exists(tag => tag.isEmpty || tag.length > JournalImport.LongestName) then
      Some(ImportError(at, s"a tag has 1 to ${JournalImport.LongestName} characters"))
    else if known.isLeft then known.left.toOption.map(error => ImportError(at, error.message))
    else if record.version <= known.getOrElse(0L) then
      Some(
        ImportError(
          at,
          s"version ${record.version} of stream '${record.stream}', which has version ${known.getOrElse(0L)}"
        )
      )
    else if time < lastTime then Some(ImportError(at, s"its time, ${record.at}, is before $earliest"))
    else undecodable(exported).map(error => ImportError(at, s"its bytes are not of its schema: ${error.getMessage}"))

  private def earliest: String =
    if count > 0 then s"that of the record before it, ${Micros.instant(lastTime)}"
    else if lastTime == 0 then "1970, the earliest time of a record"
    else
      s"${Micros.instant(lastTime)}: from then on the journal gives no earlier time, since it has a record of that time " +
        "or was opened to write; import into a new folder, and open it after the import"

  private def versionOf(stream: String): Either[ReadError, Long] =
    versions.get(stream).map(Right(_)).getOrElse(journal.version(stream))

  private def undecodable(exported: ExportedRecord): Option[DecodeError] =
    Inspect.bareValue(exported.record.value.bytes, exported.record.value.schema).left.toOption

  private def take(exported: ExportedRecord, at: Long): Unit =
    val record  = exported.record
    val time    = Micros.of(record.at)
    val version = versionOf(record.stream).getOrElse(0L)
    val skips   = record.version != version + 1
    val belongs = groupSize > 0 && time == groupTime && !skips && record.key.isEmpty && {
      if groupKey.isDefined then record.offset.sequence < groupUntil
      else groupSize < JournalImport.GroupEvents && groupBytes < JournalImport.GroupBytes
    }
    if !belongs then submit()
    if skips && failure.isEmpty then
      settle(0)
      if failure.isEmpty then journal.skipTo(record.stream, record.version - 1)
    if failure.isEmpty then
      if groupSize == 0 then
        groupKey = record.key
        groupUntil = record.offset.sequence + math.max(exported.keyEvents, 1)
        groupTime = time
        groupAt = at
      clock.micros = time
      lastTime = time
      versions(record.stream) = record.version
      val stored = record.value
      group += StoredEvent(record.stream, record.version, stored.schema, stored.bytes, record.tags)
      groupSize += 1
      groupBytes += stored.bytes.length
      count += 1

  private var groupAt = 0L

  private def submit(): Unit =
    if groupSize > 0 && failure.isEmpty then
      underWay.enqueue(groupAt -> journal.appendStored(group.result(), groupTime, groupKey))
      settle(JournalImport.MostUnderWay)
    group.clear()
    groupSize = 0
    groupBytes = 0

  /** Waits until at most this number of appends is in flight. */
  private def settle(most: Int): Unit =
    while underWay.size > most do
      val (at, completion) = underWay.dequeue()
      completion.await() match
        case Left(error) if failure.isEmpty => failure = Some(ImportError(at, error.message))
        case _                              =>

  /** Ends the import. Every added record is durable when this returns without an error.
    *
    * @return
    *   number of records that were added, or why that is not known
    */
  def finish(): Either[ImportError, Long] =
    submit()
    settle(0)
    val before = journal.state
    journal.close()
    before match
      case JournalState.Failed(reason, _) if failure.isEmpty => failure = Some(ImportError(0, reason))
      case _                                                 =>
    if failure.isEmpty && journal.durable.sequence != begin.sequence + count then
      failure = Some(ImportError(0, s"writing failed after record ${journal.durable.sequence}"))
    failure.toLeft(count)

  /** Ends the import, and ignores its result. */
  def close(): Unit = finish(): Unit

/** Why a record cannot be imported.
  *
  * @param at
  *   the record's number, as it was given; 0 if the error is not about one record
  * @param problem
  *   what is wrong
  */
final case class ImportError(at: Long, problem: String):
  /** Number and problem, on one line. */
  def message: String = if at > 0 then s"line $at: $problem" else problem

object JournalImport:
  private inline val LongestName  = 1024
  private inline val GroupEvents  = 1000
  private inline val GroupBytes   = 1L << 18
  private inline val MostUnderWay = 256

  /** Opens a journal for an import, and creates it if it is missing.
    *
    * @return
    *   an error as of [[Journal.tryOpen]]
    */
  def open(
      folder: Path,
      settings: JournalSettings = JournalSettings.defaults,
      storage: Storage = Storage.disk
  ): Either[OpenError, JournalImport] =
    val clock = ImportClock()
    Opening
      .open(folder, settings.copy(clock = clock), storage)
      .map: journal =>
        clock.micros = journal.earliestTime
        JournalImport(journal, clock)

  /** Gives the time of the imported records, so that segments are not younger than their records. */
  private[tools] final class ImportClock extends Clock:
    @volatile var micros = 0L

    def getZone: ZoneId                        = ZoneOffset.UTC
    override def withZone(zone: ZoneId): Clock = this
    def instant: Instant                       = Micros.instant(micros)
    override def millis: Long                  = Math.floorDiv(micros, 1000L)
