package brine.examples.site.service

import brine.codec.Codec
import brine.entity.Answer
import brine.examples.site.history.{SiteHistories, SiteHistory}
import brine.examples.site.model.*
import brine.examples.site.stores.Store
import brine.examples.site.views.{ListedSite, LogOfViews, SiteList, Statistics, View}
import brine.journal.{EventLogReader, Offset, Record}
import java.nio.ByteBuffer
import java.security.MessageDigest
import java.time.Duration
import java.util.UUID

/** Sites as entities, their histories, and views of all of them. Knows nothing of HTTP. Thread-safe; its methods wait,
  * so call them on virtual threads.
  *
  * @param store
  *   stays open when the service is closed
  * @param sites
  *   closed with the service
  */
final class SiteService(store: Store, sites: SiteEntities) extends AutoCloseable:
  import SiteService.*

  /** All in this process. */
  def this(store: Store) = this(store, SiteEntities.local(store.log))

  private val histories = SiteHistories(store.log)

  /** Whether the database had views of another log. They are built again. */
  val viewsWereOfAnotherLog: Boolean = LogOfViews.claim(store.log, store.connect, List(SiteList, Statistics))

  private val list    = View.open(store.log, store.connect, SiteList)
  private val numbers = View.open(store.log, store.connect, Statistics)

  /** The views, by name. */
  val views: Map[String, View] = List(list, numbers).map(view => view.name -> view).toMap

  /** The log, for live streams and imports. */
  def log: EventLogReader = store.log

  /** Executes commands, all or none. Their events are durable when it returns.
    *
    * @param key
    *   names these commands: sent again with the same key, they are not executed again, and have the same answer
    * @throws KeyUsedException
    *   if the key was used for other commands, or with another `basedOn`. Nothing is executed
    */
  def change(id: UUID, commands: Vector[SiteCommand], basedOn: Option[Long], key: Option[UUID]): Answer[Changed] =
    // Without this, the answer to the others would say that these were executed.
    val request = key.fold(0L)(_ => numberOf(commands, basedOn))
    val answer  = sites(id.toString).answer(SiteAsk.Change(id, commands, basedOn, request), key)
    val known   = answer.value.request
    if known != request && known != 0 then throw KeyUsedException()
    answer

  def site(id: UUID): Answer[SiteState] = sites(id.toString).answer(SiteAsk.Look)

  def history(id: UUID): SiteHistory = histories(id)

  /** Sites that have all words of a search.
    *
    * @param seen
    *   the list waits until it has the events up to here, so that callers find what they have written
    */
  def search(text: String, before: Long, most: Int, seen: Offset): Vector[ListedSite] =
    list.read(seen, Timeout)(SiteList.search(_, _, text, before, most))

  /** Numbers of sites by type, and of events by kind. */
  def statistics(): (Vector[(String, Long)], Vector[(String, Long)]) =
    numbers.read(Offset.Begin, Timeout): (connection, version) =>
      (Statistics.counts(connection, version, "sites"), Statistics.counts(connection, version, "events"))

  def close(): Unit =
    views.values.foreach(_.close())
    sites.close()

object SiteService:
  /** A number that follows from a request, and is practically never that of another one. */
  private def numberOf(commands: Vector[SiteCommand], basedOn: Option[Long]): Long =
    val digest = MessageDigest.getInstance("SHA-256").digest(Codec.encodeBare((commands, basedOn)))
    ByteBuffer.wrap(digest).getLong | 1 // never 0

  /** How long a caller waits for an answer. */
  val Timeout: Duration = Duration.ofSeconds(10)

  /** The id of the site of a record. */
  def siteOf(record: Record[?]): String = record.stream.drop(Sites.name.length + 1)
