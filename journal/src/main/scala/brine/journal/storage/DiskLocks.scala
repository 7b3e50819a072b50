package brine.journal.storage

import java.io.IOException
import java.nio.ByteBuffer
import java.nio.channels.{FileChannel, OverlappingFileLockException}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.StandardOpenOption.{CREATE, READ, WRITE}
import java.nio.file.Path
import java.time.Instant
import java.util.UUID
import java.util.concurrent.CopyOnWriteArrayList
import scala.jdk.CollectionConverters.*

/** The locks that this process holds on files of the disk.
  *
  * On POSIX systems a process loses its lock on a file when it closes the file by any of its descriptors, also by one
  * that it opened only to read. So what is locked here is not opened a second time here: [[DiskStorage]] asks first.
  */
private[storage] object DiskLocks:
  private val held  = CopyOnWriteArrayList[DiskLock]()
  private val began = Instant.now

  // Closing one of these would release the lock of another part of this process, which has its own copy of this class.
  private val foreign = CopyOnWriteArrayList[FileChannel]()

  /** The lock that this process has on a file, by any name; null if it has none. */
  def of(file: Path): DiskLock | Null =
    val name = file.getFileName
    if !held.asScala.exists(_.name == name) then null
    else
      val path  = real(file)
      val state =
        try FileState.of(file)
        catch case _: IOException => null
      held.asScala.find(lock => lock.path == path || state != null && lock.isOf(state)).orNull

  // By its folder: the file need not exist.
  private def real(file: Path): Path =
    val absolute = file.toAbsolutePath
    absolute.getParent match
      case null   => absolute
      case folder => folder.toRealPath().resolve(absolute.getFileName)

  def lock(file: Path): Option[StorageLock] = synchronized:
    if ofAnyName(file) != null then None
    else
      val channel = FileChannel.open(file, READ, WRITE, CREATE)
      try
        val lock = channel.tryLock()
        if lock == null then
          channel.close()
          None
        else
          val before = text(channel)
          val owner  = s"process ${ProcessHandle.current.pid}, opened ${Instant.now}\nlock ${UUID.randomUUID}\n"
          write(channel, owner)
          val made = DiskLock(real(file), channel, lock, owner, isOurs(before), held.remove(_): Unit)
          held.add(made)
          Some(made)
      catch
        case _: OverlappingFileLockException =>
          foreign.add(channel)
          None
        case error: Throwable =>
          channel.close()
          throw error

  // Files with several names are rare, so this is not done for each file that is opened.
  private def ofAnyName(file: Path): DiskLock | Null =
    val known = of(file)
    if known != null || held.isEmpty then known
    else
      try
        val state = FileState.of(file)
        held.asScala.find(_.isOf(state)).orNull
      catch case _: IOException => null

  private def text(channel: FileChannel): String =
    val bytes = ByteBuffer.allocate(DiskLock.MostText)
    while bytes.hasRemaining && channel.read(bytes, bytes.position) > 0 do ()
    String(bytes.array, 0, bytes.position, UTF_8)

  // Tells people who has it, and others who hold a lock of this name that somebody else has come. A full disk may have
  // no room for it; that is no reason not to lock.
  private def write(channel: FileChannel, text: String): Unit =
    try
      val bytes = ByteBuffer.wrap(text.getBytes(UTF_8))
      channel.truncate(0)
      while bytes.hasRemaining do channel.write(bytes, bytes.position): Unit
    catch case _: IOException => ()

  /** Whether this program wrote a text: then nobody else has lost the lock without noticing. */
  private def isOurs(text: String): Boolean = text.linesIterator.nextOption() match
    case Some(s"process $pid, opened $time") =>
      pid == ProcessHandle.current.pid.toString && {
        try !Instant.parse(time).isBefore(began)
        catch case _: java.time.DateTimeException => false
      }
    case _ => false
