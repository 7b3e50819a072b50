package brine.entity.prevalence

import brine.actor.ActorThread
import brine.entity.prevalence.internal.{Engine, Replay}
import brine.journal.snapshot.{SnapshotError, SnapshotInfo}
import brine.journal.{EventLog, Journal, JournalSettings, Micros, Offset, StoreThread}
import java.nio.file.Path
import java.time.Instant
import java.util.Objects
import java.util.concurrent.locks.ReentrantLock
import scala.concurrent.{Future, Promise}

/** A running [[PrevalentSystem]]: its state is in memory as a whole, and every transaction that changes it is in a log.
  *
  * {{{
  * val bank = Prevalence.open(folder)(Bank)
  * bank.execute(Transfer(1, 2, 500)) // durable when it returns
  * bank.query(_.richest(10))         // on the newest durable state: no lock, no log
  * bank.at(yesterday)(_.richest(10)) // on the state of then
  * }}}
  *
  * Transactions are executed one at a time, in the order in which the log has them. Saving pauses nobody: it needs a
  * reference to an immutable state. Thread-safe.
  */
final class Prevalence[T[+_], S] private (
    log: EventLog,
    ownsLog: Boolean,
    replay: Replay[T, S],
    engine: Engine[T, S]
) extends AutoCloseable:

  /** Executes a transaction. Returns its reply once the transaction, and everything it saw, is durable. Its effect is
    * in [[root]] then.
    *
    * A caller that gets [[PrevalenceError.TimedOut]] or [[PrevalenceError.OutcomeUnknown]] does not know whether the
    * transaction is stored. Give transactions that you repeat an identity, which the state remembers.
    *
    * @throws PrevalenceException
    *   if there is no reply; the error says why
    * @throws InterruptedException
    *   if the thread is interrupted while it waits; the transaction may be executed all the same
    * @throws IllegalStateException
    *   on a worker of an actor system or a thread of a store, which must not wait: use [[executeAsync]]
    */
  def execute[R](transaction: T[R]): R =
    Objects.requireNonNull(transaction, "transaction"): Unit
    requireMayWait(s"executing a transaction of $this")
    engine.execute(transaction)

  /** Executes a transaction on a virtual thread; for callers that must not wait. Transactions of which one must come
    * after the other are sent when that has its reply.
    */
  def executeAsync[R](transaction: T[R]): Future[R] =
    Objects.requireNonNull(transaction, "transaction"): Unit
    val reply          = Promise[R]()
    val task: Runnable = () =>
      try reply.success(engine.execute(transaction)): Unit
      catch case failed: Throwable => reply.failure(failed): Unit
    Thread.ofVirtual.start(task): Unit
    reply.future

  /** The newest durable state. A field is read: no lock, no log. */
  def root: Root[S] = engine.root

  /** The result of a function on the newest durable state, which does not change meanwhile. */
  def query[A](of: S => A): A = of(engine.root.state)

  /** The result of a function on the state at a time: after all transactions of that time or before. Reads a saved
    * state, if there is an earlier one, and repeats the transactions after it; costs nothing for times after the last
    * transaction.
    *
    * @throws PrevalenceException
    *   if the log cannot be read, or a transaction cannot be repeated
    */
  def at[A](time: Instant)(of: S => A): A = of(rootAt(time).state)

  /** The state after all transactions of a time or before, see [[at]]. */
  def rootAt(time: Instant): Root[S] =
    requireMayWait(s"an earlier state of $this")
    val newest = engine.root
    if !time.isBefore(newest.time) then newest
    else
      // A transaction is in the log a little after its own time. So a state that the log had then has none too many.
      log.offsetAt(time) match
        case Left(error) => throw engine.unavailable(error)
        case Right(next) =>
          val start = replay.start(log, Offset(math.max(0, next.sequence - 1)))
          replay.load(log, start)(record => !Micros.instant(record.value.micros).isAfter(time))

  /** The state after all transactions up to an offset of the log, see [[at]]. */
  def rootAt(offset: Offset): Root[S] =
    requireMayWait(s"an earlier state of $this")
    val newest = engine.root
    if offset.sequence >= newest.offset.sequence then newest
    else replay.load(log, replay.start(log, offset))(_.offset.sequence <= offset.sequence)

  /** Saves the newest durable state, in the calling thread. Opening then repeats the transactions after it alone. No
    * transaction waits meanwhile. The settings say how often it is done in the background.
    */
  def save(): Either[SnapshotError, SnapshotInfo] =
    requireMayWait(s"saving the state of $this")
    engine.save()

  // A shutdown hook and the program may both close it.
  private val closing  = ReentrantLock()
  private var isClosed = false

  /** Refuses further transactions, and waits until those that were executed are durable. Closes the log if [[open]]
    * opened it. States can be queried afterwards.
    */
  def close(): Unit =
    requireMayWait(s"closing $this")
    closing.lock()
    try
      if !isClosed then
        engine.close()
        if ownsLog then log.close()
        isClosed = true
    finally closing.unlock()

  private def requireMayWait(what: String): Unit = Thread.currentThread match
    case _: ActorThread =>
      throw IllegalStateException(
        s"$what waits, and this is a worker of an actor system: use executeAsync, or an actor on Dispatcher.Blocking"
      )
    case _ => StoreThread.requireOther(what)

  override def toString: String = replay.described

object Prevalence:
  /** Opens a system in a folder, which is a journal of its own, and builds its state. Creates the folder if there is
    * none.
    *
    * @throws PrevalenceException
    *   if the state cannot be built
    * @throws brine.journal.JournalException
    *   if the journal cannot be opened
    */
  def open[T[+_], S](
      folder: Path,
      settings: PrevalenceSettings = PrevalenceSettings.defaults,
      journal: JournalSettings = JournalSettings.defaults
  )(system: PrevalentSystem[T, S]): Prevalence[T, S] =
    val log = Journal.open(folder, journal)
    try begin(log, ownsLog = true, settings, system)
    catch
      case failed: Throwable =>
        try log.close()
        catch case more: Throwable => failed.addSuppressed(more)
        throw failed

  /** Opens a system over a log, which stays open when the system is closed. Nobody else may append to the stream of the
    * system's name: the system notices, and refuses transactions from then on.
    *
    * @throws PrevalenceException
    *   if the state cannot be built
    */
  def over[T[+_], S](log: EventLog, settings: PrevalenceSettings = PrevalenceSettings.defaults)(
      system: PrevalentSystem[T, S]
  ): Prevalence[T, S] = begin(log, ownsLog = false, settings, system)

  private def begin[T[+_], S](
      log: EventLog,
      ownsLog: Boolean,
      settings: PrevalenceSettings,
      system: PrevalentSystem[T, S]
  ): Prevalence[T, S] =
    StoreThread.requireOther(s"opening the prevalent system '${system.name}'")
    val replay = Replay(system)
    val saved  = replay.saved(log, Offset(Long.MaxValue))
    val start  = replay.load(log, saved.getOrElse(replay.initial))(_ => true)
    val engine = Engine(system, log, settings, replay, start, saved.fold(0L)(_.version))
    new Prevalence(log, ownsLog, replay, engine)
