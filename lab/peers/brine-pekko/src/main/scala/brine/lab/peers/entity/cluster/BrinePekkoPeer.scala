package brine.lab.peers.entity.cluster

import java.nio.file.Path
import java.util.{List as JList, Set as JSet}

import brine.lab.model.entity.SiteEntityModel
import brine.lab.peer.{EntityModel, EntityPeer, EntityStore, Library, Resolved}
import brine.lab.postgresql.PostgresqlServer

/** This project on Apache Pekko, over PostgreSQL: its entities on one node and on three, and Pekko's persistent actors
  * over its journal plug-in.
  */
final class BrinePekkoPeer extends EntityPeer:
  private val database = "over PostgreSQL as in the row jdbc-postgresql"

  private def row(name: String, version: String, settings: String, more: String*) = Library(
    name,
    version,
    JSet.of((Seq("binary", "sql", EntityPeer.SERVER, EntityPeer.DURABLE) ++ more)*),
    settings,
    Library.WHOLE
  )

  private def cluster(name: String, nodes: String) = row(
    name,
    s"${Resolved.version("brine-pekko")}, Pekko ${Resolved.version("pekko-cluster-sharding-typed")}",
    s"PekkoEntities on $nodes; 30 shards, no rebalancing; store-jdbc with its defaults $database; " +
      "events, commands and replies by derived codecs; ask on virtual threads; no saved states",
    "evolvable"
  )

  private val one   = cluster("brine-pekko-1", "a cluster of one node")
  private val three = cluster(
    "brine-pekko-3",
    "a cluster of three nodes, a JVM each, with Artery over TCP on loopback; all callers are on one of them"
  )
  private val plugIn = row(
    "pekko-brine-postgresql",
    s"${Resolved.scalaVersion("pekko-persistence-typed")}, brine-pekko ${Resolved.version("brine-pekko")}",
    "typed EventSourcedBehavior as in the row pekko-postgresql, with the journal plug-in of brine-pekko over store-jdbc " +
      s"with its defaults, $database; events as Jackson CBOR without class names"
  )

  val libraries: JList[Library] = JList.of(one, three, plugIn)

  val model: EntityModel = SiteEntityModel()

  def open(library: String, folder: Path): EntityStore = open(library, folder, folder.resolve("programs"))

  override def open(library: String, folder: Path, kept: Path): EntityStore =
    val server = PostgresqlServer(folder, kept)
    if library == one.name then ClusterSites(server, nodes = 1)
    else if library == three.name then ClusterSites(server, nodes = 3)
    else if library == plugIn.name then PlugInSites(server)
    else
      server.close()
      throw IllegalArgumentException(s"no library $library in this peer")
