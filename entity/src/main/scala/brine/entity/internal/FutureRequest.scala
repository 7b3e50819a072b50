package brine.entity.internal

import brine.actor.Completion
import brine.entity.Answer
import java.time.Duration
import java.util.UUID
import scala.concurrent.{Future, Promise}
import scala.util.Try

/** A request whose caller has a future. */
private[entity] final class FutureRequest(
    runtime: EntityRuntime[?, ?, ?],
    id: String,
    command: Any,
    key: UUID | Null,
    timeout: Duration
) extends EntityRequest(runtime, id, command, key, timeout):
  private val promise = Promise[Answer[Any]]()

  def future: Future[Answer[Any]] = promise.future

  protected def ended(): Unit = Completion.complete(promise, Try(result), system): Unit
