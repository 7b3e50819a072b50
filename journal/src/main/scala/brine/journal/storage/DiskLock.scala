package brine.journal.storage

import java.io.{FileInputStream, IOException, InterruptedIOException}
import java.nio.ByteBuffer
import java.nio.channels.{ClosedChannelException, FileChannel, FileLock, OverlappingFileLockException}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{NoSuchFileException, Path}

/** A lock on a file of the disk. Thread-safe.
  *
  * It is lost without notice if somebody deletes or replaces the file, or if another part of the process opens and
  * closes it. A second process can lock a file of that name then, and writes its own text there. So [[isHeld]] compares
  * identity, time and length of the file, and if they differ, its text. That is done once in [[DiskLock.ValidMillis]];
  * whoever locks the file waits longer before it relies on the lock.
  *
  * @param path
  *   the file, without symbolic links in its folder's name
  * @param text
  *   what was written to the file
  * @param isOurs
  *   whether the process itself had the lock before
  */
private[storage] final class DiskLock(
    val path: Path,
    channel: FileChannel,
    private var lock: FileLock,
    text: String,
    isOurs: Boolean,
    onClose: DiskLock => Unit
) extends StorageLock:
  /** The last part of the path: each file that is opened is compared with it. */
  val name: Path = path.getFileName

  @volatile private var state   = FileState.of(path)
  @volatile private var checked = System.nanoTime
  @volatile private var isLost  = false
  private var isClosed          = false

  def isOf(file: FileState): Boolean = state.isSameFile(file)

  override def isHeld: Boolean =
    val now = System.nanoTime
    !isLost && (now - checked < DiskLock.ValidMillis * 1_000_000L || isStillHeld(now))

  private def isStillHeld(now: Long): Boolean = synchronized:
    val isSame =
      try FileState.of(path) == state
      catch
        case _: NoSuchFileException => false
        // Without permission nobody can look, and nobody else gets in.
        case _: IOException => true
    if isSame || !isClosed && relocked() then checked = now else isLost = true
    !isLost

  /** Whether the file has this lock's text, and can be locked once more. Somebody may only have touched or read it. */
  private def relocked(): Boolean =
    try
      val now = FileState.of(path)
      // Reading the file loses the lock, and so does a reading by others that this is to find out about.
      if lock.isValid then lock.release()
      val there = read()
      val again =
        try channel.tryLock()
        catch case _: OverlappingFileLockException => null
      if again == null then false
      else
        lock = again
        state = now
        there == text && FileState.of(path) == now
    catch case _: IOException => false

  // Not by a channel, which an interrupt would close.
  private def read(): String =
    val input = FileInputStream(path.toFile)
    try String(input.readNBytes(DiskLock.MostText), UTF_8)
    finally input.close()

  override def awaitOthers(): Unit =
    if !isOurs then
      try Thread.sleep(DiskLock.WaitMillis)
      catch
        case _: InterruptedException =>
          Thread.currentThread.interrupt()
          throw InterruptedIOException("interrupted while waiting for an earlier owner of the lock")

  def close(): Unit = synchronized:
    if !isClosed then
      isClosed = true
      try
        if lock.isValid then lock.release()
        channel.close()
      finally onClose(this)

  /** The file, as this process may read it without losing the lock. */
  def view: StorageFile = new StorageFile:
    private val bytes = text.getBytes(UTF_8)

    def read(buffer: ByteBuffer, position: Long): Int =
      val length = math.max(0L, math.min(buffer.remaining.toLong, bytes.length - position)).toInt
      if length > 0 then buffer.put(bytes, position.toInt, length): Unit
      length
    def write(buffer: ByteBuffer, position: Long): Unit = throw ClosedChannelException()
    def force(): Unit                                   = ()
    def size: Long                                      = bytes.length
    def truncate(size: Long): Unit                      = throw ClosedChannelException()
    def close(): Unit                                   = ()

private[storage] object DiskLock:
  /** For this time after it was checked a lock counts as held. */
  inline val ValidMillis = 5L

  /** The time in which whoever has lost a lock notices it and has done what it had begun. */
  inline val WaitMillis = 25L

  /** More than the text of a lock has. */
  inline val MostText = 256
