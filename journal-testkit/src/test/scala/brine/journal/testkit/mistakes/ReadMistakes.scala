package brine.journal.testkit.mistakes

import brine.codec.Schema
import brine.journal.*
import brine.journal.testkit.mistakes.Mistake.{reading, selecting}
import java.time.Instant
import java.util.UUID

/** Mistakes in reading and subscribing. */
object ReadMistakes:
  /** A cursor that passes some events over. */
  private def dropping(cursor: EventCursor)(drops: EventCursor => Boolean): EventCursor = new ForwardingCursor(cursor):
    override def next(): Boolean =
      var found = super.next()
      while found && drops(this) do found = super.next()
      found

  private val ofPrefix = selecting("a tag selects what begins with it", "read: a tag selects"): (_, source) =>
    new ForwardingSource(source):
      override def events(filter: Filter.Basic, from: Offset): EventCursor = filter match
        case Filter.Tagged(tag) => dropping(source.events(Filter.All, from))(!_.tags.exists(_.startsWith(tag)))
        case other              => super.events(other, from)

  private val firstSchema = reading("has the schema of the first event for all", "read: one of another type"): cursor =>
    new ForwardingCursor(cursor):
      private var first: Option[Schema] = None
      override def schema: Schema       =
        if first.isEmpty then first = Some(super.schema)
        first.get

  private val neverWakes = selecting("nobody wakes what waits for events", "subscribe: existing events"): (_, source) =>
    new ForwardingSource(source):
      override def awaitBeyond(offset: Offset, nanos: Long): Boolean =
        Thread.sleep(nanos / 1_000_000)
        super.awaitBeyond(offset, 0)

  private val repeats = reading("repeats an event now and then", "append: the appends of one thread"): cursor =>
    new ForwardingCursor(cursor):
      private var repeats          = false
      override def next(): Boolean =
        if repeats then
          repeats = false
          true
        else
          val found = super.next()
          repeats = found && offset.sequence % 89 == 0
          found

  private val oneEvent = reading("an append with a key counts as one event", "read: the first event of"): cursor =>
    new ForwardingCursor(cursor):
      override def keyEvents: Int = if key.isDefined then 1 else 0

  private val interrupted = selecting("an interrupt ends reading", "interrupt: reading ignores it"): (_, source) =>
    new ForwardingSource(source):
      override def cursor(cursor: EventCursor): EventCursor = new ForwardingCursor(cursor):
        override def next(): Boolean =
          if Thread.currentThread.isInterrupted then
            throw JournalException(ReadError.Unavailable("log", InterruptedException("interrupted")))
          super.next()

  private val oneSchema = selecting("reads all events with the schema of the first", "read: an event of another type"):
    (_, source) =>
      val first = java.util.concurrent.atomic.AtomicReference[Schema | Null](null)
      new ForwardingSource(source):
        override def cursor(cursor: EventCursor): EventCursor = new ForwardingCursor(cursor):
          override def schema: Schema =
            first.compareAndSet(null, super.schema)
            first.get.nn

  private val numbersFromZero = reading("offsets count from 0", "append: offsets and versions count from 1"): cursor =>
    new ForwardingCursor(cursor):
      override def offset: Offset = Offset(math.max(0, super.offset.sequence - 1))

  private val atIsAfter =
    selecting("an offset is the place before its event's", "offset: reading from an event on"): (_, source) =>
      new ForwardingSource(source):
        override def events(filter: Filter.Basic, from: Offset): EventCursor =
          super.events(filter, Offset(math.max(0, from.sequence - 1)))

  private val atIsBefore =
    selecting("an offset is the place after its event", "offset: reading from an event on"): (_, source) =>
      new ForwardingSource(source):
        override def events(filter: Filter.Basic, from: Offset): EventCursor =
          super.events(filter, if from.sequence == 0 then from else Offset(from.sequence + 1))

  val all: Vector[Mistake] = Vector(
    ofPrefix,
    ofPrefix.alsoBreaks("composition: random programs"),
    neverWakes,
    firstSchema,
    oneEvent,
    neverWakes.alsoBreaks("subscribe: closing it interrupts neither"),
    neverWakes.alsoBreaks("subscribe: a slow function delays"),
    repeats,
    repeats.alsoBreaks("subscribe: one that is closed at any time"),
    interrupted,
    interrupted.alsoBreaks("interrupt: calls that are interrupted"),
    oneSchema,
    numbersFromZero.alsoBreaks("subscribe: an event of another type"),
    numbersFromZero,
    numbersFromZero.alsoBreaks("subscribe: what the function throws"),
    numbersFromZero.alsoBreaks("subscribe: the function may close it"),
    selecting("closing a cursor again is an error", "read: closed records say so"): (_, source) =>
      new ForwardingSource(source):
        override def cursor(cursor: EventCursor): EventCursor = new ForwardingCursor(cursor):
          private var isClosed       = false
          override def close(): Unit =
            if isClosed then throw IllegalStateException("closed")
            isClosed = true
    ,
    selecting("all readers share a cursor", "read: threads take turns"): (_, source) =>
      lazy val shared = source.events(Filter.All, Offset.Begin)
      new ForwardingSource(source):
        override def events(filter: Filter.Basic, from: Offset): EventCursor = shared
    ,
    selecting("a version far below zero is one far above", "hostile: negative offsets and versions"): (_, source) =>
      new ForwardingSource(source):
        override def stream(name: String, from: Long): EventCursor =
          dropping(super.stream(name, 0))(_.version <= from - 1)
    ,
    selecting("a tag is compared without case", "read: a tag selects"): (_, source) =>
      new ForwardingSource(source):
        override def events(filter: Filter.Basic, from: Offset): EventCursor = filter match
          case Filter.Tagged(tag) => dropping(source.events(Filter.All, from))(!_.tags.exists(_.equalsIgnoreCase(tag)))
          case other              => super.events(other, from)
    ,
    atIsAfter,
    atIsAfter.alsoBreaks("offset: what an append says"),
    atIsAfter.alsoBreaks("offset: one that is yet to come"),
    atIsBefore,
    atIsBefore.alsoBreaks("offset: each event is found"),
    selecting("there is nothing from Begin on", "offset: Begin is before all"): (_, source) =>
      new ForwardingSource(source):
        override def events(filter: Filter.Basic, from: Offset): EventCursor =
          super.events(filter, if from == Offset.Begin then Offset(Long.MaxValue) else from)
    ,
    selecting("an offset beyond the last event is from the last on", "offset: one that is yet to come"):
      (log, source) =>
        new ForwardingSource(source):
          override def events(filter: Filter.Basic, from: Offset): EventCursor =
            super.events(filter, Offset(math.min(from.sequence, log.durable.sequence)))
    ,
    selecting("a subscription to a stream begins after the offset", "offset: what an append says"): (_, source) =>
      new ForwardingSource(source):
        override def events(filter: Filter.Basic, from: Offset): EventCursor = filter match
          case Filter.Stream(_) if from != Offset.Begin => super.events(filter, Offset(from.sequence + 1))
          case _                                        => super.events(filter, from)
    ,
    selecting("versions count from 0", "read: a stream from a version on"): (_, source) =>
      new ForwardingSource(source):
        override def stream(name: String, from: Long): EventCursor =
          super.stream(name, if from > 1 then from + 1 else from)
    ,
    selecting("there is nothing from version 0 on", "read: a stream from a version on"): (_, source) =>
      new ForwardingSource(source):
        override def stream(name: String, from: Long): EventCursor =
          super.stream(name, if from < 1 then Long.MaxValue else from)
    ,
    Mistake("a stream that does not exist has version -1", "read: a stream from a version on"): log =>
      new Forwarding(log):
        override def version(stream: String): Either[ReadError, Long] =
          log.version(stream).map(found => if found == 0 then -1L else found)
    ,
    selecting("names are trimmed", "read: names of streams and tags"): (_, source) =>
      new ForwardingSource(source):
        override def stream(name: String, from: Long): EventCursor = super.stream(name.trim, from)
    ,
    reading("the end is the end for ever", "read: records that reached the end continue"): cursor =>
      new ForwardingCursor(cursor):
        private var isOver           = false
        override def next(): Boolean =
          if !isOver && !super.next() then isOver = true
          !isOver
    ,
    reading("the offset stays at the last event", "read: records that reached the end continue"): cursor =>
      new ForwardingCursor(cursor):
        private var last             = cursor.offset
        override def next(): Boolean =
          val found = super.next()
          if found then last = super.offset
          found
        override def offset: Offset = last
    ,
    reading("skips an event now and then", "append: the appends of one thread")(
      dropping(_)(_.offset.sequence % 97 == 0)
    ),
    reading("times go back", "read: a record has what was appended"): cursor =>
      new ForwardingCursor(cursor):
        override def at: Instant = super.at.minusSeconds(offset.sequence)
    ,
    reading("times are in nanoseconds", "read: a record has what was appended"): cursor =>
      new ForwardingCursor(cursor):
        override def at: Instant = super.at.plusNanos(1)
    ,
    Mistake("the offset at a time is that of the event before", "read: the offset at a time"): log =>
      new Forwarding(log):
        override def offsetAt(time: Instant): Either[ReadError, Offset] =
          log.offsetAt(time).map(found => Offset(found.sequence - 1))
    ,
    Mistake("the offset at a time is after events of that time", "read: the offset at a time"): log =>
      new Forwarding(log):
        override def offsetAt(time: Instant): Either[ReadError, Offset] =
          log.offsetAt(if time == Instant.MAX then time else time.plusNanos(1))
    ,
    reading("all events of an append have its key", "key: the first event of an append"): cursor =>
      new ForwardingCursor(cursor):
        private var last               = Option.empty[UUID]
        override def key: Option[UUID] =
          last = super.key.orElse(last)
          last
    ,
    reading("the events of an append have different times", "read: a record has what was appended, and")(cursor =>
      new ForwardingCursor(cursor):
        override def at: Instant = super.at.plusNanos(offset.sequence % 2 * 1000)
    ),
    selecting("gives the same array to all readers", "hostile: arrays of encoded events"): (_, source) =>
      val known = java.util.concurrent.ConcurrentHashMap[Long, Array[Byte]]()
      new ForwardingSource(source):
        override def cursor(cursor: EventCursor): EventCursor = new ForwardingCursor(cursor):
          override def payload: Array[Byte] = known.computeIfAbsent(offset.sequence, _ => super.payload)
    ,
    selecting("a subscription to a stream gets all", "subscribe: existing events"): (_, source) =>
      new ForwardingSource(source):
        override def events(filter: Filter.Basic, from: Offset): EventCursor = filter match
          case Filter.Stream(_) => super.events(Filter.All, from)
          case other            => super.events(other, from)
    ,
    reading("a subscription misses an event that comes while it waits", "subscribe: while several threads append"):
      cursor =>
        new ForwardingCursor(cursor):
          private var waited           = false
          override def next(): Boolean =
            val found = super.next()
            val skips = found && waited
            waited = !found
            if skips then super.next() else found
    ,
    selecting("reading loses the flag of an interrupt", "interrupt: reading ignores it"): (_, source) =>
      new ForwardingSource(source):
        override def cursor(cursor: EventCursor): EventCursor = new ForwardingCursor(cursor):
          override def next(): Boolean =
            Thread.interrupted(): Unit
            super.next()
  )
