package brine.entity.erasure

import brine.actor.internal.support.StackProbe
import brine.entity.erasure.internal.StoredKeys
import brine.entity.internal.{EntityLog, Uninterrupted}
import brine.journal.storage.{Storage, StorageLock}
import java.io.{IOException, UncheckedIOException}
import java.nio.file.{Files, Path}
import java.nio.file.attribute.PosixFilePermissions
import java.util.Objects
import java.util.concurrent.locks.ReentrantLock

/** The keys of subjects in a folder of files, apart from the log whose values they seal.
  *
  * {{{
  * val keys = Keys.over(KeyFolder.open(Path.of("keys")))
  * }}}
  *
  * A key is durable, by fsync, before anything is sealed with it. [[forget]] makes the mark of the subject durable
  * first. Then it writes the file again without the keys, and deletes the old file. What a crash in between has not
  * done is done when the folder is opened again. If opening finds keys of a forgotten subject, because a backup of the
  * folder `keys` was restored beside newer files of the folder `forgotten`, it removes them and lists the subject in
  * [[removedAgain]].
  *
  * A list of the files shows whether one is missing: opening the folder fails then, and names it. The same holds for
  * files that were swapped.
  *
  * An interrupt ends no call: files are written by another thread, and the flag of the caller stays set.
  *
  * One process at a time may have it open. Thread-safe: one thread at a time reads or writes, others wait. A new key
  * and a rotation take an fsync of a file and of its folder, forgetting takes both twice. The first key in a file, and
  * the first mark, take both once more, for the list. A call reads a file of keys
  * and one of marks, which have a 4,096th part of all subjects.
  *
  * @param removedAgain
  *   the forgotten subjects whose keys were removed when the folder was opened. They were there because a backup was
  *   restored, or because the process ended while it forgot them
  */
final class KeyFolder private (
    folder: Path,
    stored: StoredKeys,
    lock: StorageLock,
    val removedAgain: Vector[ForgottenSubject]
) extends KeyStore:
  private val access             = ReentrantLock()
  @volatile private var isClosed = false

  def get(subject: String): SubjectKeys = using(stored.get(subject))

  def getOrCreate(subject: String): SubjectKeys = using(stored.getOrCreate(subject))

  def rotate(subject: String): SubjectKeys = using(stored.rotate(subject))

  def forget(subject: String): ForgottenSubject = using(stored.forget(subject))

  def readmit(subject: String): Boolean = using(stored.readmit(subject))

  def forgotten: Vector[ForgottenSubject] = using(stored.forgotten)

  /** Whether it is open and has its lock, as of some milliseconds ago. */
  override def isHeld: Boolean = !isClosed && lock.isHeld

  /** Encrypts all keys with the present master key that are encrypted by a former one, or are plain. Afterwards former
    * master keys are no longer needed: destroy them, and nobody can use older backups of the keys, which may have keys
    * of forgotten subjects. After a crash or an error call it again.
    *
    * Takes time in proportion to the number of keys, while other calls wait. Without a present master key it makes all
    * keys plain.
    *
    * @throws ErasureException
    *   with [[ErasureError.MasterKeyFailed]] if a master key fails: it names the file and the subject. Files before it
    *   are done
    * @return
    *   number of keys that were encrypted again
    */
  def rewrap(): Long = using(stored.rewrap())

  def close(): Unit =
    StackProbe.require()
    access.lock()
    try
      if !isClosed then
        isClosed = true
        lock.close()
    finally access.unlock()

  override def toString: String = s"the key folder $folder"

  private def using[A](body: => A): A =
    StackProbe.require() // before the lock, or it might stay locked
    access.lock()
    try
      if isClosed then throw ErasureException(ErasureError.Closed(toString))
      if !lock.isHeld then throw ErasureException(ErasureError.LostLock(folder.toString))
      KeyFolder.explained(folder)(body)
    finally access.unlock()

object KeyFolder:
  private inline val MostNamed = 20

  /** Opens the keys of a folder, and creates it if it is missing: with permissions for its owner alone, where the file
    * system has such.
    *
    * Reads the first bytes of all files, and the files of all shards with forgotten subjects.
    *
    * @param storage
    *   the disk, or one that fails on purpose, for tests
    * @throws ErasureException
    *   if it is open elsewhere, cannot be read or written, is damaged, or has another master key; with
    *   [[ErasureError.MissingFile]] if a file is missing
    * @throws IllegalArgumentException
    *   if the settings have former master keys, but no master key: further keys would be plain
    */
  def open(
      folder: Path,
      settings: KeyFolderSettings = KeyFolderSettings.defaults,
      storage: Storage = Storage.disk
  ): KeyFolder =
    Objects.requireNonNull(folder, "folder"): Unit
    Objects.requireNonNull(settings, "settings"): Unit
    require(
      settings.former.isEmpty || settings.master.isPresent,
      "there are former master keys, but no master key, so further keys would be plain: call withMaster"
    )
    val stored = StoredKeys(folder, storage, settings)
    explained(folder):
      val isNew = !storage.exists(folder)
      stored.create()
      if isNew && (storage eq Storage.disk) then protect(folder)
      val lock = Uninterrupted
        .call(storage.lock(folder.resolve("lock")))
        .getOrElse(throw ErasureException(ErasureError.Locked(folder.toString)))
      try
        Uninterrupted.call(lock.awaitOthers())
        val removed = stored.recover(settings.acceptsMissing)(warnOfMissing(folder, _))
        if removed.nonEmpty then warn(folder, removed)
        new KeyFolder(folder, stored, lock, removed)
      catch
        case failed: Throwable =>
          lock.close()
          throw failed

  private def protect(folder: Path): Unit =
    if folder.getFileSystem.supportedFileAttributeViews.contains("posix") then
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------")): Unit

  private def warn(folder: Path, removed: Vector[ForgottenSubject]): Unit = EntityLog.warn(
    s"the key folder $folder had keys of ${removed.size} forgotten subjects, which are removed now: a backup was " +
      "restored, or the process ended while it forgot them"
  )

  private def warnOfMissing(folder: Path, files: Vector[Path]): Unit = EntityLog.warn(
    s"the key folder $folder is opened without ${files.size} of its files, whose keys and marks are lost: " +
      files.take(MostNamed).map(folder.relativize(_)).mkString(", ") + (if files.size > MostNamed then ", …" else "")
  )

  private def explained[A](folder: Path)(body: => A): A =
    try body
    catch
      case failed: (IOException | UncheckedIOException) =>
        throw ErasureException(ErasureError.Unavailable(s"the key folder $folder", failed))
