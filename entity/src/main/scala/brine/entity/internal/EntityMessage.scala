package brine.entity.internal

import brine.entity.EntityError
import brine.journal.AppendError

/** What an entity's actor receives besides requests. */
private[internal] sealed trait EntityMessage

private[internal] object EntityMessage:
  /** The pending append has completed.
    *
    * @param first
    *   offset of its first record
    * @param micros
    *   time of its events
    */
  final class Appended(val first: Long, val micros: Long) extends EntityMessage

  /** The pending append was refused, or has failed. */
  final class Refused(val error: AppendError) extends EntityMessage

  /** The state was loaded.
    *
    * @param bytes
    *   its encoded size; 0 if it was not measured
    */
  final class Loaded(val state: LoadedState[?], val bytes: Int) extends EntityMessage

  /** The state could not be loaded. */
  final class NotLoaded(val error: EntityError) extends EntityMessage

  /** The state could not be loaded for a reason that may be over soon, such as a lack of memory. */
  case object LoadFailed extends EntityMessage

  /** The entity was lent to several that decide together. They have decided, and this is its durable state now.
    *
    * @param offset
    *   offset of its last event
    * @param micros
    *   time of that event, or of a later decision
    */
  final class Returned(val state: Any, val version: Long, val offset: Long, val micros: Long) extends EntityMessage

  /** The entity was lent, and nobody knows what its durable state is now. */
  case object ReturnedUnknown extends EntityMessage

  /** A pause is over: append or load again. */
  case object Retry extends EntityMessage

  /** Leave memory, if no command is pending. */
  case object Leave extends EntityMessage

  /** The entities are closed: finish what is decided, refuse the rest. */
  case object Close extends EntityMessage
