package brine.pekko.persistence.internal

import brine.journal.{EventLog, Journal, JournalState}
import java.util.UUID
import java.util.concurrent.locks.ReentrantLock
import scala.concurrent.{ExecutionContext, Future}
import scala.util.control.NonFatal

/** The log of the plug-ins of an actor system. Opens it when it is first used. One that the actor system has opened is
  * closed with it, and opened again after a failure. Thread-safe.
  *
  * It is always the same log: persistent actors have acknowledged what is in the first one, and a write whose outcome
  * is unknown must not be tried on another one.
  *
  * @param opens
  *   opens the log; throws if it cannot be opened. Its argument says whether to create the log if it is missing
  * @param isOwned
  *   whether the actor system has opened it, and so closes it
  */
private[persistence] final class LogHandle(opens: Boolean => EventLog, val isOwned: Boolean):
  private val lock                              = ReentrantLock()
  @volatile private var opened: EventLog | Null = null
  private var isClosed                          = false

  // The log that was opened first, by its name and identity.
  private var first = Option.empty[(String, Option[UUID])]

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
      val log      = opens(first.isEmpty)
      val identity = LogHandle.identityOf(log)
      first match
        case Some((name, known)) if known != identity =>
          log.close()
          throw LogHandle.isOther(name, known, log.name, identity)
        case _ => first = Some((log.name, identity))
      opened = log
      log
    catch
      case error: Throwable =>
        failure = error
        failures += 1
        throw error

  /** The version up to which the events of a stream were deleted with it; 0 if they were not. Blocks. */
  def deletedUpTo(stream: String): Long =
    try log.source.deletedUpTo(stream)
    catch
      case NonFatal(failed) =>
        check()
        throw failed

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
  private def identityOf(log: EventLog): Option[UUID] = log match
    case journal: Journal => journal.journalIdentity
    case other            => other.logIdentity

  private def isOther(name: String, known: Option[UUID], now: String, identity: Option[UUID]) =
    def named(log: String, of: Option[UUID]) = s"$log with the identity ${of.fold("none")(_.toString)}"
    IllegalStateException(
      s"the log of the persistent actors was ${named(name, known)}, and has failed; in its place is now " +
        s"${named(now, identity)}. Events that were acknowledged are not in that one, so it is not used. Put the former " +
        "log back, or start the actor system again to use this one"
    )

  private def isOver(log: EventLog): Boolean = log match
    case journal: Journal =>
      journal.state match
        case JournalState.Failed(_, _) | JournalState.Closed => true
        case _                                               => false
    case other => other.source.isClosed
