package brine.lab.peers.leveldb

import java.nio.file.Path
import java.util.{List as JList, Set as JSet}

import brine.lab.model.entity.SiteEntityModel
import brine.lab.peer.{EntityModel, EntityPeer, EntityStore, Library, Resolved}

/** Pekko Persistence with the journal that it brings along, on LevelDB in this process. */
final class PekkoLeveldbPeer extends EntityPeer:
  val libraries: JList[Library] = JList.of(
    Library(
      "pekko-leveldb",
      s"${Resolved.scalaVersion("pekko-persistence-typed")}, leveldbjni ${Resolved.version("leveldbjni-all")}",
      JSet.of("binary", EntityPeer.DURABLE),
      "typed EventSourcedBehavior, one actor per site, no snapshots; events as Jackson CBOR without class names; " +
        "native LevelDB, fsync=on (off for os-cache)",
      Library.WHOLE,
      "pekko.apache.org/docs/pekko/current/persistence-plugins.html"
    )
  )

  val model: EntityModel = SiteEntityModel()

  def open(library: String, folder: Path): EntityStore = LeveldbSites(folder)
