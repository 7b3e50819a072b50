package brine.journal.testkit.mistakes

import brine.codec.Schema
import brine.journal.*
import brine.journal.testkit.MemoryEventLog
import brine.journal.testkit.mistakes.Mistake.{appending, reading, selecting}
import java.text.Normalizer
import java.util.UUID
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicLong

/** Mistakes that stores in databases tend to make. */
object DatabaseMistakes:
  private val anyText = "read: names of streams and tags may be any text"

  /** A log whose database takes some names of streams for the same. */
  private def collating(name: String)(form: String => String): Mistake = Mistake(name, anyText): log =>
    val firsts               = ConcurrentHashMap[String, String]()
    def known(text: String)  = firsts.getOrDefault(form(text), text)
    def stored(text: String) = Option(firsts.putIfAbsent(form(text), text)).getOrElse(text)
    new Forwarding(log):
      override def appendEncoded(append: EncodedAppend, to: AppendListener, context: Long, waits: Boolean): Unit =
        val parts = append.parts.map: one =>
          EncodedEvents(stored(one.stream), one.expected, one.schema, one.payloads, one.tags)
        log.appendEncoded(EncodedAppend.of(parts, append.key, append.level), to, context, waits)
      override def version(stream: String): Either[ReadError, Long] = log.version(known(stream))
      override val source: EventSource                              = new ForwardingSource(log.source):
        override def stream(name: String, from: Long): EventCursor = log.source.stream(known(name), from)

  private def joining(separator: String): Mistake =
    reading(s"joins tags with ${separator.map(_.toInt).mkString}", "read: tags are kept apart"): cursor =>
      new ForwardingCursor(cursor):
        override def tags: Set[String] = super.tags.mkString(separator).split(separator).toSet - ""

  val all: Vector[Mistake] = Vector(
    collating("ignores spaces at the end of names")(_.stripTrailing),
    collating("compares normal forms of names")(Normalizer.normalize(_, Normalizer.Form.NFC)),
    collating("compares characters beyond 16 bits as equal")(_.replaceAll("[\\x{10000}-\\x{10ffff}]", "?")),
    collating("compares the first 255 characters of names")(_.take(255)),
    collating("compares the first 1000 characters of names")(_.take(1000)),
    collating("ignores characters without a width in names")(_.replaceAll("[\u0000\u200b]", "")),
    new Mistake("loses the versions of long names when it is opened again", anyText)(identity):
      override def again(log: MemoryEventLog): EventLog =
        new Forwarding(log.openAgain()):
          override def version(stream: String): Either[ReadError, Long] =
            super.version(stream).map(if stream.length > 500 then _ => 0L else identity)
    ,
    appending("keeps sixteen tags of an event", "read: an event may have many tags"):
      (log, append, listener, context, waits) =>
        val parts = append.parts.map: one =>
          EncodedEvents(one.stream, one.expected, one.schema, one.payloads, one.tags.take(16))
        log.appendEncoded(EncodedAppend.of(parts, append.key, append.level), listener, context, waits)
    ,
    Mistake("has one schema for each name of a type", "read: events of two versions of a type"): log =>
      val schemas = ConcurrentHashMap[String, Schema]()
      new Forwarding(log):
        override def appendEncoded(append: EncodedAppend, to: AppendListener, context: Long, waits: Boolean): Unit =
          val parts = append.parts.map: one =>
            val name   = one.schema.toString.takeWhile(_.isLetterOrDigit)
            val schema = Option(schemas.putIfAbsent(name, one.schema)).getOrElse(one.schema)
            EncodedEvents(one.stream, one.expected, schema, one.payloads, one.tags)
          log.appendEncoded(EncodedAppend.of(parts, append.key, append.level), to, context, waits)
    ,
    joining(","),
    joining("\n"),
    joining("\u0000"),
    Mistake("says what is accepted is durable", "race: every event up to the durable one can be read"): log =>
      val allotted = AtomicLong(log.durable.sequence)
      new Forwarding(log):
        override def durable: Offset = Offset(allotted.get)
        override def appendEncoded(append: EncodedAppend, to: AppendListener, context: Long, waits: Boolean): Unit =
          if to == null then log.appendEncoded(append, to, context, waits)
          else
            allotted.addAndGet(append.events)
            val noting = new ForwardingListener(to):
              override def rejected(context: Long, error: AppendError): Unit =
                allotted.addAndGet(-append.events)
                super.rejected(context, error)
            try log.appendEncoded(append, noting, context, waits)
            catch
              case error: InterruptedException =>
                allotted.addAndGet(-append.events)
                throw error
    ,
    Mistake("counts versions event by event", "race: a version counts whole appends"): log =>
      new Forwarding(log):
        private val part = AtomicLong()
        // As if the store were at the second event of an append now and then.
        override def version(stream: String): Either[ReadError, Long] =
          log.version(stream).map(version => if part.incrementAndGet() % 50 == 0 then version + 2 else version)
    ,
    Mistake("says what a duplicate is before that is durable", "race: of several with the same key"): log =>
      val known          = ConcurrentHashMap[UUID, Appended]()
      @volatile var last = log.durable
      new Forwarding(log):
        override def durable: Offset = last
        override def appendEncoded(append: EncodedAppend, to: AppendListener, context: Long, waits: Boolean): Unit =
          val original = append.key.map(known.get).filter(_ != null)
          if original.isDefined then
            to.rejected(context, AppendError.Duplicate(original.get.copy(level = append.level)))
          else
            val noting = new ForwardingListener(to):
              override def appended(context: Long, first: Offset, end: Offset, version: Long, micros: Long): Unit =
                append.key.foreach(known.put(_, Appended(first, end, version, Micros.instant(micros), append.level)))
                Thread.sleep(1)
                last = end
                super.appended(context, first, end, version, micros)
            log.appendEncoded(append, noting, context, waits)
    ,
    selecting("does not wait for events", "source: waiting"): (_, source) =>
      new ForwardingSource(source):
        override def awaitBeyond(offset: Offset, nanos: Long): Boolean = true
    ,
    selecting("waits for the whole time", "source: waiting"): (_, source) =>
      new ForwardingSource(source):
        override def awaitBeyond(offset: Offset, nanos: Long): Boolean =
          Thread.sleep(nanos / 1_000_000)
          super.awaitBeyond(offset, 0)
    ,
    selecting("waits to a time that overflows", "source: waiting"): (_, source) =>
      new ForwardingSource(source):
        override def awaitBeyond(offset: Offset, nanos: Long): Boolean =
          val until = Long.MaxValue / 2 + nanos // as with a clock that has run for long
          if until < Long.MaxValue / 2 then source.visible.sequence > offset.sequence
          else super.awaitBeyond(offset, nanos)
    ,
    selecting("ends at a page without selected events", "read: selected events may be far apart"): (_, source) =>
      new ForwardingSource(source):
        private def paged(cursor: EventCursor)(selects: EventCursor => Boolean) = new ForwardingCursor(cursor):
          override def next(): Boolean =
            var left  = 1000
            var found = super.next()
            while found && left > 0 && !selects(this) do
              found = super.next()
              left -= 1
            found && selects(this)
        override def events(filter: Filter.Basic, from: Offset): EventCursor = filter match
          case Filter.All          => super.events(filter, from)
          case Filter.Stream(name) => paged(source.events(Filter.All, from))(_.stream == name)
          case Filter.Tagged(tag)  => paged(source.events(Filter.All, from))(_.tags(tag))
    ,
    appending("takes bytes of no length for none", "encoded: an event may have no bytes"):
      (log, append, listener, context, waits) =>
        val parts = append.parts.map: one =>
          val payloads = one.payloads.map(bytes => if bytes.isEmpty then Array[Byte](0) else bytes)
          EncodedEvents(one.stream, one.expected, one.schema, payloads, one.tags)
        log.appendEncoded(EncodedAppend.of(parts, append.key, append.level), listener, context, waits)
    ,
    appending("drops zeros at the end of bytes", "encoded: an event may have no bytes"):
      (log, append, listener, context, waits) =>
        val parts = append.parts.map: one =>
          val payloads = one.payloads.map(bytes => bytes.reverse.dropWhile(_ == 0).reverse)
          EncodedEvents(one.stream, one.expected, one.schema, payloads, one.tags)
        log.appendEncoded(EncodedAppend.of(parts, append.key, append.level), listener, context, waits)
    ,
    appending("refuses to append on an interrupted thread", "interrupt: an append for which there is room"):
      (log, append, listener, context, waits) =>
        if waits && Thread.interrupted() then throw InterruptedException("before the append")
        log.appendEncoded(append, listener, context, waits)
  )
