package brine.lab.peers.entity.cluster

import scala.concurrent.duration.*

import brine.lab.model.entity.{SiteReply, SiteRequest}
import brine.lab.peer.{EntityRequest, EntityStore, JvmWork, LogStore, RunningEntities}
import brine.lab.peers.entity.SiteAsk
import brine.lab.postgresql.PostgresqlServer

/** Sites on a cluster. One of its nodes is in this process, and all requests come from it.
  *
  * @param nodes
  *   number of nodes
  */
private final class ClusterSites(server: PostgresqlServer, nodes: Int) extends EntityStore:
  private val databases = LogDatabases(server)
  private val apart     = NodeProcesses(nodes - 1)

  def entities(name: String, level: LogStore.Level): RunningEntities =
    val url   = databases.url(name)
    val until = Deadline.now + ClusterSites.longestStart
    // Their JVMs start meanwhile.
    apart.launch()
    val own = SiteNode.first(url, until)
    try
      apart.start(url, own.port, until)
      own.awaitNodes(nodes, nodes, until)
      Running(own, name)
    catch
      case failed: Throwable =>
        try own.close()
        catch case more: IllegalStateException => failed.addSuppressed(more)
        throw failed

  def drop(name: String): Unit = databases.drop(name)

  def close(): Unit =
    try apart.close()
    finally databases.close()

  private final class Running(own: SiteNode, name: String) extends RunningEntities:
    def execute(id: String, request: EntityRequest): SiteReply =
      own.sites(id).ask(SiteAsk.Execute(request.asInstanceOf[SiteRequest]))

    def state(id: String): Object = own.sites(id).ask(SiteAsk.State)

    def bytes: Long = databases.bytes(name)

    override def others: JvmWork = apart.work(Deadline.now + ClusterSites.longestAnswer)

    // All nodes end at the same time.
    def close(): Unit =
      val until = Deadline.now + ClusterSites.longestStop
      try apart.beginStop()
      finally
        try own.close()
        finally apart.awaitStop(until)

private object ClusterSites:
  // The lab counts a row as hung if it is silent for 60 seconds while it takes turns, and otherwise for 90. These are
  // shorter, so that a cluster says itself what it waits for.
  private val longestStart  = 45.seconds
  private val longestStop   = 40.seconds
  private val longestAnswer = 40.seconds
