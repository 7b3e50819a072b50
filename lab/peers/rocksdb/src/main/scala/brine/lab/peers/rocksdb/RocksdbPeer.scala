package brine.lab.peers.rocksdb

import java.nio.file.{Files, Path}
import java.util.{Comparator, List as JList, Optional, Set as JSet}

import org.rocksdb.RocksDB

import brine.lab.peer.{EventLog, IntegerLog, KeyedRecords, Library, LogPeer, LogStore, Resolved}
import brine.lab.peer.LogStore.Level

/** RocksDB in the process itself: a write-ahead log in front of sorted tables, here with the number of each record as
  * its key.
  */
final class RocksdbPeer extends LogPeer:
  val libraries: JList[Library] = JList.of(
    Library(
      "rocksdb",
      Resolved.version("rocksdbjni"),
      JSet.of("binary", LogPeer.DURABLE, LogPeer.STATES),
      "one WriteBatch with sync for each event or batch, shared by callers that wait at the same time; no sync for " +
        "os-cache, with each batch given to the operating system; files of the write-ahead log are used again " +
        "(recycle_log_file_num), keys are numbers of 8 bytes; " +
        "records by key: put with sync, get; all else its defaults",
      Library.LOG
    ).recommendedBy("github.com/facebook/rocksdb/wiki/WAL-Performance")
  )

  /** Its native library is in its jar for few systems, and is unpacked into the folder for temporary files. */
  override def unavailable(library: String): String =
    try
      RocksDB.loadLibrary()
      ""
    catch
      case failure: (LinkageError | RuntimeException) =>
        val cause = Iterator.iterate[Throwable](failure)(_.getCause).takeWhile(_ != null).toList.last
        s"its native library cannot be loaded on this system: $cause. It is unpacked into the folder for temporary files, " +
          s"${sys.props("java.io.tmpdir")}; choose another one with JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=DIR"

  def open(library: String, folder: Path): LogStore = RocksdbStore(folder)

private final class RocksdbStore(root: Path) extends LogStore:
  def events(name: String, level: Level): EventLog =
    RocksdbEvents(Records(root.resolve(name), isForced = level == Level.DISK))

  def integers(name: String): IntegerLog = RocksdbIntegers(Records(root.resolve(name), isForced = true))

  override def states(name: String): KeyedRecords = RocksdbStates(root.resolve(name))

  override def folder(name: String): Optional[Path] = Optional.of(root.resolve(name))

  def drop(name: String): Unit =
    val database = root.resolve(name)
    if Files.exists(database) then
      val files = Files.walk(database)
      try files.sorted(Comparator.reverseOrder).forEach(file => { val _ = Files.deleteIfExists(file) })
      finally files.close()

  def close(): Unit = ()
