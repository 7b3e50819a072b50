package brine.entity.projection.internal

import brine.entity.projection.ProjectionError
import java.util.concurrent.{CompletableFuture, ConcurrentLinkedQueue}

/** What callers want done by the thread of a projection, between two batches. Thread-safe.
  *
  * @param added
  *   called when a request waits
  */
private[internal] final class Requests(projection: String, added: () => Unit = () => ()):
  import Requests.*

  private val waiting          = ConcurrentLinkedQueue[Request]()
  @volatile private var isOver = false

  /** Has a request executed, and waits until that is done. Returns a number of records, or why it failed.
    *
    * @throws InterruptedException
    *   if the thread is interrupted while it waits; the request may be executed all the same
    */
  def execute(action: () => Either[ProjectionError, Int]): Either[ProjectionError, Int] =
    val request = Request(action)
    waiting.add(request): Unit
    if isOver then refuseAll() else added()
    request.result.get()

  def nonEmpty: Boolean = !waiting.isEmpty

  /** Executes what waits. What an action throws ends its request with an error, and is thrown. */
  def executeAll(): Unit =
    var request = waiting.poll()
    while request != null do
      try request.result.complete(request.action()): Unit
      catch
        case unavailable: TargetUnavailable =>
          request.result.complete(Left(ProjectionError.Unavailable(projection, unavailable.getCause))): Unit
          throw unavailable
        case elsewhere: ClaimedElsewhere =>
          request.result.complete(Left(ProjectionError.Fenced(projection))): Unit
          throw elsewhere
        case failed: Throwable =>
          request.result.complete(Left(ProjectionError.Broken(projection, failed))): Unit
          throw failed
      request = waiting.poll()

  /** Refuses what waits. */
  def refuse(error: ProjectionError): Unit =
    var request = waiting.poll()
    while request != null do
      request.result.complete(Left(error)): Unit
      request = waiting.poll()

  /** Refuses what waits, and every later request. */
  def end(): Unit =
    isOver = true
    refuseAll()

  private def refuseAll(): Unit = refuse(ProjectionError.Closed(projection))

private[internal] object Requests:
  private final class Request(val action: () => Either[ProjectionError, Int]):
    val result = CompletableFuture[Either[ProjectionError, Int]]()
