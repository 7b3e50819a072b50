package brine.journal.file

import brine.journal.{AppendError, AppendListener, Level, Offset}

/** Tells those who wait what became of their appends. Owned by the writer thread. */
private[journal] final class Acknowledgements(ring: PendingRing, marks: Marks, events: WriterEvents):

  /** Tells those of this level or a lower one. A refusal is told with the rest of its group: it may refer to an append in it. */
  def completeEarly(from: Long, until: Long, most: Level): Unit =
    var place = from
    while place < until do
      val pending = ring.slot(place)
      if !pending.isDone && pending.error == null && pending.level.ordinal <= most.ordinal then
        pending.isDone = true
        tell(pending, null)
        endOfGroup(pending.listener)
      place += 1

  /** Tells all who have not been told, and gives their places back. A listener of many appends that follow each other is told once that they were
    * all.
    *
    * @param largeBytes
    *   of payloads that were borrowed, which are given back too
    * @param failure
    *   why the journal has failed, if it has
    */
  def complete(from: Long, until: Long, largeBytes: Long, failure: String | Null): Unit =
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

  private def tell(pending: Pending, failure: String | Null): Unit =
    try
      val error = pending.error
      if error != null then
        pending.listener.rejected(pending.context, if failure == null then error else afterFailure(error))
      else if failure == null then
        pending.listener.appended(pending.context, Offset(pending.first), Offset(pending.last), pending.version)
      else if pending.first > 0 && pending.last >= pending.first then
        pending.listener.rejected(
          pending.context,
          AppendError.OutcomeUnknown(Offset(pending.first), Offset(pending.last))
        )
      else pending.listener.rejected(pending.context, AppendError.Closed(failure))
    catch case error: Throwable => events.uncaught(error)

  /** What is told of an append that was refused: of an original that was to be made safe by a force that failed, nothing is known. */
  private def afterFailure(error: AppendError): AppendError = error match
    case AppendError.Duplicate(original) if original.last.sequence > marks.durable =>
      AppendError.OutcomeUnknown(original.first, original.last)
    case other => other
