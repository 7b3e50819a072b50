package brine.lab.peers.sqlite

import java.nio.file.Path
import java.util.{List as JList, Set as JSet}

import brine.lab.model.entity.SiteEntityModel
import brine.lab.peers.entity.DatabaseSites
import brine.lab.peer.{EntityModel, EntityPeer, EntityStore, Library, Resolved}
import brine.lab.sql.SqlEntityStore

/** Sites by plain JDBC over SQLite. */
final class SqliteEntityPeer extends EntityPeer:
  val libraries: JList[Library] = JList.of(
    Library(
      "jdbc-sqlite",
      s"SQLite ${Resolved.version("sqlite-jdbc")}",
      JSet.of("binary", "sql", EntityPeer.DURABLE),
      "plain JDBC, states in memory: table site_events with a version; a commit for each command; WAL, synchronous=FULL; one connection that callers take turns at; events by brine's codec",
      Library.WHOLE
    ).recommendedBy("sqlite.org/wal.html"),
    Library(
      "brine-sqlite",
      Resolved.version("brine-entity"),
      JSet.of("binary", "evolvable", "sql", EntityPeer.DURABLE),
      "entities over store-jdbc with its defaults, over SQLite as in the row jdbc-sqlite; events by derived codecs; all are preloaded; ask on virtual threads; no saved states",
      Library.WHOLE
    )
  )

  val model: EntityModel = SiteEntityModel()

  def open(library: String, folder: Path): EntityStore =
    val database = Sqlite(folder.resolve("site.db"))
    if library == "jdbc-sqlite" then SqlEntityStore(database) else DatabaseSites(database)
