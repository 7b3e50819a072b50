package brine.journal.appending

import brine.journal.reading.Marks
import brine.journal.{AppendError, AppendListener, Level, Offset}

/** Reports the results of appends to their listeners. Owned by the writer thread. */
private[journal] final class Acknowledgements(ring: PendingRing, marks: Marks, events: WriterEvents):

  /** Reports success of appends of this level or a lower one. Refusals are reported with the rest of their group: a
    * refusal may refer to an append in it.
    */
  def completeEarly(from: Long, until: Long, most: Level): Unit =
    var place = from
    while place < until do
      val pending = ring.slot(place)
      if !pending.isDone && pending.error == null && pending.level.ordinal <= most.ordinal then
        pending.isDone = true
        tell(pending, null)
        endOfGroup(pending.listener)
      place += 1

  /** Reports all remaining results, and frees the slots. A listener of several consecutive appends gets one
    * `endOfGroup` after all of them.
    *
    * @param from
    *   first slot of the group
    * @param until
    *   slot after the last one of the group
    * @param largeBytes
    *   number of bytes of borrowed payload arrays, which are freed too
    * @param failure
    *   why the journal has failed, if it has
    */
  def complete(from: Long, until: Long, largeBytes: Long, failure: WriterFailure | Null): Unit =
    var place                           = from
    var listener: AppendListener | Null = null
    while place < until do
      val pending = ring.slot(place)
      if !pending.isDone then
        if listener != null && (listener ne pending.listener) then endOfGroup(listener)
        listener = pending.listener
        tell(pending, failure)
      pending.clear()
      place += 1
    ring.free(until, largeBytes)
    if listener != null then endOfGroup(listener)

  private def endOfGroup(listener: AppendListener): Unit =
    try listener.endOfGroup()
    catch case error: Throwable => events.uncaught(error)

  private def tell(pending: Pending, failure: WriterFailure | Null): Unit =
    val error = rejection(pending, failure)
    try
      if error != null then pending.listener.rejected(pending.context, error)
      else
        pending.listener
          .appended(pending.context, Offset(pending.first), Offset(pending.last), pending.version, pending.time)
    catch case error: Throwable => events.uncaught(error)

  /** Why an append is rejected; null if it is not. Without memory to say it exactly, it is that the journal has failed:
    * the listener must hear something.
    */
  private def rejection(pending: Pending, failure: WriterFailure | Null): AppendError | Null =
    val error = pending.error
    if failure == null then error
    else
      try
        if error != null then afterFailure(error, failure)
        else if pending.first > 0 && pending.last >= pending.first then
          AppendError.OutcomeUnknown(Offset(pending.first), Offset(pending.last), Some(failure.cause))
        else failure.error
      catch case _: OutOfMemoryError => failure.error

  /** The error to report for a refused append after a failure. If it refers to events that the failed fsync should have
    * made durable, nothing is known about those.
    */
  private def afterFailure(error: AppendError, failure: WriterFailure): AppendError = error match
    case AppendError.Conflict(_, at) if at.sequence > marks.durable                => failure.error
    case AppendError.Duplicate(original) if original.last.sequence > marks.durable =>
      AppendError.OutcomeUnknown(original.first, original.last, Some(failure.cause))
    case other => other
