package brine.lab.entities

import java.util.concurrent.{ConcurrentHashMap, ConcurrentLinkedQueue}
import java.util.concurrent.atomic.AtomicInteger
import java.util.function.BiConsumer
import scala.annotation.tailrec

import brine.lab.model.entity.{SiteReply, SiteRequest}
import brine.lab.peer.EntityReply

/** Executes requests of one entity that wait at the same time together, to fill a store quickly: their events are
  * stored in one write. Requests of different entities do not wait for each other. Safe from any thread.
  *
  * @param executeAll
  *   executes requests of an entity in order, stores their events, and calls back with the replies or the failure
  */
final class Gathering(executeAll: (String, Vector[SiteRequest], BiConsumer[Vector[SiteReply], Throwable]) => Unit) {
  import Gathering._

  private val waiting = new ConcurrentHashMap[String, Waiting]

  /** Executes a request. */
  def send(id: String, request: SiteRequest, ended: BiConsumer[EntityReply, Throwable]): Unit = {
    val own = waiting.computeIfAbsent(id, _ => new Waiting)
    own.requests.add(new Pending(request, ended))
    if (own.unfinished.getAndIncrement() == 0) begin(id, own)
  }

  /** Called by whoever found no batch under way, or ended one: there is one of these at a time. */
  private def begin(id: String, own: Waiting): Unit = {
    val batch = taken(own.requests, Vector.empty)
    executeAll(
      id,
      batch.map(_.request),
      (replies, failure) => {
        val left = own.unfinished.addAndGet(-batch.size)
        if (left > 0) begin(id, own)
        if (failure == null) batch.lazyZip(replies).foreach((pending, reply) => pending.ended.accept(reply, null))
        else batch.foreach(_.ended.accept(null, failure))
      }
    )
  }

  @tailrec private def taken(from: ConcurrentLinkedQueue[Pending], before: Vector[Pending]): Vector[Pending] = {
    val next = if (before.size < Largest) from.poll() else null
    if (next == null) before else taken(from, before :+ next)
  }
}

object Gathering {
  private val Largest = 1000

  private final class Pending(val request: SiteRequest, val ended: BiConsumer[EntityReply, Throwable])

  /** Requests of one entity, and how many of them have no reply. */
  private final class Waiting {
    val requests   = new ConcurrentLinkedQueue[Pending]
    val unfinished = new AtomicInteger
  }
}
