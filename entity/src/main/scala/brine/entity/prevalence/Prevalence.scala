package brine.entity.prevalence

import brine.entity.prevalence.internal.{Engine, Opening, Replay, Running}
import brine.journal.snapshot.{SnapshotError, SnapshotInfo}
import brine.journal.{EventLog, JournalSettings, Micros, Offset}
import java.nio.file.Path
import java.time.Instant
import scala.concurrent.Future

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
  *
  * Methods that may wait or read the log throw an `IllegalStateException` on a worker of an actor system and on a
  * thread of a store, which must do neither.
  */
final class Prevalence[T[+_], S] private (
    log: EventLog,
    ownsLog: Boolean,
    replay: Replay[T, S],
    engine: Engine[T, S]
) extends AutoCloseable:
  private val running = Running(log, ownsLog, replay, engine)

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
    *   on a thread that must not wait: use [[executeAsync]]; and within a transaction of this system, because they are
    *   executed one at a time
    */
  def execute[R](transaction: T[R]): R = running.execute(transaction)

  /** Executes a transaction on a virtual thread; for callers that must not wait.
    *
    * Transactions that are sent by this method are executed in the order of the calls, so those of one caller are in
    * the order in which it sent them. That also holds for those that are executed again, because the log refused one
    * before them. One that fails does not keep later ones from being executed. [[execute]] does not wait for those
    * before it: if it must come after them, wait for their replies.
    *
    * @return
    *   the reply; it fails with a [[PrevalenceException]], as [[execute]] does
    */
  def executeAsync[R](transaction: T[R]): Future[R] = running.executeAsync(transaction)

  /** The newest durable state. A field is read: no lock, no log. */
  def root: Root[S] = engine.root

  /** The result of a function on the newest durable state, which does not change meanwhile. Calls the function in the
    * calling thread, and waits for nothing.
    */
  def query[A](of: S => A): A = of(engine.root.state)

  /** The result of a function on the state at a time: after all transactions of that time or before. Reads a saved
    * state, if there is an earlier one, and repeats the transactions after it, in the calling thread; costs nothing for
    * times after the last transaction. Transactions are executed meanwhile.
    *
    * @throws PrevalenceException
    *   if the log cannot be read, or a transaction cannot be repeated
    */
  def at[A](time: Instant)(of: S => A): A = of(rootAt(time).state)

  /** The state after all transactions of a time or before. Cost and failures are those of [[at]]. */
  def rootAt(time: Instant): Root[S] =
    running.requireMayWait(s"an earlier state of $this")
    engine.refuseWithin("look at an earlier state")
    val newest = engine.root
    if !time.isBefore(newest.time) then newest
    else replay.load(log, replay.startAt(log, time))(record => !Micros.instant(record.value.micros).isAfter(time))

  /** The state after all transactions up to an offset of the log. Cost and failures are those of [[at]]. */
  def rootAt(offset: Offset): Root[S] =
    running.requireMayWait(s"an earlier state of $this")
    engine.refuseWithin("look at an earlier state")
    val newest = engine.root
    if offset.sequence >= newest.offset.sequence then newest
    else replay.load(log, replay.start(log, offset))(_.offset.sequence <= offset.sequence)

  /** Saves the newest durable state, in the calling thread. Opening then repeats the transactions after it alone. No
    * transaction waits meanwhile. Takes the time and memory that encoding the whole state takes.
    * [[PrevalenceSettings.saveEvery]] says how often it is done in the background.
    *
    * @return
    *   an error if the state could not be encoded or stored; transactions continue, and earlier saved states stay
    */
  def save(): Either[SnapshotError, SnapshotInfo] =
    running.requireMayWait(s"saving the state of $this")
    engine.save()

  /** Refuses further transactions, and waits until those that were executed are durable or have failed, however long
    * that takes. Closes the log if [[Prevalence.open]] opened it. The newest state can be queried afterwards. Closing
    * again does nothing.
    *
    * @throws IllegalStateException
    *   on a thread that must not wait, and within a transaction of this system, for which it would wait
    */
  def close(): Unit = running.close()

  override def toString: String = replay.described

object Prevalence:
  /** Opens a system in a folder, which is a journal of its own, and builds its state: reads the newest saved state and
    * repeats the transactions after it, in the calling thread. Creates the folder if there is none.
    *
    * @throws PrevalenceException
    *   if the state cannot be built
    * @throws brine.journal.JournalException
    *   if the journal cannot be opened
    * @throws IllegalStateException
    *   on a thread of a store
    */
  def open[T[+_], S](
      folder: Path,
      settings: PrevalenceSettings = PrevalenceSettings.defaults,
      journal: JournalSettings = JournalSettings.defaults
  )(system: PrevalentSystem[T, S]): Prevalence[T, S] =
    Opening.requireAll(settings, system)
    Opening.open(folder, journal)(begin(_, ownsLog = true, settings, system))

  /** Opens a system over a log, which stays open when the system is closed. Nobody else may append to the stream of the
    * system's name: the system notices, and refuses transactions from then on. Builds the state as [[open]] does.
    *
    * @throws PrevalenceException
    *   if the state cannot be built
    * @throws IllegalStateException
    *   on a thread of a store
    */
  def over[T[+_], S](log: EventLog, settings: PrevalenceSettings = PrevalenceSettings.defaults)(
      system: PrevalentSystem[T, S]
  ): Prevalence[T, S] =
    Opening.requireLog(log)
    Opening.requireAll(settings, system)
    begin(log, ownsLog = false, settings, system)

  private def begin[T[+_], S](
      log: EventLog,
      ownsLog: Boolean,
      settings: PrevalenceSettings,
      system: PrevalentSystem[T, S]
  ): Prevalence[T, S] =
    val (replay, engine) = Opening.begin(log, settings, system, isInPlace = false)
    new Prevalence(log, ownsLog, replay, engine)
