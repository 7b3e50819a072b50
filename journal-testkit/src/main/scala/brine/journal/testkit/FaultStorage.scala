package brine.journal.testkit

import brine.journal.storage.{Storage, StorageFile, StorageLock}
import brine.journal.testkit.internal.*
import java.io.IOException
import java.nio.ByteBuffer
import java.nio.channels.ClosedChannelException
import java.nio.file.{AccessDeniedException, FileAlreadyExistsException, NoSuchFileException, Path}
import java.util.SplittableRandom
import scala.collection.mutable

/** A fault-injecting disk in memory. It fails the same way for the same seed.
  *
  * {{{
  * val storage = FaultStorage(seed = 1)
  * // … write and force files …
  * storage.inject(Fault.FailedForce(after = 2)) // the third fsync from now on fails
  * val disk = storage.crash(seed = 7)           // what a power cut at this moment may leave
  * }}}
  *
  * Fault model:
  *
  *   - A sector of 512 bytes is written whole or not at all, except for a [[Fault.TornWrite]].
  *   - All processes see a write at once. It is durable when a `force` of its file that began after it has returned.
  *     Before that, each of its sectors may or may not be on the disk, in any order; so may the length of the file. Of
  *     several pending writes to a sector, any prefix may have reached the disk. Bytes of a file that were never
  *     written are zeros.
  *   - Creating, renaming or deleting a file or a folder is durable when `forceFolder` of its folder has returned.
  *     Before that, any of these changes may be on the disk, but changes of the same name only in their order. A rename
  *     is one change, also between folders, and is durable when one of both folders is. `force` of a file does not make
  *     its name durable. If the name of a folder is lost, its content is lost.
  *   - After a failed `force` the operating system takes everything as saved; some of it is not
  *     ([[Fault.FailedForce]]).
  *   - When space runs out, a write does what fits, in whole pages of 4 KiB, and fails. Overwriting needs no space, and
  *     deleting frees it.
  *   - What `force` and `forceFolder` have saved stays, unless a fault damages it: bits flip ([[flipBit]]), sectors and
  *     pages become zeros ([[zero]]), the disk lies about a write ([[Fault.LostWrite]], [[Fault.TornWrite]],
  *     [[Fault.DuplicatedWrite]], [[Fault.MisdirectedWrite]]).
  *
  * At first only the root of the paths exists. Safe for use by several threads, which take turns. A run on several
  * threads repeats for the same seed only as far as the threads make the same calls in the same order. An operation
  * takes time in proportion to the bytes it touches, a crash in proportion to the pages of all files.
  */
final class FaultStorage private (entries: Entries, random: SplittableRandom, private var nextId: Int) extends Storage:
  private val armed                           = mutable.ArrayBuffer.empty[FaultStorage.Armed]
  private val locks                           = mutable.HashSet.empty[SectorFile]
  private var done                            = 0L
  private var powerUntil                      = Long.MaxValue
  private var capacity                        = Long.MaxValue
  private var permitted                       = true
  private var happened                        = Vector.empty[Fault]
  @volatile private var forcing: Path => Unit = _ => ()

  // ---- What tests do to it ------------------------------------------------------------------------------------------

  /** The storage after a power cut at this moment: without locks, open files and planned faults. This one stays as it
    * is, so one run gives as many crashes as there are seeds. Depending on the seed, everything pending survives, or
    * nothing, or part of it.
    */
  def crash(seed: Long): FaultStorage = synchronized:
    new FaultStorage(
      entries.crashed(RandomSurvival(SplittableRandom(seed))),
      SplittableRandom(seed ^ 0x5bd1e995),
      nextId
    )

  /** The storage after a power cut with a chosen outcome. Use it to go through all outcomes; [[pendingSectors]] is the
    * number of bits.
    *
    * @param sectors
    *   bit `n` says whether all writes to the `n`-th pending sector survive, or none
    * @param changes
    *   whether all pending changes of folders survive, or none
    */
  def crash(sectors: Long, changes: Boolean): FaultStorage = synchronized:
    val survival = ChosenSurvival(entries.files.toVector.map(_._2).sortBy(_.id), sectors, changes)
    new FaultStorage(entries.crashed(survival), SplittableRandom(sectors), nextId)

  /** The storage as the next process finds it after this one was killed. All writes are there, but pending ones are
    * still not durable; locks and open files are gone. This one stays as it is.
    */
  def processKill(): FaultStorage = synchronized(new FaultStorage(entries.copy(), random.split(), nextId))

  /** Plans a fault.
    *
    * @param where
    *   selects the paths whose operations the fault can hit; it must be fast and have no effects
    */
  def inject(fault: Fault, where: Path => Boolean = _ => true): Unit = synchronized:
    armed.append(FaultStorage.Armed(fault, where)): Unit

  /** The planned faults that have happened, in order. */
  def faults: Vector[Fault] = synchronized(happened)

  /** Cuts the power after this number of further changes: all later operations, and reads, fail with `IOException`. */
  def cutPowerAfter(operations: Long): Unit = synchronized { powerUntil = done + operations }

  /** Number of changes that have begun. */
  def operations: Long = synchronized(done)

  /** Limits the space for further writes to this number of bytes. Overwriting needs no space. */
  def limitSpace(bytes: Long): Unit = synchronized { capacity = used + bytes }

  /** Adds space, after [[limitSpace]]. */
  def addSpace(bytes: Long): Unit = synchronized { capacity = math.max(capacity, used) + bytes }

  /** Removes or restores the permission to open, create, rename, delete and lock files. Open files stay usable. */
  def permit(allowed: Boolean): Unit = synchronized { permitted = allowed }

  /** Calls a hook before each fsync of a file, on the calling thread, with no lock held. To simulate a slow disk, wait
    * in it.
    */
  def beforeForce(hook: Path => Unit): Unit = forcing = hook

  /** Flips a bit of a file, on the disk too.
    *
    * @param bit
    *   number of the bit in its byte, 0 to 7
    * @throws java.nio.file.NoSuchFileException
    *   if the file does not exist
    */
  def flipBit(file: Path, position: Long, bit: Int): Unit = synchronized:
    val byte = ByteBuffer.allocate(1)
    existing(file).read(byte, position)
    existing(file).damage(position, Array((byte.get(0) ^ (1 << bit)).toByte))

  /** Sets bytes of a file to zero, on the disk too. */
  def zero(file: Path, position: Long, length: Int): Unit = synchronized(
    existing(file).damage(position, new Array[Byte](length))
  )

  /** Overwrites bytes of a file, on the disk too. */
  def damage(file: Path, position: Long, bytes: Array[Byte]): Unit = synchronized(
    existing(file).damage(position, bytes.clone)
  )

  /** Truncates a file, on the disk too. */
  def cutShort(file: Path, size: Long): Unit = synchronized(existing(file).cutShort(size))

  /** All files, sorted. */
  def files: Vector[Path] = synchronized(entries.files.map(_._1).toVector.sorted)

  /** The content of a file, as processes see it. */
  def bytes(file: Path): Array[Byte] = synchronized:
    val buffer = ByteBuffer.allocate(existing(file).size.toInt)
    existing(file).read(buffer, 0)
    buffer.array

  /** Number of sectors with writes that are not durable. */
  def pendingSectors: Int = synchronized(entries.files.map(_._2.pendingSectors.size).sum)

  /** Number of changes of folders that are not durable. */
  def pendingChanges: Int = synchronized(entries.pendingChanges)

  // ---- What journals do to it ---------------------------------------------------------------------------------------

  def openRead(file: Path): StorageFile = synchronized:
    val path = absolute(file)
    allow(path)
    OpenFile(path, existing(path), writable = false)

  def openWrite(file: Path): StorageFile = synchronized:
    val path = absolute(file)
    allow(path)
    OpenFile(path, existing(path), writable = true)

  def create(file: Path): StorageFile = synchronized:
    val path = absolute(file)
    allow(path)
    if entries.get(path).nonEmpty then throw FileAlreadyExistsException(path.toString)
    folderOf(path)
    OpenFile(path, make(path), writable = true)

  def createFolder(folder: Path): Unit = synchronized:
    val path = absolute(folder)
    if entries.file(path).nonEmpty then throw FileAlreadyExistsException(path.toString)
    if entries.get(path).isEmpty then
      createFolder(path.getParent)
      allow(path)
      change(path, EntryChange.Put(path, None))

  def list(folder: Path): Vector[String] = synchronized:
    val path = absolute(folder)
    allow(path)
    entries.list(path)

  def exists(file: Path): Boolean = synchronized(entries.get(absolute(file)).nonEmpty)

  def move(from: Path, to: Path): Unit = synchronized:
    val source = absolute(from)
    val target = absolute(to)
    allow(source)
    val file = existing(source)
    folderOf(target)
    if entries.isFolder(target) then throw FileAlreadyExistsException(target.toString)
    change(source, EntryChange.Move(source, target, Some(file)))

  def delete(file: Path): Unit = synchronized:
    val path = absolute(file)
    allow(path)
    if entries.get(path).nonEmpty then
      if entries.isFolder(path) && entries.list(path).nonEmpty then throw IOException(s"$path: Directory not empty")
      change(path, EntryChange.Remove(path))

  def forceFolder(folder: Path): Unit = synchronized:
    val path = absolute(folder)
    if !entries.isFolder(path) then throw NoSuchFileException(path.toString)
    begin()
    if strikes(path)(_.isInstanceOf[Fault.FailedForceFolder]).nonEmpty then throw ioError(path)
    entries.force(path)

  def usableSpace(folder: Path): Long = synchronized(math.max(0, capacity - used))

  def lock(file: Path): Option[StorageLock] = synchronized:
    val path = absolute(file)
    allow(path)
    if entries.file(path).isEmpty then
      folderOf(path)
      make(path): Unit
    val locked = existing(path)
    Option.when(locks.add(locked)):
      new StorageLock:
        override def isHeld: Boolean = FaultStorage.this.synchronized(entries.file(path).exists(_ eq locked))
        def close(): Unit            = FaultStorage.this.synchronized(locks.remove(locked): Unit)

  // ---- Inside -------------------------------------------------------------------------------------------------------

  private def absolute(path: Path) = if path.isAbsolute then path else path.toAbsolutePath

  private def existing(path: Path): SectorFile =
    entries.file(absolute(path)).getOrElse(throw NoSuchFileException(path.toString))

  private def folderOf(path: Path): Unit =
    if !entries.isFolder(path.getParent) then throw NoSuchFileException(path.getParent.toString)

  private def allow(path: Path): Unit =
    power()
    if !permitted then throw AccessDeniedException(path.toString)

  private def power(): Unit = if done >= powerUntil then throw IOException("the power is cut")

  private def begin(): Unit =
    power()
    done += 1

  private def make(path: Path): SectorFile =
    val file = SectorFile(nextId)
    nextId += 1
    change(path, EntryChange.Put(path, Some(file)))
    file

  private def change(path: Path, made: EntryChange): Unit =
    begin()
    if strikes(path)(_.isInstanceOf[Fault.FailedChange]).nonEmpty then throw ioError(path)
    entries.change(made)

  private def used: Long = entries.files.map(_._2.allocated.toLong * Pages.Size).sum

  private def ioError(path: Path) = IOException(s"$path: Input/output error")

  /** Counts down the planned faults for an operation. Returns the fault that happens now, if any. */
  private def strikes(path: Path)(ofKind: Fault => Boolean): Option[Fault] =
    if armed.isEmpty then None
    else
      val counted = armed.filter(one => ofKind(one.fault) && one.where(path))
      val now     = counted.find(_.left == 0)
      counted.foreach(_.left -= 1)
      now.map: one =>
        armed -= one
        happened :+= one.fault
        one.fault

  /** What a fault does to a write. */
  private def fate(fault: Fault, size: Long, position: Long, length: Int): WriteFate = fault match
    case _: Fault.LostWrite => WriteFate.Lost
    case _: Fault.TornWrite =>
      val sectors = length / SectorFile.Sector
      val at      =
        if sectors < 2 then 1 + random.nextInt(math.max(1, length - 1))
        else SectorFile.Sector * (1 + random.nextInt(sectors - 1))
      if random.nextBoolean() then WriteFate.Torn(at, length) else WriteFate.Torn(0, at)
    case _: Fault.DuplicatedWrite  => WriteFate.Duplicated(elsewhere(size, position, length))
    case _: Fault.MisdirectedWrite => WriteFate.Misdirected(elsewhere(size, position, length))
    case _                         => WriteFate.Whole

  /** A distance in whole sectors to another place, within the file if it is long enough. */
  private def elsewhere(size: Long, position: Long, length: Int): Long =
    val back    = position / SectorFile.Sector
    val forward = math.max(1, (size - position - length) / SectorFile.Sector)
    val chosen  = random.nextLong(back + forward)
    SectorFile.Sector * (if chosen < back then chosen - back else chosen - back + 1)

  private final class OpenFile(path: Path, file: SectorFile, writable: Boolean) extends StorageFile:
    private var open = true

    private def check(write: Boolean): Unit =
      if !open then throw ClosedChannelException()
      if write && !writable then throw java.nio.channels.NonWritableChannelException()

    def read(buffer: ByteBuffer, position: Long): Int = FaultStorage.this.synchronized:
      check(write = false)
      power()
      if strikes(path)(_.isInstanceOf[Fault.FailedRead]).nonEmpty then throw ioError(path)
      file.read(buffer, position)

    def write(buffer: ByteBuffer, position: Long): Unit = FaultStorage.this.synchronized:
      check(write = true)
      begin()
      val length = buffer.remaining
      val bytes  = new Array[Byte](length)
      buffer.get(buffer.position, bytes)
      strikes(path)(FaultStorage.isOfWrites) match
        case Some(_: Fault.FailedWrite) =>
          keep(bytes, random.nextInt(length / SectorFile.Sector + 1) * SectorFile.Sector, position, WriteFate.Whole)
          throw ioError(path)
        case struck =>
          keep(bytes, length, position, struck.fold(WriteFate.Whole)(fate(_, file.size, position, length)))
          buffer.position(buffer.limit): Unit

    private def keep(bytes: Array[Byte], length: Int, position: Long, fate: WriteFate): Unit =
      if capacity == Long.MaxValue then file.write(bytes, length, position, fate)
      else
        // Page by page, so that the write ends when the space does.
        var at = 0
        while at < length do
          val n = math.min(length - at, Pages.Size - ((position + at) & (Pages.Size - 1)).toInt)
          if used >= capacity && !file.isAllocated(position + at) then
            throw IOException(s"$path: No space left on device")
          file.write(java.util.Arrays.copyOfRange(bytes, at, at + n), n, position + at, fate)
          at += n

    def force(): Unit =
      forcing(path)
      FaultStorage.this.synchronized:
        check(write = false)
        begin()
        if strikes(path)(_.isInstanceOf[Fault.FailedForce]).nonEmpty then
          file.failForce(random)
          throw ioError(path)
        file.force()

    def size: Long = FaultStorage.this.synchronized:
      check(write = false)
      file.size

    def truncate(size: Long): Unit = FaultStorage.this.synchronized:
      check(write = true)
      begin()
      file.truncate(size)

    override def isAt(other: Path): Boolean =
      FaultStorage.this.synchronized(entries.file(absolute(other)).exists(_ eq file))

    def close(): Unit = FaultStorage.this.synchronized { open = false }

object FaultStorage:
  /** An empty storage.
    *
    * @param seed
    *   decides where faults strike within an operation, not whether they do
    */
  def apply(seed: Long = 0): FaultStorage = new FaultStorage(Entries(), SplittableRandom(seed), 0)

  private final class Armed(val fault: Fault, val where: Path => Boolean):
    var left: Int = fault.after

  private val isOfWrites: Fault => Boolean =
    case _: (Fault.FailedWrite | Fault.LostWrite | Fault.TornWrite | Fault.DuplicatedWrite | Fault.MisdirectedWrite) =>
      true
    case _ => false
