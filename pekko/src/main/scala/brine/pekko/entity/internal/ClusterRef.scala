package brine.pekko.entity.internal

import brine.entity.{Answer, EntityException, EntityRef}
import java.util.concurrent.TimeoutException
import java.util.{Objects, UUID}
import scala.concurrent.duration.{FiniteDuration, NANOSECONDS}
import scala.concurrent.{blocking, Await, Future}

/** An entity, on whatever node of the cluster it is. */
private[pekko] final class ClusterRef[C[+_]](calls: Calls[C], val id: String) extends EntityRef[C]:
  def answer[R](command: C[R], key: Option[UUID]): Answer[R] =
    calls.requireMayWait(id)
    check(command, key)
    calls.refusedFor(id).foreach(error => throw EntityException(error))
    val nanos = calls.settings.entities.timeout.toNanos
    val due   = System.nanoTime + nanos
    if !blocking(calls.enter(nanos)) then throw EntityException(calls.overloaded(id))
    val call = calls.start(id, command, key, due, waits = true)
    try Await.ready(call.promise.future, FiniteDuration(math.max(0, due - System.nanoTime), NANOSECONDS)): Unit
    catch
      case _: TimeoutException     => calls.expire(call)
      case _: InterruptedException =>
        calls.expire(call)
        throw InterruptedException(s"interrupted while ${calls.described(id)} executes a command; it may still do so")
    call.promise.future.value.get.get.asInstanceOf[Answer[R]]

  def answerAsync[R](command: C[R], key: Option[UUID]): Future[Answer[R]] =
    check(command, key)
    calls.refusedFor(id) match
      case Some(error)             => Future.failed(EntityException(error))
      case None if !calls.enter(0) => Future.failed(EntityException(calls.overloaded(id)))
      case None                    =>
        val due = System.nanoTime + calls.settings.entities.timeout.toNanos
        calls.start(id, command, key, due, waits = false).promise.future.asInstanceOf[Future[Answer[R]]]

  // A key that is null by mistake must not mean none: a retry would execute the command again.
  private def check(command: C[Any], key: Option[UUID]): Unit =
    Objects.requireNonNull(command, "command"): Unit
    Objects.requireNonNull(key, "key").foreach(Objects.requireNonNull(_, "key"))

  override def toString: String = s"${calls.described(id)} of a cluster"
