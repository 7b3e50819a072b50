package brine.entity.internal

import brine.entity.{Answer, EntityError}
import java.time.Duration
import java.util.UUID

/** A request of another runtime of actors, whose end is told to a function.
  *
  * @param atLeast
  *   the version that the entity must have reached before it decides
  * @param tell
  *   gets the outcome, on a thread of the actor system or of the log; it must not block or throw
  */
private[internal] final class CallbackRequest(
    runtime: EntityRuntime[?, ?, ?],
    id: String,
    command: Any,
    key: UUID | Null,
    timeout: Duration,
    private[internal] override val atLeast: Long,
    tell: Either[EntityError, Answer[Any]] => Unit
) extends EntityRequest(runtime, id, command, key, timeout):
  protected def ended(): Unit = outcome match
    case error: EntityError => tell(Left(error))
    case _                  => tell(Right(result))
