package brine.journal.testkit.mistakes

import brine.journal.*
import brine.journal.testkit.MemoryEventLog
import brine.journal.testkit.mistakes.Mistake.selecting
import java.util.concurrent.atomic.AtomicBoolean

/** Mistakes in closing. */
object ClosingMistakes:
  private val forgets = new Mistake("forgets everything when it is closed", "open: a log that is opened again")(
    identity
  ):
    override def again(log: MemoryEventLog): EventLog = MemoryEventLog()

  val all: Vector[Mistake] = Vector(
    forgets,
    forgets.alsoBreaks("close: while several threads append"),
    forgets.alsoBreaks("close: it completes every append"),
    forgets.alsoBreaks("key: it is remembered however many"),
    forgets.alsoBreaks("snapshot: a closed log saves none"),
    selecting("subscriptions fail when the log is closed", "close: while threads read, subscribe and save"):
      (_, source) =>
        new ForwardingSource(source):
          override def awaitBeyond(offset: Offset, nanos: Long): Boolean =
            val found = super.awaitBeyond(offset, nanos)
            if isClosed then throw IllegalStateException("the log is closed")
            found
    ,
    Mistake("closing again is an error", "close: a closed log refuses"): log =>
      new Forwarding(log):
        private val isClosed       = AtomicBoolean()
        override def close(): Unit =
          if isClosed.getAndSet(true) then throw IllegalStateException("it is closed")
          log.close()
    ,
    Mistake("closing loses the flag of an interrupt", "close: on an interrupted thread"): log =>
      new Forwarding(log):
        override def close(): Unit =
          log.close()
          Thread.interrupted(): Unit
    ,
    Mistake("closing gives up on an interrupted thread", "close: on an interrupted thread"): log =>
      new Forwarding(log):
        override def close(): Unit = if !Thread.currentThread.isInterrupted then log.close()
    ,
    Mistake("closing does not wait for results", "close: it completes every append"): log =>
      new Forwarding(log):
        override def appendEncoded(append: EncodedAppend, to: AppendListener, context: Long, waits: Boolean): Unit =
          val late = new ForwardingListener(to):
            override def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit =
              val telling: Runnable = () =>
                Thread.sleep(50)
                super.appended(context, first, last, version, micros)
              Thread.startVirtualThread(telling): Unit
          log.appendEncoded(append, late, context, waits)
    ,
    selecting("a closed log is read", "close: a closed log refuses"): (_, source) =>
      new ForwardingSource(source):
        override def isClosed: Boolean = false
    ,
    selecting("subscriptions outlive the log", "subscribe: it ends without a failure"): (_, source) =>
      new ForwardingSource(source):
        override def isClosed: Boolean                                 = false
        override def awaitBeyond(offset: Offset, nanos: Long): Boolean =
          Thread.sleep(1)
          super.awaitBeyond(offset, 0)
    ,
    selecting("open records end with the log", "close: records that are being read"): (_, source) =>
      new ForwardingSource(source):
        override def cursor(cursor: EventCursor): EventCursor = new ForwardingCursor(cursor):
          override def next(): Boolean = !source.isClosed && super.next()
    ,
    selecting("open records of a closed log are an error", "close: records that are being read"): (_, source) =>
      new ForwardingSource(source):
        override def cursor(cursor: EventCursor): EventCursor = new ForwardingCursor(cursor):
          override def next(): Boolean =
            if source.isClosed then throw JournalException(ReadError.Closed)
            super.next()
  )
