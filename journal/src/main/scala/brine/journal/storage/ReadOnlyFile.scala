package brine.journal.storage

import brine.journal.support.StackProbe
import java.io.{FileNotFoundException, IOException, RandomAccessFile}
import java.nio.ByteBuffer
import java.nio.channels.{AsynchronousFileChannel, ClosedChannelException}
import java.nio.file.StandardOpenOption.READ
import java.nio.file.{FileSystems, Files, Path}
import java.util.concurrent.{ExecutionException, Future}
import java.util.concurrent.locks.ReentrantLock

/** Opens files that are only read, on threads of users. An interrupt of a thread that reads closes a `FileChannel` for
  * all its users. These files ignore interrupts: the read completes, and the thread's flag stays set.
  */
private[storage] object ReadOnlyFile:
  private val isWindows = System.getProperty("os.name", "").startsWith("Windows")

  def open(file: Path): StorageFile =
    // Elsewhere an open `RandomAccessFile` would keep the file from being renamed or deleted, or there is none.
    if isWindows || (file.getFileSystem ne FileSystems.getDefault) then AsynchronousReadOnlyFile.open(file)
    else
      try RandomAccessReadOnlyFile(RandomAccessFile(file.toFile, "r"))
      catch case refused: FileNotFoundException => openedAfter(refused, file)

  // The exception does not tell a file that is missing from one that may not be read. The other way throws what does,
  // or is right as well, if somebody has made the file since.
  private def openedAfter(refused: FileNotFoundException, file: Path): StorageFile =
    val opened = AsynchronousReadOnlyFile.open(file)
    // A folder can be opened here, and not read.
    if Files.isDirectory(file) then
      opened.close()
      throw refused
    opened

private abstract class ReadOnlyFile extends StorageFile:
  private def refuse(): Nothing                       = throw IOException("this file was opened for reading only")
  def write(buffer: ByteBuffer, position: Long): Unit = refuse()
  def truncate(size: Long): Unit                      = refuse()
  def force(): Unit                                   = refuse()

private final class RandomAccessReadOnlyFile(file: RandomAccessFile) extends ReadOnlyFile:
  // The position belongs to the file; and a descriptor that is closed during a read could be another file's by then.
  private val lock     = ReentrantLock()
  private var isClosed = false

  // Not inline: Scala 3.3 would take the package of StackProbe for an object.
  private def takeLock(): Unit =
    StackProbe.require()
    lock.lock()

  private inline def alone[A](inline body: A): A =
    takeLock()
    try
      if isClosed then throw ClosedChannelException()
      body
    finally lock.unlock()

  def read(buffer: ByteBuffer, position: Long): Int = alone:
    var total = 0
    if buffer.hasRemaining then
      file.seek(position)
      var n = 0
      while buffer.hasRemaining && { n = readSome(buffer); n > 0 } do total += n
    total

  private def readSome(buffer: ByteBuffer): Int =
    if buffer.hasArray then
      val n = file.read(buffer.array, buffer.arrayOffset + buffer.position, buffer.remaining)
      if n > 0 then buffer.position(buffer.position + n): Unit
      n
    else
      val bytes = new Array[Byte](math.min(buffer.remaining, 1 << 16))
      val n     = file.read(bytes)
      if n > 0 then buffer.put(bytes, 0, n): Unit
      n

  def size: Long = alone(file.length)

  def close(): Unit =
    takeLock()
    try
      isClosed = true
      file.close()
    finally lock.unlock()

/** Reads by another thread, which nobody interrupts. */
private final class AsynchronousReadOnlyFile(channel: AsynchronousFileChannel) extends ReadOnlyFile:
  def read(buffer: ByteBuffer, position: Long): Int =
    var total = 0
    var n     = 0
    while buffer.hasRemaining && { n = result(channel.read(buffer, position + total)).intValue; n > 0 } do total += n
    total

  // Waits in any case: until then, the bytes may still be changing.
  private def result(read: Future[Integer]): Integer =
    var isInterrupted          = false
    var result: Integer | Null = null
    try
      while result == null do
        try result = read.get
        catch case _: InterruptedException => isInterrupted = true
      result.nn
    catch
      case failed: ExecutionException =>
        failed.getCause match
          case error: IOException => throw error
          case error              => throw IOException(error)
    finally if isInterrupted then Thread.currentThread.interrupt()

  def size: Long    = channel.size
  def close(): Unit = channel.close()

private object AsynchronousReadOnlyFile:
  def open(file: Path): StorageFile = AsynchronousReadOnlyFile(AsynchronousFileChannel.open(file, READ))
