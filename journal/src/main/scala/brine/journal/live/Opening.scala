package brine.journal.live

import brine.journal.failure.Failures
import brine.journal.flight.{FlightEvents, OpenEvent}
import brine.journal.folders.{Fence, ManifestStore, SegmentFiles}
import brine.journal.format.{Damage, Frame, FrameWriter, Manifest, Watermark}
import brine.journal.recovery.{Recovery, WritableFolder}
import brine.journal.storage.{Storage, StorageLock}
import brine.journal.{JournalSettings, LogRole, OpenError}
import java.io.IOException
import java.nio.ByteBuffer
import java.nio.file.{AccessDeniedException, Path}
import java.security.SecureRandom
import java.util.UUID
import java.util.random.RandomGenerator

/** Opens a journal for writing: takes the lock, reads the manifest, recovers, and makes the folder's name durable. */
private[journal] object Opening:
  private val secure = SecureRandom()

  private val ofPrograms: (LogRole, Boolean) => Option[LogRole] = (role, _) => Option.when(role.acceptsPrograms)(role)

  /** Opens a journal, and creates it if it is missing.
    *
    * @param random
    *   gives the journal its identity and segments their salts; the same numbers give the same bytes
    * @param mostUnit
    *   see [[WritableFolder]]
    * @param admits
    *   which role the journal gets, given the one that it has and whether it has records; None to refuse it
    */
  def open(
      folder: Path,
      settings: JournalSettings,
      storage: Storage,
      random: RandomGenerator = secure,
      mostUnit: Int = Frame.MostBody,
      admits: (LogRole, Boolean) => Option[LogRole] = ofPrograms
  ): Either[OpenError, FileJournal] =
    Failures.opening(folder):
      storage.createFolder(folder) // `first` makes its name durable
      storage.lock(folder.resolve(SegmentFiles.Lock)) match
        case None       => Left(locked(folder, storage, admits))
        case Some(lock) =>
          try
            val opened = open(folder, settings, storage, random, lock, mostUnit, admits)
            if opened.isLeft then lock.close()
            opened
          catch
            case error: Throwable =>
              lock.close()
              throw error

  // Its follower has locked a replica: that is no reason for a program to wait for the lock.
  private def locked(folder: Path, storage: Storage, admits: (LogRole, Boolean) => Option[LogRole]): OpenError =
    val role = ManifestStore.read(storage, folder)._1.fold(LogRole.Ordinary)(_.role)
    if admits(role, false).isEmpty then OpenError.NotWritable(folder, role)
    else OpenError.Locked(folder, owner(storage, folder))

  private def open(
      folder: Path,
      settings: JournalSettings,
      storage: Storage,
      random: RandomGenerator,
      lock: StorageLock,
      mostUnit: Int,
      admits: (LogRole, Boolean) => Option[LogRole]
  ): Either[OpenError, FileJournal] =
    // A writer that has lost its lock without a crash must notice before anything is read.
    if !ManifestStore.read(storage, folder)._1.forall(_.isClosed) then lock.awaitOthers()
    val manifest = ManifestStore.read(storage, folder) match
      case (Some(manifest), _) => manifest
      case (None, isThere)     => first(storage, folder, isThere, random)
    // Before anything is read: who appends with another role may have the folder in any state.
    if admits(manifest.role, false).isEmpty then Left(OpenError.NotWritable(folder, manifest.role))
    else admitted(folder, settings, storage, random, lock, mostUnit, manifest, admits(manifest.role, _))

  private def admitted(
      folder: Path,
      settings: JournalSettings,
      storage: Storage,
      random: RandomGenerator,
      lock: StorageLock,
      mostUnit: Int,
      manifest: Manifest,
      admits: Boolean => Option[LogRole]
  ): Either[OpenError, FileJournal] =
    val fence = Fence(folder, lock)
    FlightEvents.prepare()
    val event = OpenEvent()
    event.begin()
    val found = Recovery.read(storage, folder, manifest, settings)
    val role  = admits(found.last.exists(_.end.sequence > 0))
    role
      .toRight(OpenError.NotWritable(folder, manifest.role))
      .map: role =>
        // Before anything is changed: there may be no memory for it.
        val frames = FrameWriter.ofGroups(math.max(settings.segmentSize, found.last.fold(0L)(_.header.size)))
        val store  = ManifestStore(storage, folder, manifest, fence)
        // From here on, the next opening finds a journal that was not closed, whatever happens.
        store.update(_.copy(epoch = manifest.epoch + 1, isClosed = false, role = role))
        val home    = WritableFolder(folder, storage, settings, random, fence, store, mostUnit)
        val journal = FileJournal(home, lock, found, frames)
        event.end()
        if event.shouldCommit then
          event.journal = folder.toString
          found.last.foreach: last =>
            event.sequence = last.end.sequence
            event.scanned = last.index.records
            event.tornBytes = last.tornBytes
          event.isClean = manifest.isClosed
          event.commit()
        journal.start()

  /** Creates the manifest of a new journal. */
  private def first(storage: Storage, folder: Path, isThere: Boolean, random: RandomGenerator): Manifest =
    val segments = SegmentFiles.list(storage, folder)
    if segments.nonEmpty then
      throw Damage(
        Manifest.names.head,
        0,
        s"${if isThere then "both slots of the manifest are damaged" else "the manifest is not there"}, " +
          s"but there are ${segments.size} segments"
      )
    forceAbove(storage, folder)
    val manifest = Manifest(1, identity(random), 0, 1, 1, Watermark(0, 0, 0), isClosed = false)
    ManifestStore.write(storage, folder, manifest)
    manifest

  /** Makes the names of the folder and of its parents durable, since some may be new too. */
  private def forceAbove(storage: Storage, folder: Path): Unit =
    Iterator
      .iterate(folder.toAbsolutePath.getParent)(_.getParent)
      .takeWhile(_ != null)
      .foreach: above =>
        try storage.forceFolder(above)
        catch case _: AccessDeniedException => () // a folder that we may not read is not one that we created

  /** A UUID of version 4. */
  private def identity(random: RandomGenerator): UUID =
    UUID(random.nextLong() & ~0xf000L | 0x4000L, random.nextLong() >>> 2 | Long.MinValue)

  private def owner(storage: Storage, folder: Path): String =
    try
      val file = storage.openRead(folder.resolve(SegmentFiles.Lock))
      try
        val bytes = new Array[Byte](256)
        val read  = file.read(ByteBuffer.wrap(bytes), 0)
        val text  = String(bytes, 0, read, java.nio.charset.StandardCharsets.UTF_8)
        text.linesIterator.nextOption().filterNot(_.isBlank).getOrElse("another process")
      finally file.close()
    catch case _: IOException => "another process"
