package brine.pekko.entity.internal

import brine.entity.{Answer, EntityError}
import java.util.UUID
import scala.concurrent.Promise

/** A call that has no outcome yet, at its caller.
  *
  * @param due
  *   when its caller gives up, as of `System.nanoTime`
  * @param waits
  *   whether its caller waits where too many commands are pending
  */
private[internal] final class PendingCall(
    val number: Long,
    val id: String,
    val command: Any,
    val key: Option[UUID],
    val due: Long,
    val waits: Boolean
):
  val promise: Promise[Answer[Any]] = Promise()

  // ---- Guarded by this object ---------------------------------------------------------------------------------------

  /** Whether it was sent, and what is sent to is expected to tell its outcome. */
  var isSent: Boolean = false

  /** When it was sent, or asked for, last. */
  var sentAt: Long = 0

  /** Whether it is sent with the schema of the command. */
  var withSchema: Boolean = false

  /** How often it was refused, so that it is sent again. */
  var refusals: Int = 0

  /** Why it was not executed, if it was refused last. */
  var refusal: EntityError | Null = null

  /** Why nobody knows whether an earlier sending was executed, if that is so. */
  var doubt: EntityError | Null = null
