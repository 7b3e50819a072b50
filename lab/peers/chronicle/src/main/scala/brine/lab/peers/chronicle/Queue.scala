package brine.lab.peers.chronicle

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

import net.openhft.chronicle.bytes.{Bytes, SyncMode}
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder

/** One queue with its one appender. Safe from any thread: one at a time.
  *
  * @param sync
  *   SYNC mode instead of the default
  * @param syncing
  *   whether the appender is told to sync
  */
private final class Queue(folder: Path, sync: Boolean, syncing: Boolean) extends AutoCloseable:
  private val queue =
    val builder = SingleChronicleQueueBuilder.binary(folder)
    (if sync then builder.syncMode(SyncMode.SYNC) else builder).build()
  private val appender = queue.createAppender()
  appender.singleThreadedCheckDisabled(true)
  private val scratch = Bytes.allocateElasticOnHeap(1 << 16)

  /** Appends one document a record that `write` writes, then syncs once. */
  def append(records: Int)(write: (Int, Bytes[?]) => Unit): Unit = synchronized:
    var index = 0
    while index < records do
      val document = appender.writingDocument()
      try write(index, document.wire.bytes)
      finally document.close()
      index += 1
    if syncing then appender.sync()

  def read(each: Bytes[?] => Unit): Unit = synchronized:
    val tailer = queue.createTailer()
    try
      val _ = tailer.toStart()
      while tailer.readBytes(scratch.clear()) do each(scratch)
    finally tailer.close()

  /** Fills what is still a hole in the first `length` bytes of the file that is written to. Nothing else may use it. */
  def prepare(length: Long): Unit = synchronized:
    if newestFile.isEmpty then
      // The file exists once a record was begun.
      val document = appender.writingDocument()
      document.rollbackOnClose()
      document.close()
    newestFile.foreach(Zeros.fill(_, length))

  private def newestFile: Option[Path] =
    val files = Files.list(folder)
    try files.iterator.asScala.filter(_.toString.endsWith(".cq4")).maxByOption(_.toString)
    finally files.close()

  /** Up to the end of the last record: files are set aside by 64 MiB and more. */
  def bytes: Long = synchronized(Option(appender.wire).fold(0L)(_.bytes.writePosition))

  def close(): Unit = synchronized:
    appender.close()
    queue.close()
    scratch.releaseLast()
