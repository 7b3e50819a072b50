package brine.lab.peers.journal

import java.nio.file.{Files, Path}
import java.util.{Comparator, List as JList, Optional, Set as JSet}

import brine.journal.Level
import brine.lab.peer.{EventLog, IntegerLog, Library, LogPeer, LogStore, Resolved}

/** This project's journal, with its defaults. */
final class BrineJournalPeer extends LogPeer:
  val libraries: JList[Library] = JList.of(
    Library(
      "brine",
      Resolved.version("brine-journal"),
      JSet.of("binary", "self-describing", "evolvable", LogPeer.DURABLE),
      "its defaults: checksums, segments of 64 MiB filled with zeros ahead; all events in one stream; level Disk (OsCache for os-cache); callers wait for a completion, many in flight are told to a listener",
      Library.LOG
    )
  )

  def open(library: String, folder: Path): LogStore = BrineStore(folder)

private final class BrineStore(root: Path) extends LogStore:
  def events(name: String, level: LogStore.Level): EventLog =
    BrineEvents(root.resolve(name), if level == LogStore.Level.DISK then Level.Disk else Level.OsCache)

  def integers(name: String): IntegerLog = BrineIntegers(root.resolve(name))

  override def folder(name: String): Optional[Path] = Optional.of(root.resolve(name))

  def drop(name: String): Unit =
    val journal = root.resolve(name)
    if Files.exists(journal) then
      val files = Files.walk(journal)
      try files.sorted(Comparator.reverseOrder).forEach(file => { val _ = Files.deleteIfExists(file) })
      finally files.close()

  def close(): Unit = ()
