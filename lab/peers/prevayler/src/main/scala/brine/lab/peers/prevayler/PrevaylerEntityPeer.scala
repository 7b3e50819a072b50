package brine.lab.peers.prevayler

import java.nio.file.{Files, Path}
import java.util.{List as JList, Set as JSet}

import brine.lab.model.entity.SiteEntityModel
import brine.lab.peer.{EntityModel, EntityPeer, EntityStore, Library, LogStore, Resolved, RunningEntities}

/** Sites by system prevalence: a command is a transaction, which is journaled and then executed. */
final class PrevaylerEntityPeer extends EntityPeer:
  val libraries: JList[Library] = JList.of(
    Library(
      "prevayler",
      Resolved.version("prevayler-core"),
      JSet.of("binary", "self-describing", EntityPeer.DURABLE),
      "one prevalent system of all sites, changed in place; transactions by Java serialization, disk sync on, no deep copy; callers on virtual threads; no snapshots",
      Library.WHOLE
    )
  )

  val model: EntityModel = SiteEntityModel()

  def open(library: String, folder: Path): EntityStore = PrevaylerEntityStore(folder)

private final class PrevaylerEntityStore(root: Path) extends EntityStore:
  def entities(name: String, level: LogStore.Level): RunningEntities =
    PrevaylerSites(root.resolve(name), level == LogStore.Level.DISK)

  def drop(name: String): Unit =
    val folder = root.resolve(name)
    if Files.exists(folder) then
      val files = Files.list(folder)
      try files.forEach(file => { val _ = Files.deleteIfExists(file) })
      finally files.close()
      Files.delete(folder)

  def close(): Unit = ()
