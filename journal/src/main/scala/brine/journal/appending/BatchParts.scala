package brine.journal.appending

import brine.journal.AppendBatch
import brine.journal.precondition.{Conditions, NamedTags, Pins, SchemaState, StreamState, Streams, TagState}

/** The parts of a batch as a slot of the ring has them. */
private[appending] object BatchParts:
  /** Looks up the stream, the schema and the tags of a part. May read from the disk.
    *
    * @param round
    *   that of [[Streams]], taken before
    */
  def prepare(part: AppendBatch.Part, streams: Streams, round: Long): Unit =
    val known = streams.known(part.stream, round)
    part.streamState = if known == null then streams.of(part.stream) else known
    val codec = part.codec
    part.schemaState = if part.ownSchema == null then streams.schema(codec.nn) else streams.schema(part.schema)
    if part.tags.isEmpty then part.tagStates = null
    else if (part.tagsOwner ne streams) || !Pins.keep(tags(part)) then
      part.tagStates = NamedTags.of(part.tags)(streams.tag(_, round))
      part.tagsOwner = streams

  /** Keeps the streams and tags of a batch; false if one was forgotten. */
  def keep(batch: AppendBatch): Boolean =
    var at = 0
    while at < batch.partCount && stream(batch.part(at)).keep() && Pins.keep(tags(batch.part(at))) do at += 1
    at == batch.partCount

  /** Finds them again. */
  def pin(batch: AppendBatch, pins: Pins): Unit =
    for at <- 0 until batch.partCount do
      val part = batch.part(at)
      part.streamState = pins.stream(part.stream)
      val known = namedTags(part)
      if known != null then part.tagStates = known.withStates(pins.tags(known.states).nn)

  /** Sets all but the bytes of the events.
    *
    * @param conditions
    *   those of the batch, if it has some
    */
  def fill(pending: Pending, batch: AppendBatch, conditions: Conditions | Null): Unit =
    val events = batch.events
    pending.events = events
    if events > 1 then
      val lengths = pending.lengthsFor(events)
      var event   = 0
      while event < events do
        lengths(event) = batch.eventLength(event)
        event += 1
      pending.lengths = lengths
    pending.parts = batch.partCount
    if batch.partCount == 1 then
      val part = batch.part(0)
      pending.stream = stream(part)
      pending.schema = schema(part)
      pending.expected = Appends.version(part.expected)
      if conditions == null then pending.tags = tags(part) else conditions.tags = tags(part)
    else
      val parts = pending.partsFor(batch.partCount)
      var at    = 0
      while at < batch.partCount do
        val part = batch.part(at)
        parts(at).set(stream(part), Appends.version(part.expected), schema(part), part.count, tags(part))
        at += 1
      pending.more = parts

  /** The tags of a part, if it has some. */
  def namedTags(part: AppendBatch.Part): NamedTags | Null = part.tagStates.asInstanceOf[NamedTags | Null]

  private def stream(part: AppendBatch.Part): StreamState = part.streamState.asInstanceOf[StreamState]
  private def schema(part: AppendBatch.Part): SchemaState = part.schemaState.asInstanceOf[SchemaState]

  private def tags(part: AppendBatch.Part): Array[TagState] | Null =
    val named = namedTags(part)
    if named == null then null else named.states
