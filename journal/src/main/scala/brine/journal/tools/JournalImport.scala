package brine.journal.tools

import brine.journal.appending.StoredEvent
import brine.journal.live.{FileJournal, Opening}
import brine.journal.storage.Storage
import brine.journal.*
import java.nio.file.Path
import java.time.{Clock, Instant, ZoneOffset}
import scala.collection.mutable

/** Imports records of another journal, or of another store: with their bytes, times, versions, tags and keys, under new
  * offsets.
  *
  * {{{
  * JournalImport.open(Path.of("copy")).foreach: imported =>
  *   // Left: a record does not fit. An import that was interrupted continues after the records that are there.
  *   exported.zipWithIndex.drop(imported.begin.sequence.toInt).foreach((record, at) => imported.add(record, at + 1))
  *   imported.finish() // Right(count): all are durable
  * }}}
  *
  * The journal may have records already. Then the added records must follow them: their times are not before, and their
  * versions are after those of the records that are there. A journal that was opened to write takes no records that are
  * older than that: open it after the import.
  *
  * What is in the journal is always the beginning of what was added, also after a crash and after an error. Records of
  * one append with a key are in it together, or none of them is. Not safe for use by several threads.
  */
final class JournalImport private (target: ImportTarget) extends AutoCloseable:
  /** Offset of the last record that the journal had when it was opened; [[Offset.Begin]] if it had none. All of them
    * are durable. If the journal has nothing but the records of one import, this is their number: to continue the
    * import, leave out as many.
    */
  val begin: Offset = target.begin

  /** The journal, to read the records that it had. */
  private[brine] def log: EventLogReader = target.log

  // Of the streams lately added to; the target knows those of the others.
  private val versions     = mutable.HashMap.empty[String, Long]
  private var hasForgotten = false
  private var lastTime     = target.earliestTime

  // The append that is gathered
  private val group = ImportGroup(target.mostBytes)

  // Appends in flight, oldest first, with the number of the first record of each; and how many records were appended
  private val underWay = mutable.Queue.empty[(Long, Long, Completion)]
  private var appended = 0L

  private var settled = 0L

  /** How many of the added records the log is known to have taken, also after an error. */
  private[brine] def taken: Long = settled

  /** Offset of the last record that is durable, as far as is known. */
  private[brine] def durable: Offset = Offset(target.durable(begin.sequence + settled))

  private var failure = Option.empty[ImportError]
  private var result  = Option.empty[Either[ImportError, Long]]

  /** Adds a record. Its bytes must not change before the import ends.
    *
    * @param exported
    *   the record
    * @param at
    *   its number, for errors: the line of a file, say
    * @return
    *   why this record, or an earlier one, does not fit; nothing is taken from then on. An append with a key that has
    *   this record and earlier ones is not taken either
    * @throws InterruptedException
    *   if the thread is interrupted while it waits for the disk; the record may be added again
    */
  def add(exported: ExportedRecord, at: Long): Either[ImportError, Unit] =
    if failure.isEmpty then
      if result.isDefined then failure = Some(ImportError(at, "the import has ended: open it again to add records"))
      else problem(exported).fold(take(exported, at))(refuse(exported, at, _))
    failure.toLeft(())

  private def refuse(exported: ExportedRecord, at: Long, problem: String): Unit =
    if group.isOfKey(exported.record.offset.sequence) then group.clear()
    // Records before it are taken.
    submit()
    settle(0)
    if failure.isEmpty then failure = Some(ImportError(at, problem))

  private def problem(exported: ExportedRecord): Option[String] =
    ImportRules.problem(exported).orElse(misplaced(exported.record))

  /** Why a record cannot follow those that are there. */
  private def misplaced(record: Record[Stored]): Option[String] = versionOf(record.stream) match
    case Left(error)                             => Some(error.message)
    case Right(known) if record.version <= known =>
      val stream = JournalError.inLine(record.stream)
      Some(s"version ${record.version} of stream '$stream', which has version $known$alreadyThere")
    case _ if Micros.of(record.at) < lastTime => Some(s"its time, ${record.at}, is before $earliest")
    case _                                    => None

  private def alreadyThere: String =
    if hasTaken || begin == Offset.Begin then ""
    else s"; the journal had ${begin.sequence} records before: to continue an import, leave out those"

  private def earliest: String =
    if hasTaken then s"that of the record before it, ${Micros.instant(lastTime)}"
    else
      s"${Micros.instant(lastTime)}: from then on the journal gives no earlier time, since it has a record of that " +
        "time or was opened to write; import into a new folder, and open it after the import"

  private def hasTaken: Boolean = hasForgotten || versions.nonEmpty

  private def versionOf(stream: String): Either[ReadError, Long] =
    versions.get(stream) match
      case Some(known)                                    => Right(known)
      case None if begin == Offset.Begin && !hasForgotten => Right(0)
      case None                                           => target.version(stream)

  // So that an import of any length takes bounded memory. No append is in flight then: the target knows its versions.
  private def forgetSome(): Unit =
    if versions.size >= JournalImport.MostVersions then
      settle(0)
      versions.clear()
      hasForgotten = true

  private def take(exported: ExportedRecord, at: Long): Unit =
    val record = exported.record
    val time   = Micros.of(record.at)
    val event  =
      StoredEvent(record.stream, record.version, record.value.schema, record.value.bytes, record.tags)
    val skips = record.version != versionOf(record.stream).getOrElse(0L) + 1
    // An append with a key is stored as a whole, unless its own events of a stream have a gap.
    val splits = skips && (group.key.isEmpty || group.has(record.stream))
    if splits || !group.takes(exported, event, time) then
      submit()
      forgetSome()
    if skips then
      settle(0)
      if failure.isEmpty then target.skipTo(record.stream, record.version - 1)
    // From here on, no interruption can end it half-way.
    if failure.isEmpty then
      group.add(exported, event, time, at)
      lastTime = time
      versions(record.stream) = record.version

  private def submit(): Unit =
    if !group.isEmpty && failure.isEmpty then
      val after = begin.sequence + appended
      underWay.enqueue((group.at, group.size.toLong, target.append(group.events, group.time, group.key, after)))
      appended += group.size
    group.clear()
    settle(target.mostUnderWay)

  /** Submits what was added, and waits until the log has it: in files, until it is written; in a database, until it is
    * committed. The last append that was added must be whole.
    *
    * @throws InterruptedException
    *   if the thread is interrupted while it waits; call it again
    */
  private[brine] def flush(): Either[ImportError, Unit] =
    submit()
    settle(0)
    failure.toLeft(())

  /** Whether opening the log again may help against the error: it comes from the store, and not from a record. */
  private[brine] def mayPass: Boolean = ofStore

  private var ofStore = false

  private def isOfStore(error: AppendError): Boolean = error match
    case _: (AppendError.ReadOnly | AppendError.OutcomeUnknown | AppendError.Closed | AppendError.Unreadable) => true
    case AppendError.Full                                                                                     => true
    case _                                                                                                    => false

  // Who imports or copies has no keys to append with again: continuing finds out what was written.
  private def inWords(error: AppendError): String = error match
    case AppendError.OutcomeUnknown(_, _, Some(cause))           => s"writing failed: ${JournalError.reason(cause)}"
    case AppendError.Unreadable(ReadError.Unavailable(_, cause)) => s"writing failed: ${JournalError.reason(cause)}"
    case AppendError.Closed(reason, _)                           => reason
    case other                                                   => other.message

  /** Waits until at most this number of appends is in flight. */
  private def settle(most: Int): Unit =
    while underWay.size > most do
      val (at, count, completion) = underWay.head
      completion.await() match
        case Left(error) if failure.isEmpty =>
          failure = Some(ImportError(at, inWords(error)))
          ofStore = isOfStore(error)
        case Right(_) => settled += count
        case _        =>
      underWay.dequeue(): Unit

  /** Ends the import, and closes the journal that [[JournalImport.open]] has opened. Every added record is durable when
    * this returns without an error. An interruption of the thread does not end it.
    *
    * @return
    *   number of records that were added, or why that is not known
    */
  def finish(): Either[ImportError, Long] =
    if result.isEmpty then result = Some(end())
    result.get

  private def end(): Either[ImportError, Long] =
    val problem = target.end(
      () => begin.sequence + appended,
      () =>
        submit()
        settle(0)
    )
    if failure.isEmpty then
      failure = problem.map(ImportError(0, _))
      ofStore = failure.isDefined
    failure.toLeft(appended)

  /** Ends the import unless it has ended, and ignores its result: what was added is in the journal or, after an error,
    * the beginning of it is. An append with a key of which records were not added is not taken.
    */
  def close(): Unit = finishWhole(): Unit

  /** Ends the import as [[finish]] does, but for an append with a key of which records were not added. */
  private[brine] def finishWhole(): Either[ImportError, Long] =
    if result.isEmpty && group.isTorn then group.clear()
    finish()

object JournalImport:
  // More gains nothing.
  private inline val MostGroup = 1L << 18

  // How many streams an import remembers.
  private inline val MostVersions = 1 << 17

  // Earlier than all records, so that no segment says that it is younger than the records it is made for: those may be
  // older than records that were added already, and an import that was interrupted would have to continue with them.
  private val clock = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC)

  /** Opens a journal for an import, and creates it if it is missing. Opens one again to continue an import that was
    * interrupted.
    *
    * @param settings
    *   the settings of the journal, but for the clock, which is not used
    * @return
    *   an error as of [[Journal.tryOpen]]
    */
  def open(
      folder: Path,
      settings: JournalSettings = JournalSettings.defaults,
      storage: Storage = Storage.disk
  ): Either[OpenError, JournalImport] =
    Opening.open(folder, settings.copy(clock = clock), storage).map(of(_, settings))

  private def of(journal: FileJournal, settings: JournalSettings): JournalImport =
    JournalImport(FileImportTarget(journal, math.min(MostGroup, settings.mostAppendBytes)))

  /** Opens a replica in files, and creates it if it is missing. If it has records, it keeps its role.
    *
    * @param of
    *   name of the log that it follows
    * @param adopts
    *   whether it may have been no replica before, although it has records
    * @return
    *   the import, whether it was no replica before, although it has records, and what gives it the role of a replica
    *   of that log, once its records are known to be those
    */
  private[journal] def replica(
      of: String,
      folder: Path,
      settings: JournalSettings,
      storage: Storage,
      adopts: Boolean
  ): Either[OpenError, (JournalImport, Boolean, () => Unit)] =
    var isOrdinary                                                  = false
    def role(before: LogRole, hasRecords: Boolean): Option[LogRole] =
      isOrdinary = before == LogRole.Ordinary && hasRecords
      before.opening(of, hasRecords, Instant.now, adopts)
    Opening
      .open(folder, settings.copy(clock = clock), storage, admits = role)
      .map: journal =>
        val confirm =
          () => journal.changeRole(role => role.following(of, hasRecords = true, Instant.now, adopts).getOrElse(role))
        (this.of(journal, settings), isOrdinary, confirm)

  /** Begins an import into a log that is open: in a database, or in memory. Nobody else may append to it meanwhile; the
    * import fails if somebody does. The log stays open.
    *
    * @return
    *   an error if the log cannot be read, or is one that gives records times of its own: a journal in files is opened
    *   by [[open]]
    */
  def into(log: EventLog): Either[ImportError, JournalImport] = LogImportTarget.of(log).map(JournalImport(_))
