package brine.lab.peers.chronicle

import java.nio.file.{Files, Path}
import java.util.{Comparator, List as JList, Optional, Set as JSet}

import brine.lab.peer.{EventLog, IntegerLog, Library, LogPeer, LogStore, Resolved}
import brine.lab.peer.LogStore.Level

/** Chronicle Queue: memory-mapped files, which are forced only where the appender is told to, and only in SYNC mode. */
final class ChroniclePeer extends LogPeer:
  private def row(name: String, traits: JSet[String], settings: String) =
    Library(name, Resolved.version("chronicle-queue"), traits, settings, Library.LOG)

  private val sync = row(
    "chronicle-sync",
    JSet.of("binary", LogPeer.DURABLE),
    "SYNC mode and sync() after each event or batch; one appender, which callers take turns at; os-cache without sync()"
  )
  private val default = row(
    "chronicle",
    JSet.of("binary"),
    "default mode, sync() after each event or batch all the same: this tells the operating system to write some day, which is not durable"
  )

  val libraries: JList[Library] = JList.of(sync, default)

  override def cases(library: String): JSet[String] =
    if library == sync.name then JSet.of() else JSet.of("cunningham", "callers-1", "in-flight-1024")

  def open(library: String, folder: Path): LogStore = ChronicleStore(folder, library == sync.name)

private final class ChronicleStore(root: Path, sync: Boolean) extends LogStore:
  private def queue(name: String, forced: Boolean) = Queue(root.resolve(name), sync && forced, forced)

  def events(name: String, level: Level): EventLog = ChronicleEvents(queue(name, level == Level.DISK))

  def integers(name: String): IntegerLog = ChronicleIntegers(queue(name, forced = true))

  override def folder(name: String): Optional[Path] = Optional.of(root.resolve(name))

  def drop(name: String): Unit =
    val queue = root.resolve(name)
    if Files.exists(queue) then
      val files = Files.walk(queue)
      try files.sorted(Comparator.reverseOrder).forEach(file => { val _ = Files.deleteIfExists(file) })
      finally files.close()

  def close(): Unit = ()
