package brine.pekko.persistence.internal

import brine.journal.{EventLog, Journal, JournalState}
import java.util.concurrent.locks.ReentrantLock
import scala.concurrent.{ExecutionContext, Future}

/** The log of the plug-ins of an actor system. Opens it when it is first used. One that the actor system has opened is
  * closed with it, and opened again after a failure. Thread-safe.
  *
  * @param opens
  *   opens the log; throws if it cannot be opened
  * @param isOwned
  *   whether the actor system has opened it, and so closes it
  */
private[persistence] final class LogHandle(opens: () => EventLog, val isOwned: Boolean):
  private val lock                              = ReentrantLock()
  @volatile private var opened: EventLog | Null = null
  private var isClosed                          = false

  // How often opening has failed, and the last failure.
  @volatile private var failures = 0L
  private var failure: Throwable = IllegalStateException()

  /** The log. Blocks while it is opened.
    *
    * @throws Exception
    *   if it cannot be opened
    */
  def log: EventLog =
    val known = opened
    if known != null then known else open()

  private def open(): EventLog =
    val before = failures
    lock.lock()
    try
      if isClosed then throw IllegalStateException("the actor system of this log has been terminated")
      val known = opened
      if known != null then known
      // A server that does not answer would hold up one caller after the other, if each tried again.
      else if failures != before then throw failure
      else attempt()
    finally lock.unlock()

  private def attempt(): EventLog =
    try
      val log = opens()
      opened = log
      log
    catch
      case error: Throwable =>
        failure = error
        failures += 1
        throw error

  /** Passes the log to a function. Never blocks. */
  def use[A](body: EventLog => Future[A]): Future[A] =
    val known = opened
    if known != null then body(known) else Blocking.run(log).flatMap(body)(using ExecutionContext.parasitic)

  /** Opens the log again at its next use, if the actor system has opened it and it works no more. Blocks. */
  def check(): Unit =
    val known = opened
    if isOwned && known != null && LogHandle.isOver(known) then
      lock.lock()
      try
        if opened eq known then
          opened = null
          known.close()
      finally lock.unlock()

  /** Closes the log, if the actor system has opened it. Blocks. */
  def close(): Unit =
    lock.lock()
    try
      isClosed = true
      val known = opened
      if isOwned && known != null then
        opened = null
        known.close()
    finally lock.unlock()

private[persistence] object LogHandle:
  private def isOver(log: EventLog): Boolean = log match
    case journal: Journal =>
      journal.state match
        case JournalState.Failed(_, _) | JournalState.Closed => true
        case _                                               => false
    case other => other.source.isClosed
