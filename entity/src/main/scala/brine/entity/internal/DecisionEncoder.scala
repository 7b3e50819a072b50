package brine.entity.internal

import brine.codec.Codec
import brine.entity.Entity
import brine.journal.{EncodedAppend, ExpectedVersion}

/** Adds decisions to appends. Thread-safe. */
private[internal] final class DecisionEncoder[C[+_], E, S](entity: Entity[C, E, S], replies: ReplyStreams[C]):
  import DecisionEncoder.*
  private implicit val codec: Codec[E] = entity.eventCodec

  /** Adds the events of a decision, and for a command with a key its reply; all or nothing, also if it throws.
    *
    * @param stream
    *   name of the entity's stream
    * @param version
    *   version of the state that was decided on
    * @return
    *   [[Added]]; [[NoRoom]] if these events need another append; [[TooMany]] if no append can hold them
    */
  def add(
      to: Gathered,
      request: EntityRequest,
      events: Vector[E],
      stream: String,
      version: Long
  ): Int =
    val tags    = tagsOf(events)
    val records = events.size + (if request.key == null then 0 else 1)
    if records > EncodedAppend.MostEvents then TooMany
    else if !to.isEmpty && (tags != to.tags || to.records + records > EncodedAppend.MostEvents) then NoRoom
    else
      if events.size == 1 && request.key == null then addOne(to, events.head, tags, stream, version)
      else addAll(to, request, events, tags, stream, version)
      if to.isEmpty then to.tags = tags
      to.events += events.size
      to.records += records
      to.commands += 1
      to.isClosed = request.key != null
      request.events = to.events
      request.isWritten = true
      to.requests.addLast(request)
      Added

  /** The tags of all events. */
  def tagsOf(events: Vector[E]): Set[String] =
    if events.isEmpty then Set.empty
    else
      var tags = entity.tags(events.head)
      var at   = 1
      while at < events.size do
        val more = entity.tags(events(at))
        if more ne tags then tags = tags ++ more
        at += 1
      tags

  /** The batch encodes it, and is as before if that fails. */
  private def addOne(to: Gathered, event: E, tags: Set[String], stream: String, version: Long): Unit =
    if to.isEmpty then to.batch.clear().to(stream, ExpectedVersion(version), tags): Unit
    to.batch.add(event): Unit

  /** Encodes everything first, because what cannot be encoded must leave nothing behind. */
  private def addAll(
      to: Gathered,
      request: EntityRequest,
      events: Vector[E],
      tags: Set[String],
      stream: String,
      version: Long
  ): Unit =
    val payloads = events.map(Codec.encodeBare(_))
    val key      = request.key
    val own      = if key == null then null else replies.codec(request.command)
    val reply    =
      if own == null then null else Codec.encodeBare(RememberedReply(request.id, version, request.reply))(using own)
    // What a failed decision has left behind is cleared.
    if to.isEmpty then to.batch.clear(): Unit
    // First the reply: a log knows a key as long as it keeps the first event of the append.
    if key != null then to.batch.withKey(key).to(replies.stream(request.command)).addStored(own.schema, reply): Unit
    if to.isEmpty && events.nonEmpty then to.batch.to(stream, ExpectedVersion(version), tags): Unit
    payloads.foreach(bytes => to.batch.addStored(codec.schema, bytes): Unit)

private[internal] object DecisionEncoder:
  inline val Added   = 0
  inline val NoRoom  = 1
  inline val TooMany = 2
