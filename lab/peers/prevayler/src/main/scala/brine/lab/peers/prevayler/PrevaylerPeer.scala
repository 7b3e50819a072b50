package brine.lab.peers.prevayler

import java.nio.file.{Files, Path}
import java.util.{List as JList, Optional, Set as JSet}

import brine.lab.peer.{EventLog, IntegerLog, Library, LogPeer, LogStore, Resolved}
import brine.lab.peer.LogStore.Level

/** System prevalence: a record is a transaction, which is journaled and then executed. */
final class PrevaylerPeer extends LogPeer:
  val libraries: JList[Library] = JList.of(
    Library(
      "prevayler",
      Resolved.version("prevayler-core"),
      JSet.of("binary", "self-describing", LogPeer.DURABLE),
      "journal by Java serialization, disk sync on (off for os-cache), no deep copy, a system that only counts; a batch is one transaction",
      Library.LOG
    )
  )

  def open(library: String, folder: Path): LogStore = PrevaylerStore(folder)

private final class PrevaylerStore(root: Path) extends LogStore:
  def events(name: String, level: Level): EventLog = PrevaylerEvents(Journal(root.resolve(name), level == Level.DISK))

  def integers(name: String): IntegerLog = PrevaylerIntegers(Journal(root.resolve(name), sync = true))

  override def folder(name: String): Optional[Path] = Optional.of(root.resolve(name))

  def drop(name: String): Unit =
    val journal = root.resolve(name)
    if Files.exists(journal) then
      val files = Files.list(journal)
      try files.forEach(file => { val _ = Files.deleteIfExists(file) })
      finally files.close()
      Files.delete(journal)

  def close(): Unit = ()
