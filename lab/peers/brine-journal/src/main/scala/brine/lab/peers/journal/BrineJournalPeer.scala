package brine.lab.peers.journal

import java.nio.file.{Files, Path}
import java.util.{Comparator, List as JList, Optional, Set as JSet}

import brine.journal.{JournalSettings, Level}
import brine.lab.peer.{EventLog, IntegerLog, Library, LogPeer, LogStore, Resolved}

/** This project's journal: with its defaults, and with segments so large that a run fits into space that was filled
  * with zeros before it.
  *
  * @param preparedSegment
  *   length in bytes of the segments of the second
  */
final class BrineJournalPeer(preparedSegment: Long) extends LogPeer:
  /** The peer as the lab measures it. */
  def this() = this(1L << 30)

  private def row(name: String, settings: String) = Library(
    name,
    Resolved.version("brine-journal"),
    JSet.of("binary", "self-describing", "evolvable", LogPeer.DURABLE),
    settings,
    Library.LOG
  )

  private val defaults = row(
    "brine",
    "its defaults: checksums, segments of up to 64 MiB filled with zeros ahead; all events in one stream; level Disk (OsCache for os-cache); callers wait for a completion, many in flight are told to a listener"
  )
  private val prepared = row(
    "brine-prepared",
    "the same with segments of 1 GiB, so that the space is there before the clock starts, as it is for the row raw: for the cases that fill a segment of 64 MiB in less than a second"
  )

  val libraries: JList[Library] = JList.of(defaults, prepared)

  override def cases(library: String): JSet[String] =
    if library == prepared.name then
      JSet.of("callers-256", "in-flight-1024", "in-flight-16384", "bandwidth-64k", "os-cache")
    else JSet.of()

  def open(library: String, folder: Path): LogStore =
    val settings =
      if library == prepared.name then
        JournalSettings(segmentSize = preparedSegment, firstSegmentSize = preparedSegment)
      else JournalSettings()
    BrineStore(folder, settings)

private final class BrineStore(root: Path, settings: JournalSettings) extends LogStore:
  def events(name: String, level: LogStore.Level): EventLog =
    BrineEvents(root.resolve(name), if level == LogStore.Level.DISK then Level.Disk else Level.OsCache, settings)

  def integers(name: String): IntegerLog = BrineIntegers(root.resolve(name))

  override def folder(name: String): Optional[Path] = Optional.of(root.resolve(name))

  def drop(name: String): Unit =
    val journal = root.resolve(name)
    if Files.exists(journal) then
      val files = Files.walk(journal)
      try files.sorted(Comparator.reverseOrder).forEach(file => { val _ = Files.deleteIfExists(file) })
      finally files.close()

  def close(): Unit = ()
