package brine.lab.peers.entity

import java.nio.file.{Files, Path}
import java.util.{Comparator, List as JList}
import scala.jdk.CollectionConverters.*

import brine.journal.Journal
import brine.lab.model.entity.SiteEntityModel
import brine.lab.peer.{EntityModel, EntityPeer, EntityStore, Library, LogStore, Resolved, RunningEntities, UsedBytes}

/** This project's entities and prevalent systems over its journal, and the journal without them. */
final class BrineEntityPeer extends EntityPeer:
  import BrineEntityPeer.*

  private def row(name: String, settings: String, more: String*) = Library(
    name,
    Resolved.version("brine-entity"),
    (Set("binary", "evolvable", EntityPeer.DURABLE) ++ more).asJava,
    settings,
    Library.WHOLE
  )

  private val entities = row(
    "brine",
    "entities over the journal in files, with its defaults; events by derived codecs; all are preloaded; ask on virtual threads; no saved states"
  )
  private val prevalence = row(
    "brine-prevalence",
    "one prevalent system of all sites, with its defaults; transactions by derived codecs; execute on virtual threads; no saved states"
  )
  private val alone = row(
    "brine-journal-direct",
    "the same events appended to the journal by the same callers, without entities; a query waits for the latest append to its stream",
    EntityPeer.LOG_ALONE
  )

  val libraries: JList[Library] = JList.of(entities, prevalence, alone)

  val model: EntityModel = SiteEntityModel()

  def open(library: String, folder: Path): EntityStore =
    if library == prevalence.name then BrineStore(folder, BrinePrevalence(_))
    else if library == alone.name then BrineStore(folder, JournalAlone(_))
    else BrineStore(folder, folder => EntitiesOverLog(Journal.open(folder), () => UsedBytes.ofSegments(folder)))

private object BrineEntityPeer:
  /** A folder for each name. Every level is that of the disk: callers share its writes. */
  private final class BrineStore(root: Path, running: Path => RunningEntities) extends EntityStore:
    def entities(name: String, level: LogStore.Level): RunningEntities = running(root.resolve(name))

    def drop(name: String): Unit =
      val folder = root.resolve(name)
      if Files.exists(folder) then
        val files = Files.walk(folder)
        try files.sorted(Comparator.reverseOrder).forEach(file => { val _ = Files.deleteIfExists(file) })
        finally files.close()

    def close(): Unit = ()
