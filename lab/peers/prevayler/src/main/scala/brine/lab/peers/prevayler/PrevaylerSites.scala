package brine.lab.peers.prevayler

import java.nio.file.{Files, Path}
import java.util.{Date, HashMap}
import org.prevayler.{Prevayler, PrevaylerFactory, Query, TransactionWithQuery}

import brine.lab.model.entity.{SiteEntity, SiteReply, SiteRequest, SiteState}
import brine.lab.peer.{EntityRequest, RunningEntities}

/** All sites in one prevalent system. */
private final class PrevaylerSites(folder: Path, sync: Boolean) extends RunningEntities:
  private val prevayler: Prevayler[Sites] =
    val factory = PrevaylerFactory[Sites]()
    factory.configurePrevalentSystem(Sites())
    factory.configurePrevalenceDirectory(folder.toString)
    factory.configureJournalDiskSync(sync)
    factory.configureTransactionDeepCopy(false)
    factory.create()

  def execute(id: String, request: EntityRequest): SiteReply =
    val own = request.asInstanceOf[SiteRequest]
    if own.isQuery then prevayler.execute(AskSite(id, own)) else prevayler.execute(ExecuteRequest(id, own))

  def state(id: String): Object = prevayler.execute(StateOfSite(id))

  def bytes: Long =
    val files = Files.list(folder)
    try files.mapToLong(Files.size(_)).sum
    finally files.close()

  def close(): Unit = prevayler.close()

/** The prevalent system. Prevayler executes one transaction at a time. */
private final class Sites:
  private val sites = HashMap[String, SiteState]()

  def site(id: String): SiteState = sites.getOrDefault(id, SiteState.initial)

  def execute(id: String, request: SiteRequest): SiteReply =
    val before  = site(id)
    val decided = SiteEntity.decide(before, request)
    if decided.changes.nonEmpty then sites.put(id, SiteEntity.evolve(before, decided.changes)): Unit
    decided.reply

/** A command: written to the journal, then executed. */
@SerialVersionUID(1L)
private final class ExecuteRequest(id: String, request: SiteRequest) extends TransactionWithQuery[Sites, SiteReply]:
  def executeAndQuery(sites: Sites, time: Date): SiteReply = sites.execute(id, request)

/** A query, which the journal does not get. */
private final class AskSite(id: String, request: SiteRequest) extends Query[Sites, SiteReply]:
  def query(sites: Sites, time: Date): SiteReply = SiteEntity.decide(sites.site(id), request).reply

private final class StateOfSite(id: String) extends Query[Sites, SiteState]:
  def query(sites: Sites, time: Date): SiteState = sites.site(id)
