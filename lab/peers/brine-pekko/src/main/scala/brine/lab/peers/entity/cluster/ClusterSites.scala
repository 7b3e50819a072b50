package brine.lab.peers.entity.cluster

import brine.lab.model.entity.{SiteReply, SiteRequest}
import brine.lab.peer.{EntityRequest, EntityStore, LogStore, RunningEntities}
import brine.lab.peers.entity.SiteAsk
import brine.lab.postgresql.PostgresqlServer

/** Sites on a cluster. One of its nodes is in this process, and all requests come from it.
  *
  * @param nodes
  *   number of nodes
  */
private final class ClusterSites(server: PostgresqlServer, nodes: Int) extends EntityStore:
  private val databases = LogDatabases(server)
  private val others    = NodeProcesses(nodes - 1)

  def entities(name: String, level: LogStore.Level): RunningEntities =
    val url = databases.url(name)
    val own = SiteNode.first(url)
    try
      others.start(url, own.port)
      own.awaitNodes(nodes)
      Running(own, name)
    catch
      case failed: Throwable =>
        own.close()
        throw failed

  def drop(name: String): Unit = databases.drop(name)

  def close(): Unit =
    try others.close()
    finally databases.close()

  private final class Running(own: SiteNode, name: String) extends RunningEntities:
    def execute(id: String, request: EntityRequest): SiteReply =
      own.sites(id).ask(SiteAsk.Execute(request.asInstanceOf[SiteRequest]))

    def state(id: String): Object = own.sites(id).ask(SiteAsk.State)

    def bytes: Long = databases.bytes(name)

    def close(): Unit =
      try others.stop()
      finally own.close()
