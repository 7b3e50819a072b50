package brine.entity.search

import java.util.UUID

/** A command of a client, and what became of it.
  *
  * @param entity
  *   id of the ledger
  * @param key
  *   its idempotency key; without one it is sent again only if it was not executed
  */
final class LedgerCommand(val entity: String, val command: Ledger[Any], val key: Option[UUID]):
  /** When it was sent first, and when its outcome was known, in ns; 0 as long as it was not. */
  var began: Long = 0
  var ended: Long = 0

  /** The reply, and the offset of its answer. */
  var reply: Option[Seen] = None
  var offset: Long        = 0

  /** Whether [[Ledger.AddIfAbsent]] has found its id. */
  var wasThere: Boolean = false

  /** Whether nobody will know whether it was executed. */
  var isUnknown: Boolean = false

  def isOver: Boolean = ended != 0

  /** The ids that it adds, if it adds some. */
  def ids: Vector[Long] = command match
    case Ledger.Add(id)              => Vector(id)
    case Ledger.AddBoth(first, last) => Vector(first, last)
    case Ledger.AddIfAbsent(id)      => Vector(id)
    case _                           => Vector.empty

  override def toString: String =
    s"$command to $entity${key.fold("")(_ => " with a key")}: ${reply.getOrElse("no reply")} at $offset"
