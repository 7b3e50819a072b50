package brine.lab.peers.rocksdb

import java.io.IOException
import java.nio.ByteBuffer
import java.nio.file.{Files, Path}
import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.locks.ReentrantLock
import scala.collection.mutable
import scala.jdk.CollectionConverters.*

import org.rocksdb.{Options, RocksDB, WriteBatch, WriteOptions}

/** One database, whose keys are the numbers of its records. Safe from any thread.
  *
  * Callers that wait at the same time share one write, and so one fsync. RocksDB groups the writes of threads itself.
  * But a virtual thread holds its carrier while it is in native code, so a group would have no more of them than cores.
  *
  * @param isForced
  *   whether an append waits for an fsync
  */
private final class Records(folder: Path, isForced: Boolean) extends AutoCloseable:
  private val options = Options().setCreateIfMissing(true).setRecycleLogFileNum(4)
  private val writing = WriteOptions().setSync(isForced)
  private val db      =
    Files.createDirectories(folder)
    try RocksDB.open(options, folder.toString)
    catch
      case failure: Throwable =>
        options.close()
        writing.close()
        throw failure

  private val waiting = ConcurrentLinkedQueue[Records.Waiting]()
  private val writer  = ReentrantLock()
  private var next    = nextAfterLast() // guarded by writer
  private var isOpen  = true            // guarded by writer

  private def nextAfterLast(): Long =
    val cursor = db.newIterator()
    try
      cursor.seekToLast()
      if cursor.isValid then ByteBuffer.wrap(cursor.key).getLong + 1 else 0
    finally cursor.close()

  /** Appends in one step, and returns when the operating system has the records, or the disk if `isForced`. */
  def append(records: Array[Array[Byte]]): Unit =
    val own = Records.Waiting(records)
    waiting.add(own)
    writer.lock()
    try while !own.isDone do write(group())
    finally writer.unlock()
    own.failure.foreach(cause => throw IOException(s"RocksDB did not append to $folder: ${cause.getMessage}", cause))

  /** Everything that waits, up to the length that RocksDB's own groups have. */
  private def group(): Seq[Records.Waiting] =
    val found = mutable.ArrayBuffer[Records.Waiting]()
    var bytes = 0L
    while bytes < Records.groupBytes && !waiting.isEmpty do
      val one = waiting.poll()
      bytes += one.bytes
      found += one
    found.toSeq

  private def write(group: Seq[Records.Waiting]): Unit =
    val batch = WriteBatch()
    try
      if !isOpen then throw IllegalStateException("it is closed")
      var number = next
      for one <- group; record <- one.records do
        batch.put(Records.key(number), record)
        number += 1
      db.write(writing, batch)
      next = number
      group.foreach(_.isDone = true)
    catch
      // All of the group must be told: they would wait for ever.
      case cause: Throwable =>
        group.foreach: one =>
          one.failure = Some(cause)
          one.isDone = true
    finally batch.close()

  def read(each: Array[Byte] => Unit): Unit =
    val cursor = db.newIterator()
    try
      cursor.seekToFirst()
      while cursor.isValid do
        each(cursor.value)
        cursor.next()
      cursor.status()
    finally cursor.close()

  /** The length of its logs and tables. */
  def bytes: Long =
    val files = Files.list(folder)
    try files.iterator.asScala.filter(file => Records.isData(file.getFileName.toString)).map(Files.size(_)).sum
    finally files.close()

  def close(): Unit =
    writer.lock()
    try
      if isOpen then
        isOpen = false
        db.close()
        writing.close()
        options.close()
    finally writer.unlock()

private object Records:
  private val groupBytes = 1 << 20

  private def key(number: Long): Array[Byte] = ByteBuffer.allocate(8).putLong(number).array

  private def isData(name: String) = name.endsWith(".log") || name.endsWith(".sst")

  /** Records that one caller waits for. Guarded by the lock of the writer, except `records`. */
  private final class Waiting(val records: Array[Array[Byte]]):
    var isDone  = false
    var failure = Option.empty[Throwable]

    def bytes: Long = records.iterator.map(_.length.toLong).sum
