package brine.journal.testkit.mistakes

import brine.journal.*
import brine.journal.testkit.mistakes.Mistake.{reading, selecting}
import java.util.concurrent.{Executors, TimeUnit}

/** Mistakes with batches: of appends, and in reading several records at a time. */
object BatchMistakes:
  private def batches(name: String, rule: String)(
      wrong: (EventLog, AppendBatch, AppendListener, Long, Boolean) => Unit
  ): Mistake = Mistake(name, rule): log =>
    new Forwarding(log):
      override def appendBatch(batch: AppendBatch, listener: AppendListener, context: Long, waits: Boolean): Unit =
        wrong(log, batch, listener, context, waits)

  private def changing(name: String, rule: String)(change: EncodedAppend => EncodedAppend): Mistake =
    batches(name, rule): (log, batch, listener, context, waits) =>
      log.appendEncoded(change(batch.encoded), listener, context, waits)

  val all: Vector[Mistake] = Vector(
    changing("forgets the key and conditions of a batch", "batch: its key, versions"): append =>
      EncodedAppend.of(append.parts, None, append.level),
    changing("appends the first stream of a batch only", "batch: it appends what was added"): append =>
      EncodedAppend.of(append.parts.take(1), append.key, append.level, append.conditions),
    Mistake("reads a batch after the append has returned", "batch: it may be changed as soon"): log =>
      val executor = Executors.newSingleThreadExecutor(body => { val t = Thread(body); t.setDaemon(true); t })
      new Forwarding(log):
        override def appendBatch(batch: AppendBatch, listener: AppendListener, context: Long, waits: Boolean): Unit =
          executor.execute: () =>
            Thread.`yield`()
            // One that was emptied meanwhile cannot be appended any more.
            try log.appendEncoded(batch.encoded, listener, context, waits)
            catch case _: RuntimeException => listener.rejected(context, AppendError.Closed("it was empty"))
        override def close(): Unit =
          executor.shutdown()
          executor.awaitTermination(1, TimeUnit.MINUTES): Unit
          log.close()
    ,
    batches("tells the listener of a batch no context", "batch: a listener gets the result"):
      (log, batch, listener, _, waits) => log.appendEncoded(batch.encoded, listener, 0, waits)
    ,
    changing("drops the schemas of a batch", "batch: what is stored can be appended"): append =>
      val schema = append.parts.head.schema
      val parts  = append.parts.map(one => EncodedEvents(one.stream, one.expected, schema, one.payloads, one.tags))
      EncodedAppend.of(parts, append.key, append.level, append.conditions)
    ,
    reading("loses an event where a reader continues", "read: batches have what there is"): cursor =>
      new ForwardingCursor(cursor):
        private var atEnd            = false
        override def next(): Boolean =
          val found = super.next() && (!atEnd || super.next())
          atEnd = !found
          found
    ,
    selecting("never wakes a pull", "read: a pull waits for records"): (_, source) =>
      new ForwardingSource(source):
        override def awaitBeyond(offset: Offset, nanos: Long): Boolean =
          // Short waits end with their time, so that the rule reaches the long one.
          Thread.sleep(if nanos > 20_000_000 then 20_000 else 1)
          false
    ,
    reading("repeats what a batch had last", "subscribe: batches have what arrived"): cursor =>
      new ForwardingCursor(cursor):
        private var repeats          = false
        override def next(): Boolean =
          repeats = !repeats && offset.sequence % 50 == 0 && offset.sequence > 0
          repeats || super.next()
  )
