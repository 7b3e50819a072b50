package brine.entity.prevalence

import brine.entity.prevalence.internal.{Engine, InPlace, Opening, Replay, Running}
import brine.journal.snapshot.{SnapshotError, SnapshotInfo}
import brine.journal.{EventLog, JournalSettings, Micros, Offset}
import java.nio.file.Path
import java.time.Instant
import scala.concurrent.Future

/** A running [[MutableSystem]]: its state is in memory as a whole, is changed in place, and every transaction is in a
  * log.
  *
  * {{{
  * val bank = MutablePrevalence.open(folder)(Bank)
  * bank.execute(Transaction.Deposit("ada", 500)) // durable when it returns
  * bank.query(_.cents("ada"))                    // alone with the state
  * }}}
  *
  * One lock: transactions and queries run one at a time, transactions in the order in which the log has them. A caller
  * has a reply, or the result of a query, once all that it saw is durable. Saving encodes the state under the lock.
  *
  * If a transaction throws, or the log refuses one, the state is read from the log again before anything else runs:
  * that takes as long as opening. The state before is released for it. Thread-safe.
  *
  * All methods but [[executeAsync]], [[version]] and [[offset]] throw an `IllegalStateException` on a worker of an
  * actor system and on a thread of a store, which must not wait.
  */
final class MutablePrevalence[T[+_], S] private (
    log: EventLog,
    ownsLog: Boolean,
    replay: Replay[T, S],
    engine: Engine[T, S]
) extends AutoCloseable:
  private val running = Running(log, ownsLog, replay, engine)

  /** Executes a transaction. Returns its reply once the transaction, and everything before it, is durable.
    *
    * A caller that gets [[PrevalenceError.TimedOut]] or [[PrevalenceError.OutcomeUnknown]] does not know whether the
    * transaction is stored. Give transactions that you repeat an identity, which the state remembers.
    *
    * @throws PrevalenceException
    *   if there is no reply; the error says why
    * @throws InterruptedException
    *   if the thread is interrupted while it waits; the transaction may be executed all the same
    * @throws IllegalStateException
    *   on a thread that must not wait: use [[executeAsync]]; and within a transaction or query of this system
    */
  def execute[R](transaction: T[R]): R = running.execute(transaction)

  /** Executes a transaction on a virtual thread; for callers that must not wait. Transactions that are sent by this
    * method are executed in the order of the calls.
    *
    * @return
    *   the reply; it fails with a [[PrevalenceException]], as [[execute]] does
    */
  def executeAsync[R](transaction: T[R]): Future[R] = running.executeAsync(transaction)

  /** The result of a function on the state, once all that it saw is durable. No transaction is executed while it runs.
    *
    * @param of
    *   changes nothing, does not block, and returns no part of the state that transactions change. It is called again
    *   if the log refuses what it saw. Its exceptions are thrown when what it saw is durable
    * @throws PrevalenceException
    *   if what it saw does not become durable, or the state cannot be read from the log again
    * @throws InterruptedException
    *   if the thread is interrupted while it waits
    * @throws IllegalStateException
    *   on a thread that must not wait, and within a transaction or query of this system
    */
  def query[A](of: S => A): A =
    running.requireMayWait(s"a query of $this")
    InPlace.query(engine)(of)

  /** The result of a function on the state at a time: after all durable transactions of that time or before. The state
    * is a copy, made from a saved state and the transactions after it, in the calling thread. Transactions are executed
    * meanwhile.
    *
    * @throws PrevalenceException
    *   if the log cannot be read, or a transaction cannot be repeated
    */
  def at[A](time: Instant)(of: S => A): A =
    running.requireMayWait(s"an earlier state of $this")
    engine.refuseWithin("look at an earlier state")
    of(replay.load(log, replay.startAt(log, time))(record => !Micros.instant(record.value.micros).isAfter(time)).state)

  /** The result of a function on the state after all transactions up to an offset of the log. As with a time. */
  def at[A](offset: Offset)(of: S => A): A =
    running.requireMayWait(s"an earlier state of $this")
    engine.refuseWithin("look at an earlier state")
    of(replay.load(log, replay.start(log, offset))(_.offset.sequence <= offset.sequence).state)

  /** Number of durable transactions. */
  def version: Long = engine.root.version

  /** Offset of the last durable transaction; [[Offset.Begin]] if there is none. */
  def offset: Offset = engine.root.offset

  /** Saves the state, in the calling thread. Opening then repeats the transactions after it alone. Transactions and
    * queries wait until what was executed is durable and the state is encoded, and continue while the bytes are stored.
    * Takes the memory of the encoded state, and of a copy of it. [[PrevalenceSettings.saveEvery]] says how often it is
    * done in the background.
    *
    * @return
    *   an error if the state could not be encoded or stored; transactions continue, and earlier saved states stay
    * @throws PrevalenceException
    *   if what was executed does not become durable in time
    */
  def save(): Either[SnapshotError, SnapshotInfo] =
    running.requireMayWait(s"saving the state of $this")
    engine.save()

  /** Refuses further transactions, and waits until those that were executed are durable or have failed, however long
    * that takes. Closes the log if [[MutablePrevalence.open]] opened it. The state can be queried afterwards. Closing
    * again does nothing.
    *
    * @throws IllegalStateException
    *   on a thread that must not wait, and within a transaction or query of this system, for which it would wait
    */
  def close(): Unit = running.close()

  override def toString: String = replay.described

object MutablePrevalence:
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
  )(system: MutableSystem[T, S]): MutablePrevalence[T, S] =
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
      system: MutableSystem[T, S]
  ): MutablePrevalence[T, S] =
    Opening.requireLog(log)
    Opening.requireAll(settings, system)
    begin(log, ownsLog = false, settings, system)

  private def begin[T[+_], S](
      log: EventLog,
      ownsLog: Boolean,
      settings: PrevalenceSettings,
      system: MutableSystem[T, S]
  ): MutablePrevalence[T, S] =
    val (replay, engine) = Opening.begin(log, settings, InPlace(system), isInPlace = true)
    new MutablePrevalence(log, ownsLog, replay, engine)
