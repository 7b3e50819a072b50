package brine.journal.tools

import brine.journal.*
import brine.journal.storage.Storage
import java.nio.file.{Files, Path}

/** Copies all records of a log: from files, a database or memory, into files, a database or memory.
  *
  * {{{
  * LogCopy.toFolder(log, Path.of("copy")).map(_.records) // Right(number of records, all read back)
  * LogCopy.toLog(journal, JdbcEventLog.open(source))
  * }}}
  *
  * A copy has the records that the log had when copying began, in their order, with streams, versions, times, tags,
  * keys, schemas and bytes. Records of one append with a key are one append in the copy. Other things are not copied:
  *
  *   - Offsets: those of a copy are 1, 2, 3 … If the log has all its records and was never compacted, they are equal.
  *   - Snapshots and state records. Programs save them again.
  *   - Which records without a key were appended together.
  *
  * To continue a copy that was interrupted, also by a crash, copy again. First it compares what is there with the log,
  * so that nothing is missing, twice or of another log. A second copy of a log that has grown copies what is new. In
  * the end, all records are read back from the copy and compared with the log. This takes two passes over the log and
  * one over the copy.
  *
  * The log may be appended to meanwhile; its retention must wait. Nobody else may append to the copy.
  */
object LogCopy:
  /** Ignores progress. */
  val ignored: CopyProgress => Unit = _ => ()

  /** Copies into a journal in files, and creates it if it is missing.
    *
    * @param settings
    *   the settings of the journal, but for the clock, which is not used
    * @param onProgress
    *   called every 1,000 records or so, on this thread
    * @throws InterruptedException
    *   if the thread is interrupted while it waits for the disk; copy again to continue
    */
  def toFolder(
      from: EventLogReader,
      folder: Path,
      settings: JournalSettings = JournalSettings.defaults,
      storage: Storage = Storage.disk,
      onProgress: CopyProgress => Unit = ignored
  ): Either[CopyError, CopyReport] =
    val reading = settings.withClock(java.time.Clock.systemUTC)
    samePlace(from, folder)
      .toLeft(())
      .flatMap: _ =>
        Copying(from, folder.toString, onProgress).run:
          new CopyTarget:
            def read(use: EventLogReader => Either[CopyError, Unit]): Either[CopyError, Unit] =
              JournalReader.tryOpen(folder, reading, storage) match
                case Left(error)   => Left(CopyError.Unopened(error))
                case Right(reader) =>
                  try use(reader)
                  finally reader.close()
            def open(): Either[CopyError, JournalImport] =
              JournalImport.open(folder, settings, storage).left.map(CopyError.Unopened(_))

  /** Copies into a log that is open: in a database, or in memory. The log stays open.
    *
    * @param onProgress
    *   called every 1,000 records or so, on this thread
    * @throws InterruptedException
    *   if the thread is interrupted while it waits for the log; copy again to continue
    */
  def toLog(
      from: EventLogReader,
      to: EventLog,
      onProgress: CopyProgress => Unit = ignored
  ): Either[CopyError, CopyReport] =
    if (from eq to) || from.logIdentity.exists(to.logIdentity.contains) then
      Left(
        CopyError.SamePlace(
          s"${to.name} cannot be copied into itself: name another place" + (
            if from.name == to.name then ""
            else s". It has the identity of ${from.name}: it is the same log, or its tables were copied"
          )
        )
      )
    else
      Copying(from, to.name, onProgress).run:
        new CopyTarget:
          def read(use: EventLogReader => Either[CopyError, Unit]): Either[CopyError, Unit] = use(to)
          def open(): Either[CopyError, JournalImport]                                      =
            JournalImport.into(to).left.map(error => CopyError.Refused(error.message))

  // Files of a journal within another one would be lost with it, and confuse whoever looks for them.
  private[journal] def samePlace(from: EventLogReader, to: Path): Option[CopyError] = from match
    case reader: JournalReader =>
      val (own, other) = (real(reader.folder), real(to))
      if own == other then Some(CopyError.SamePlace(s"$to cannot be copied into itself: name another folder"))
      else if other.startsWith(own) then
        Some(CopyError.SamePlace(s"$to is within ${reader.folder}, the source: name a folder elsewhere"))
      else if own.startsWith(other) then
        Some(CopyError.SamePlace(s"$to contains ${reader.folder}, the source: name a folder elsewhere"))
      else None
    case _ => None

  /** Whether two paths are one folder. */
  private[journal] def isSame(one: Path, other: Path): Boolean = real(one) == real(other)

  /** The path without links, as far as it exists. */
  private def real(path: Path): Path =
    val whole  = path.toAbsolutePath.normalize
    val exists = Iterator.iterate(whole)(_.getParent).takeWhile(_ != null).find(Files.exists(_))
    exists.fold(whole)(known => known.toRealPath().resolve(known.relativize(whole)))
