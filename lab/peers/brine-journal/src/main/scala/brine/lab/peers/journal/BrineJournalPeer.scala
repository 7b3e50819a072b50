package brine.lab.peers.journal

import java.nio.file.{Files, Path}
import java.util.{Comparator, List as JList, Optional, Set as JSet}
import scala.jdk.CollectionConverters.*

import brine.journal.{JournalSettings, Level}
import brine.lab.peer.{EventLog, IntegerLog, KeyedRecords, Library, LogPeer, LogStore, Resolved, TaggedLog}

/** This project's journal: with its defaults, and with segments so large that a run fits into space that was filled
  * with zeros before it.
  *
  * @param preparedSegment
  *   length in bytes of the segments of the second
  */
final class BrineJournalPeer(preparedSegment: Long) extends LogPeer:
  /** The peer as the lab measures it. */
  def this() = this(1L << 30)

  private def row(name: String, settings: String, more: String*) = Library(
    name,
    Resolved.version("brine-journal"),
    (Set("binary", "self-describing", "evolvable", LogPeer.DURABLE) ++ more).asJava,
    settings,
    Library.LOG
  )

  private val defaults = row(
    "brine",
    "its defaults: checksums, segments of up to 64 MiB filled with zeros ahead; all events in one stream; level Disk (OsCache for os-cache); callers wait for a completion, many in flight are told to a listener; state records of level Disk, each caller waits for the future of its save",
    LogPeer.STATES,
    LogPeer.QUERIES,
    LogPeer.SUBSCRIPTIONS
  )
  private val prepared = row(
    "brine-prepared",
    "the same with segments of 1 GiB, so that the space is there before the clock starts, as it is for the row raw: for the cases that fill a segment of 64 MiB in less than a second"
  )

  private val tagged = row(
    "brine-tags",
    "its defaults; each event has one of a thousand tags and one of a hundred thousand: what brine-unless is compared with"
  )
  private val conditional = row(
    "brine-unless",
    "as brine-tags; each append has the condition that no event has both tags after what is durable, and none has"
  )

  val libraries: JList[Library] = JList.of(defaults, prepared, tagged, conditional)

  override def cases(library: String): JSet[String] =
    if library == tagged.name || library == conditional.name then JSet.of("callers-1", "callers-256", "in-flight-16384")
    else if library == prepared.name then
      JSet.of("callers-256", "in-flight-1024", "in-flight-16384", "bandwidth-64k", "os-cache")
    else JSet.of()

  def open(library: String, folder: Path): LogStore =
    val settings =
      if library == prepared.name then
        JournalSettings(segmentSize = preparedSegment, firstSegmentSize = preparedSegment)
      else JournalSettings()
    val boundary =
      if library == tagged.name then Boundary.Tags
      else if library == conditional.name then Boundary.Condition
      else Boundary.None
    BrineStore(folder, settings, boundary)

private final class BrineStore(root: Path, settings: JournalSettings, boundary: Boundary) extends LogStore:
  def events(name: String, level: LogStore.Level): EventLog =
    val ours = if level == LogStore.Level.DISK then Level.Disk else Level.OsCache
    BrineEvents(root.resolve(name), ours, settings, boundary)

  def integers(name: String): IntegerLog = BrineIntegers(root.resolve(name))

  override def states(name: String): KeyedRecords = BrineStates(root.resolve(name))

  override def tagged(name: String): TaggedLog = BrineTagged(root.resolve(name))

  override def folder(name: String): Optional[Path] = Optional.of(root.resolve(name))

  def drop(name: String): Unit =
    val journal = root.resolve(name)
    if Files.exists(journal) then
      val files = Files.walk(journal)
      try files.sorted(Comparator.reverseOrder).forEach(file => { val _ = Files.deleteIfExists(file) })
      finally files.close()

  def close(): Unit = ()
