package brine.journal.testkit.mistakes

import brine.journal.*
import brine.journal.testkit.MemoryEventLog

/** A log with a mistake, and the rule of the contract that must find it.
  *
  * @param name
  *   what the log does wrong
  * @param rule
  *   how the name of the rule begins
  */
class Mistake(val name: String, val rule: String)(val make: EventLog => EventLog):
  /** Opens a log again. */
  def again(log: MemoryEventLog): EventLog = make(log.openAgain())

  /** The same mistake, which another rule must find. */
  def alsoBreaks(rule: String): Mistake =
    val original = this
    new Mistake(name, rule)(make):
      override def again(log: MemoryEventLog): EventLog = original.again(log)

object Mistake:
  /** A mistake in how appends are made. */
  def appending(name: String, rule: String)(
      wrong: (EventLog, EncodedAppend, AppendListener, Long, Boolean) => Unit
  ): Mistake = Mistake(name, rule): log =>
    new Forwarding(log):
      override def appendEncoded(append: EncodedAppend, to: AppendListener, context: Long, waits: Boolean): Unit =
        wrong(log, append, to, context, waits)

  /** A mistake in what listeners are told. */
  def telling(name: String, rule: String)(wrong: AppendListener => AppendListener): Mistake =
    appending(name, rule): (log, append, listener, context, waits) =>
      log.appendEncoded(append, if listener == null then listener else wrong(listener), context, waits)

  /** A mistake in how events are selected. */
  def selecting(name: String, rule: String)(wrong: (EventLog, EventSource) => EventSource): Mistake =
    Mistake(name, rule): log =>
      new Forwarding(log):
        override val source: EventSource = wrong(log, log.source)

  /** A mistake in what cursors say. */
  def reading(name: String, rule: String)(wrong: EventCursor => EventCursor): Mistake = selecting(name, rule):
    (_, source) =>
      new ForwardingSource(source):
        override def cursor(cursor: EventCursor): EventCursor = wrong(cursor)
