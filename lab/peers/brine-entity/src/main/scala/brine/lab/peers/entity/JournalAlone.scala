package brine.lab.peers.entity

import java.nio.file.Path
import java.util.concurrent.ConcurrentHashMap

import brine.journal.{Completion, ExpectedVersion, Journal, JournalException}
import brine.lab.model.entity.*
import brine.lab.peer.{EntityRequest, RunningEntities, UsedBytes}
import brine.lab.peers.entity.SiteCodecs.given

/** What the journal does for the same callers without entities: the events of a command are appended to the stream of
  * its site, whatever the version. They are those that a new site would decide on, because there is no state. A query
  * waits for the latest append to its site, as the reply of an entity waits for all that it has seen.
  */
private final class JournalAlone(folder: Path) extends RunningEntities:
  private val journal = Journal.open(folder)
  private val streams = ConcurrentHashMap[String, JournalAlone.Stream]()

  def execute(id: String, request: EntityRequest): SiteReply =
    val stream = streams.computeIfAbsent(id, id => JournalAlone.Stream(s"site-$id", version(s"site-$id")))
    val own    = request.asInstanceOf[SiteRequest]
    if own.isQuery then query(stream) else append(stream, own)

  private def append(stream: JournalAlone.Stream, request: SiteRequest): SiteReply =
    val decided    = stream.decide(request)
    val completion = journal.append(stream.name, ExpectedVersion.Any, decided.changes)
    stream.latest = completion
    decided.reply.copy(version = versionOf(completion))

  private def query(stream: JournalAlone.Stream): SiteReply =
    val latest  = stream.latest
    val version = if latest == null then stream.opened else versionOf(latest)
    SiteReply(isAccepted = true, version, 0, 0)

  private def versionOf(completion: Completion): Long = completion.await() match
    case Right(appended) => appended.version
    case Left(error)     => throw JournalException(error)

  private def version(stream: String): Long =
    journal.version(stream).fold(error => throw JournalException(error), identity)

  def state(id: String): Object = throw UnsupportedOperationException("it has no entities, and so no states")

  def bytes: Long = UsedBytes.ofSegments(folder)

  def close(): Unit = journal.close()

private object JournalAlone:
  /** @param opened
    *   version when the journal was opened
    */
  private final class Stream(val name: String, val opened: Long):
    /** An append of the latest ones: callers race for it. */
    @volatile var latest: Completion = null

    private var site = if opened == 0 then SiteState.initial else created

    /** The site stays as it was created. */
    def decide(request: SiteRequest): SiteDecision =
      if site.version >= created.version then SiteEntity.decide(site, request)
      else
        synchronized:
          val decided = SiteEntity.decide(site, request)
          site = SiteEntity.evolve(site, decided.changes)
          decided

  private val created: SiteState =
    val model = SiteEntityModel().expected()
    SiteEntityModel().creating("site").forEach(request => { val _ = model.execute(request) })
    model.state.asInstanceOf[SiteState]
