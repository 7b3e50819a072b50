package brine.journal.testkit.mistakes

import brine.journal.*
import brine.journal.testkit.MemoryEventLog
import brine.journal.testkit.mistakes.Mistake.{appending, telling}
import java.util.concurrent.Executors

/** Mistakes in telling results, and at the bound of appends in flight. */
object ListenerMistakes:
  val all: Vector[Mistake] = Vector(
    telling("tells a result twice", "listener: it gets each result once"): listener =>
      new ForwardingListener(listener):
        override def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit =
          super.appended(context, first, last, version, micros)
          if first.sequence % 50 == 0 then super.appended(context, first, last, version, micros)
    ,
    telling("tells no result now and then", "listener: it gets each result once"): listener =>
      new ForwardingListener(listener):
        override def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit =
          if first.sequence % 50 != 0 then super.appended(context, first, last, version, micros)
    ,
    telling("does not say where a group ends", "listener: it gets each result once"): listener =>
      new ForwardingListener(listener):
        override def endOfGroup(): Unit = ()
    ,
    appending("loses the context", "listener: it gets each result once"): (log, append, listener, _, waits) =>
      log.appendEncoded(append, listener, 0, waits),
    Mistake("tells refusals before earlier results", "listener: refusals come in the order"): log =>
      val executor = Executors.newSingleThreadExecutor(Thread(_).tap(_.setDaemon(true)))
      new Forwarding(log):
        override def appendEncoded(append: EncodedAppend, to: AppendListener, context: Long, waits: Boolean): Unit =
          val late = new ForwardingListener(to):
            override def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit =
              executor.execute: () =>
                Thread.sleep(5)
                super.appended(context, first, last, version, micros)
          log.appendEncoded(append, late, context, waits)
    ,
    Mistake("calls listeners on another kind of thread", "listener: what would wait for the log"): log =>
      val executor = Executors.newSingleThreadExecutor(Thread(_).tap(_.setDaemon(true)))
      new Forwarding(log):
        override def appendEncoded(append: EncodedAppend, to: AppendListener, context: Long, waits: Boolean): Unit =
          val other = new ForwardingListener(to):
            override def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit =
              executor.execute(() => super.appended(context, first, last, version, micros))
          log.appendEncoded(append, other, context, waits)
    ,
    Mistake("ends with a listener that throws", "listener: one that throws"): log =>
      @volatile var hasEnded = false
      new Forwarding(log):
        override def appendEncoded(append: EncodedAppend, to: AppendListener, context: Long, waits: Boolean): Unit =
          val fragile = new ForwardingListener(to):
            override def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit =
              if !hasEnded then
                try super.appended(context, first, last, version, micros)
                catch case _: IllegalStateException => hasEnded = true
          log.appendEncoded(append, fragile, context, waits)
    ,
    Mistake("an interrupt by a listener ends the log's thread", "listener: one that interrupts"): log =>
      val executor = Executors.newSingleThreadExecutor(Thread(_).tap(_.setDaemon(true)))
      new Forwarding(log):
        override def appendEncoded(append: EncodedAppend, to: AppendListener, context: Long, waits: Boolean): Unit =
          val other = new ForwardingListener(to):
            override def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit =
              executor.execute: () =>
                super.appended(context, first, last, version, micros)
                if Thread.interrupted() then executor.shutdown()
          log.appendEncoded(append, other, context, waits)
    ,
    Mistake("takes any number of appends", "listener: it may append, which never waits"): log =>
      log.close()
      MemoryEventLog(maxPendingAppends = 10_000_000)
    ,
    telling("tells nobody that it is closed", "close: appends that wait for room"): listener =>
      new ForwardingListener(listener):
        override def rejected(context: Long, error: AppendError): Unit = error match
          case _: AppendError.Closed => ()
          case other                 => super.rejected(context, other)
    ,
    appending("tryAppend waits for room", "limit: at the bound"): (log, append, listener, context, _) =>
      log.appendEncoded(append, listener, context, waits = true),
    appending("append is refused as full", "limit: at the bound"): (log, append, listener, context, _) =>
      log.appendEncoded(append, listener, context, waits = false),
    appending("an interrupt is a refusal", "interrupt: an append that waits for room"):
      (log, append, listener, context, waits) =>
        try log.appendEncoded(append, listener, context, waits)
        catch case _: InterruptedException => listener.rejected(context, AppendError.Full)
    ,
    appending("an interrupted append is made", "interrupt: an append that waits for room"):
      (log, append, listener, context, waits) =>
        try log.appendEncoded(append, listener, context, waits)
        catch
          case error: InterruptedException =>
            log.appendEncoded(append, listener, context, waits = true)
            throw error
    ,
    appending("a listener of none is taken", "hostile: nulls"): (log, append, listener, context, waits) =>
      log.appendEncoded(append, if listener == null then Completion(append.level) else listener, context, waits)
  )

  extension [A](value: A)
    private def tap(body: A => Unit): A =
      body(value)
      value
