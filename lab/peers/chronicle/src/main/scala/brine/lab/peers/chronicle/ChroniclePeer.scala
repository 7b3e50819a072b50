package brine.lab.peers.chronicle

import java.nio.file.{Files, Path}
import java.util.{Comparator, List as JList, Optional, Set as JSet}

import brine.lab.peer.{EventLog, IntegerLog, Library, LogPeer, LogStore, Resolved}
import brine.lab.peer.LogStore.Level

/** Chronicle Queue: memory-mapped files, which are forced only where the appender is told to, and only in SYNC mode.
  *
  * @param preparedBytes
  *   bytes of a queue's file that the row with a prepared file fills with zeros before it appends
  */
final class ChroniclePeer(preparedBytes: Long) extends LogPeer:
  /** The peer as the lab measures it. */
  def this() = this(1L << 30)

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

  private val prepared = row(
    "chronicle-sync-prepared",
    sync.traits,
    "as chronicle-sync, with a GiB of the file filled with zeros before the clock starts, as for brine-prepared. Its " +
      "own pretoucher would do that, but belongs to Chronicle Queue Enterprise: createPretoucher of the open-source " +
      "version has none"
  ).recommendedBy("portal.chronicle.software/docs/queue/chronicle-queue/performance/pretouching.html")

  val libraries: JList[Library] = JList.of(sync, prepared, default)

  override def cases(library: String): JSet[String] =
    if library == sync.name then JSet.of()
    else if library == prepared.name then
      JSet.of("callers-256", "in-flight-1024", "in-flight-16384", "bandwidth-64k", "os-cache")
    else JSet.of("cunningham", "callers-1", "in-flight-1024")

  def open(library: String, folder: Path): LogStore =
    ChronicleStore(folder, library != default.name, if library == prepared.name then preparedBytes else 0)

private final class ChronicleStore(root: Path, sync: Boolean, prepared: Long) extends LogStore:
  private def queue(name: String, forced: Boolean) =
    val found = Queue(root.resolve(name), sync && forced, forced)
    if prepared > 0 then found.prepare(prepared)
    found

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
