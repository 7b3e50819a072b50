package brine.journal.appending

import brine.journal.{AppendBatch, AppendListener, AppendRules}
import brine.journal.precondition.Streams
import java.util.Objects

/** Appends of batches. Thread-safe. */
private[appending] final class BatchAppends(streams: Streams, handover: Handover):
  import handover.{conditionsOf, handOver, makeRoom, mostBytes, tooLarge, unreadable}

  /** Appends a batch. Without a key and conditions it allocates nothing, once the batch and the slots have been used.
    */
  def append(batch: AppendBatch, listener: AppendListener, context: Long, waits: Boolean): Unit =
    Objects.requireNonNull(listener, "listener"): Unit
    batch.requireEvents()
    try appendAll(batch, listener, context, waits)
    catch unreadable.andThen(listener.rejected(context, _))

  private def appendAll(batch: AppendBatch, listener: AppendListener, context: Long, waits: Boolean): Unit =
    AppendRules.requireFew(batch.heldConditions)
    val round = streams.round
    var part  = 0
    while part < batch.partCount do
      BatchParts.prepare(batch.part(part), streams, round)
      part += 1
    val conditions = conditionsOf(batch.heldConditions, round, BatchParts.namedTags(batch.part(0)))
    val size       = batch.size
    if size > mostBytes then listener.rejected(context, tooLarge(size))
    else
      handOver(size, batch.key, batch.level, listener, context, waits, conditions, round)(
        BatchParts.keep(batch),
        BatchParts.pin(batch, _)
      ): pending =>
        BatchParts.fill(pending, batch, conditions)
        makeRoom(pending, size)
        pending.put(0, batch.payloads, size): Unit
        pending.complete(size)
