package brine.jdbc.internal.appending

import brine.jdbc.JdbcFailure
import brine.jdbc.internal.flight.CommitEvent
import brine.jdbc.internal.sql.{Database, Session}
import brine.journal.*
import java.sql.SQLException

/** The one of this process that appends: takes what waits, commits it in one transaction, and tells the listeners.
  *
  * @param committed
  *   called with the number of the last event of each transaction
  * @param ended
  *   called when nothing more will be appended
  */
private[jdbc] final class Writer(
    database: Database,
    queue: AppendQueue,
    transaction: GroupTransaction,
    announcer: Announcer,
    committed: Long => Unit,
    ended: () => Unit
):
  import Writer.Outcome

  private val thread = StoreThread(() => StoreThread.working(run()), s"brine-jdbc-writer-${database.name}")

  // Of the writer's thread: kept while there is work.
  private var session: Session | Null = null

  def start(): Unit = thread.start()

  /** Waits until everything that was accepted has a result. Returns whether it was interrupted meanwhile. */
  def awaitEnd(): Boolean =
    var wasInterrupted = false
    while thread.isAlive do
      try thread.join()
      catch case _: InterruptedException => wasInterrupted = true
    wasInterrupted

  private def run(): Unit =
    try
      var isOver = false
      while !isOver do
        queue.take(announcer.waitNanos(Writer.KeepNanos)) match
          case None                         => isOver = true
          case Some(first) if first.isEmpty => if announcer.isDue then announce() else release()
          case Some(first)                  =>
            val group = Group(first, Some(queue))
            try commit(group)
            catch case error: Throwable => fail(group.requests, error)
            tell(group.requests)
            queue.free(group.requests)
            announce()
    finally
      release()
      refuseRest()
      ended()

  /** Should this thread fail, nobody waits for it. */
  private def refuseRest(): Unit =
    val reason = AppendError.Closed("its writer has ended")
    queue.close(reason)
    var rest = queue.take(0)
    while rest.isDefined do
      rest.get.foreach(_.result = Left(reason))
      tell(rest.get)
      queue.free(rest.get)
      rest = queue.take(0)

  // Whoever listens must not fail who appends.
  private def announce(): Unit =
    try announcer.announce(Option(session))
    catch
      case failure: SQLException => rollBack(isLost = database.failures.isOfConnection(failure))
      case _: Throwable          => rollBack(isLost = true)

  private def release(): Unit =
    val own = session
    session = null
    if own != null then
      Session.quietly(own.connection.setAutoCommit(true))
      own.close()

  // ---- A group ------------------------------------------------------------------------------------------------------

  private def commit(group: Group): Unit =
    val limit = database.settings.retryFor.toNanos
    var pause = Database.FirstPauseNanos
    // While the log closes, each of many groups would wait for a database that has been found not to answer.
    var outcome = database.lostWhileClosing.fold(attempt(group, None))(Outcome.Refused(_, mayPass = true))
    var unsure  = unsureOf(outcome)
    // From when the last of them were taken: those have not been tried before.
    while mayPass(outcome) && System.nanoTime - group.takenAt < limit && !database.isClosing do
      outcome match
        case Outcome.Refused(failure, _) => GroupEvents.retry(database.name, group, failure, isUnknown = false)
        case Outcome.Unknown(_, failure) => GroupEvents.retry(database.name, group, failure, isUnknown = true)
        case _                           => ()
      database.waitFor(pause)
      pause = math.min(pause * 2, Database.LongestPauseNanos)
      outcome = attempt(group, unsure.map(_.found))
      unsure = unsureOf(outcome).orElse(unsure)
    outcome match
      case Outcome.Done        => ()
      case Outcome.Fenced(why) =>
        val reason = AppendError.Closed(why)
        queue.close(reason)
        unsure.fold(group.requests.foreach(_.result = Left(reason)))(unknownOutcome(group, _))
      case _ if unsure.isDefined                                                => unknownOutcome(group, unsure.get)
      case Outcome.Refused(_, mayPass) if !mayPass && group.requests.sizeIs > 1 =>
        // One that the database does not take must not fail the others: most of these stay together.
        group.halves.foreach(commit)
      case Outcome.Refused(failure, _) =>
        group.requests.foreach(_.result = Left(unavailable(failure)))
        // A setting of the server that was changed since is one of new connections.
        release()
      case Outcome.Mistaken(error) =>
        if group.requests.sizeIs > 1 then group.halves.foreach(commit)
        else group.requests.foreach(_.result = Left(AppendError.Unchecked(error)))
      case Outcome.Unsure | _: Outcome.Unknown => throw IllegalStateException("an outcome that nothing has caused")

  private def mayPass(outcome: Outcome): Boolean = outcome match
    case Outcome.Refused(_, mayPass) => mayPass
    case _: Outcome.Unknown          => true
    case _                           => false

  private def unsureOf(outcome: Outcome): Option[Outcome.Unknown] = outcome match
    case unknown: Outcome.Unknown => Some(unknown)
    case _                        => None

  private def unavailable(failure: JdbcFailure): AppendError =
    AppendError.Unreadable(ReadError.Unavailable(database.name, failure))

  /** Tries to commit a group once. Sets the results if it is done.
    *
    * @param before
    *   an attempt of which nobody knows whether it was committed
    */
  private def attempt(group: Group, before: Option[GroupTransaction.Prepared]): Outcome =
    val progress = GroupTransaction.Progress()
    val event    = CommitEvent()
    event.begin()
    try
      val own = opened()
      own.table = ""
      transaction.run(own, group, progress, before) match
        case GroupTransaction.Ended.Fenced(why)      => Outcome.Fenced(why)
        case GroupTransaction.Ended.Unsure           => Outcome.Unsure
        case GroupTransaction.Ended.Committed(found) =>
          GroupEvents.committed(event, database.name, found)
          done(group, found)
    catch
      case failure: SQLException =>
        val own    = session
        val table  = if own == null then "" else own.table
        val failed = database.failures.explained(failure, table)
        database.failed(failed, failure)
        val unknown = progress.unknown(failure, database.failures)
        rollBack(isLost = unknown.isDefined || database.failures.isOfConnection(failure))
        unknown match
          case Some(found) => Outcome.Unknown(found, failed)
          case None        => Outcome.Refused(failed, database.failures.isPassing(failure))
      case error: Throwable =>
        rollBack(isLost = true)
        progress.unknown match
          case Some(found) =>
            Outcome.Unknown(found, JdbcFailure(s"committing failed: $error", SQLException(error)))
          case None => Outcome.Mistaken(error)

  private def opened(): Session =
    val known = session
    if known != null then known
    else
      val own = database.connect()
      session = own
      own

  private def rollBack(isLost: Boolean): Unit =
    val own = session
    if own != null then
      var isWell = !isLost
      if isWell then
        try if !own.connection.getAutoCommit then own.connection.rollback()
        catch case _: Exception => isWell = false
      if !isWell then
        session = null
        own.close()

  private def done(group: Group, found: GroupTransaction.Prepared): Outcome =
    for (request, result) <- group.requests.zip(found.results) do request.result = result
    if found.results.exists(_.isRight) then announcer.note()
    committed(found.last)
    Outcome.Done

  /** The database did not say how the commit ended. What was refused has written nothing in any case, but why is not
    * certain, for it may have been compared with what is not there.
    */
  private def unknownOutcome(group: Group, unknown: Outcome.Unknown): Unit =
    announcer.note()
    for (request, result) <- group.requests.zip(unknown.found.results) do
      request.result = result match
        case Right(appended) => Left(AppendError.OutcomeUnknown(appended.first, appended.last, Some(unknown.failure)))
        case Left(_)         => Left(unavailable(unknown.failure))

  // Some of them may be committed by now, each alone.
  private def fail(group: Vector[Request], error: Throwable): Unit =
    group.filter(_.result == null).foreach(_.result = Left(AppendError.Unchecked(error)))

  // ---- Listeners ----------------------------------------------------------------------------------------------------

  private def tell(group: Vector[Request]): Unit =
    var before: AppendListener | Null = null
    group.foreach: request =>
      val changed = before
      if changed != null && (changed ne request.listener) then guarded(changed.endOfGroup())
      before = request.listener
      guarded(request.tell())
    val last = before
    if last != null then guarded(last.endOfGroup())

  // The thread continues whatever a listener does.
  private def guarded(body: => Unit): Unit =
    try body
    catch
      case error: Throwable =>
        try thread.getUncaughtExceptionHandler.uncaughtException(thread, error)
        catch case _: Throwable => ()

private[jdbc] object Writer:
  private final val KeepNanos = 1_000_000_000L

  /** How an attempt has ended. */
  private enum Outcome:
    /** Each append has its result. */
    case Done

    /** Nothing was written. */
    case Refused(failure: JdbcFailure, mayPass: Boolean)

    /** Nothing was written, by a mistake of this library. */
    case Mistaken(error: Throwable)

    /** Nobody knows whether it was committed. */
    case Unknown(found: GroupTransaction.Prepared, failure: JdbcFailure)

    /** Nothing was written, because an attempt before seems to be committed. */
    case Unsure

    /** The head is not what it was when the log was opened. */
    case Fenced(why: String)
