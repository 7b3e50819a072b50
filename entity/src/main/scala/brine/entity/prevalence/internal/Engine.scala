package brine.entity.prevalence.internal

import brine.actor.internal.support.StackProbe
import brine.entity.At
import brine.entity.internal.UserFailure
import brine.entity.prevalence.{PrevalenceError, PrevalenceException, PrevalenceSettings, PrevalentSystem, Root}
import brine.journal.snapshot.{SnapshotError, SnapshotInfo}
import brine.journal.{AppendBatch, AppendError, EventLog, ExpectedVersion, Micros, Offset, ReadError}
import java.util.concurrent.atomic.AtomicLong
import java.util.concurrent.locks.{LockSupport, ReentrantLock}
import java.util.concurrent.{Semaphore, TimeUnit, TimeoutException}

/** Executes transactions in one order, and stores them in the same.
  *
  * A transaction is executed on the *accepted* state, which has transactions that are not durable yet, and is handed to
  * the log under the same lock. So up to `maxPending` appends are pending at once. Each expects the version that those
  * before it lead to: if the log refuses one, it refuses all later ones. Then the accepted state is revoked. When all
  * have ended, the next transaction is executed on the durable state, and so are those that were refused for this
  * reason.
  *
  * A change in place cannot be undone. If a transaction is refused or fails, the state is built from the log again,
  * before the next one is executed.
  *
  * Thread-safe.
  *
  * @param isInPlace
  *   whether transactions change the state in place; all roots then have the same state
  */
private[prevalence] final class Engine[T[+_], S](
    system: PrevalentSystem[T, S],
    log: EventLog,
    val settings: PrevalenceSettings,
    replay: Replay[T, S],
    start: Root[S],
    savedUpTo: Long,
    isInPlace: Boolean = false
):
  import Engine.*
  import replay.transactions

  private val permits = Semaphore(settings.maxPending)
  private val turn    = ReentrantLock()

  // Guarded by `turn`: the accepted state, the time of the last transaction, and the last append that is pending.
  private var accepted                = start
  private var micros                  = Micros.of(start.time)
  private var last: Pending[S] | Null = null
  private var begun                   = 0L
  private var isSpoiled               = false // only of a state that is changed in place
  private val batch                   = AppendBatch()

  private val ended             = AtomicLong()
  private val refusals          = Refusals()
  @volatile private var durable = start
  @volatile private var closed  = false
  // Written under `turn`.
  @volatile private var rounds                  = 0L
  @volatile private var settling: Thread | Null = null

  private val saves = StateSaves(system.name, log, replay, settings.saveEvery, savedUpTo, () => toSave)

  private def toSave: Root[S] = if isInPlace then InPlace.copy(this, system) else durable

  /** The state that everything durable leads to. One that is changed in place may be ahead. */
  def root: Root[S] = durable

  /** Saves it. */
  def save(): Either[SnapshotError, SnapshotInfo] = saves.save()

  // ---- Transactions ------------------------------------------------------------------------------------------------

  /** Executes a transaction, and waits until what it follows from is durable. */
  def execute[R](transaction: T[R]): R =
    refuseWithin("execute another one")
    val until                      = deadline()
    var outcome: Outcome[R] | Null = null
    while outcome == null do
      val begun = begin(transaction, until, AnyRound)
      if begun != null then outcome = await(begun.nn, until)
    outcome.nn.reply

  /** Until when a transaction that begins now waits, as a time of `System.nanoTime`. */
  def deadline(): Long = System.nanoTime + settings.timeout.toNanos

  /** Number of times that the accepted state was revoked. */
  def round: Long = rounds

  /** Executes a transaction, and hands it to the log. Waits for its turn, not until it is durable.
    *
    * @param expected
    *   the number of times that the accepted state may have been revoked; `AnyRound` for any
    * @return
    *   null if the log has no room, or another number was expected; nothing has happened then
    * @throws PrevalenceException
    *   if there is no reply
    */
  def begin[R](transaction: T[R], until: Long, expected: Long): Begun[S, R] | Null =
    // Or a permit might not be returned, or the lock not be unlocked. The system's own code may need more stack: what
    // it throws leads back to where there is room.
    StackProbe.require()
    // One may become part of the state, which is changed. The other is stored, and is as it was.
    val own    = if isInPlace then InPlace.copies(system, replay, transaction) else null
    val taken  = if own == null then transaction else own._1
    val stored = if own == null then transaction else own._2
    if !permits.tryAcquire(math.max(0, until - System.nanoTime), TimeUnit.NANOSECONDS) then throw failed(overloaded)
    var mustLeave = true
    try
      takeTurn(until)
      var seen: Pending[S] | Null = null
      var reply: R                = null.asInstanceOf[R]
      var isOwn                   = false
      try
        settle(until)
        if expected != AnyRound && expected != rounds then return null
        if closed then throw failed(PrevalenceError.Closed(replay.described))
        if refusals.broken != null then throw failed(refusals.broken.nn)
        val at = At.now(Micros.instant(math.max(Micros.of(settings.clock.instant), micros)))
        try
          val decided = decide(taken, at)
          reply = decided._2
          if !isInPlace && (decided._1.asInstanceOf[AnyRef] eq accepted.state.asInstanceOf[AnyRef]) then
            seen = lastPending
          else
            val own = handOver(stored, decided._1, reply, at, until)
            if own == null then return null
            seen = own
            isOwn = true
            mustLeave = false
        catch
          case mistake: PrevalenceException if isOfState(mistake.error) =>
            return Begun(reply, lastPending, isOwn = false, mistake)
      finally turn.unlock()
      Begun(reply, seen, isOwn, null)
    finally if mustLeave then permits.release()

  // It says something about the state that it saw, which may not be durable yet.
  private def isOfState(error: PrevalenceError) = error match
    case _: (PrevalenceError.Failed | PrevalenceError.Unencodable) => true
    case _                                                         => false

  private def takeTurn(until: Long): Unit =
    if !turn.tryLock(math.max(0, until - System.nanoTime), TimeUnit.NANOSECONDS) then throw failed(overloaded)

  // Whoever saw the accepted state waits for the last append of it. If none is pending, all are durable, unless one was
  // refused since the turn began: then the last one was, too.
  private def lastPending: Pending[S] | Null = if begun != ended.get || refusals.first != null then last else null

  private def decide[R](transaction: T[R], at: At): (S, R) =
    // Whatever is thrown from here on, until the log has it, may leave a state that was changed.
    isSpoiled = isInPlace
    try
      val (next, reply) = system.execute(accepted.state, transaction)(using at)
      if next == null then throw NullPointerException("the next state is null")
      (next, reply)
    catch
      case UserFailure(cause) =>
        throw failed(PrevalenceError.Failed(replay.described, replay.nameOf(transaction), cause))

  /** Appends it, and makes its state the accepted one. Returns null if the log has no room. */
  private def handOver[R](transaction: T[R], next: S, reply: R, at: At, until: Long): Pending[S] | Null =
    val time    = Micros.of(at.time)
    val version = accepted.version + 1
    try
      val mark = ReplyMark.of(reply)(using system.transactions.replyTo(transaction))
      batch.clear().to(system.name, ExpectedVersion(accepted.version))
      batch.add(TransactionRecord[T[Any]](time, at.usedId, at.usedSeed, mark, transaction.asInstanceOf[T[Any]]))
    catch
      case UserFailure(cause) =>
        throw failed(PrevalenceError.Unencodable(replay.described, replay.nameOf(transaction), cause))
    var own = offer(Root(next, version, accepted.offset, at.time))
    // It has changed the state, so it cannot be executed again.
    while isInPlace && own.refused == AppendError.Full do
      awaitRoom()
      if Thread.interrupted() then throw InterruptedException(s"interrupted while ${replay.described} waits")
      if until - System.nanoTime <= 0 then throw failed(overloaded)
      own = offer(own.root)
    val refused = own.refused
    if refused == AppendError.Full then
      awaitRoom()
      null
    else
      isSpoiled = false
      accepted = own.root
      micros = time
      last = own
      begun += 1
      if refused != null then own.rejected(0, refused)
      own

  private def offer(root: Root[S]): Pending[S] =
    val own = Pending(this, root)
    log.appendBatch(batch, own, 0, waits = false)
    own.isHandedOver = true
    own

  /** Calls a function with the accepted state, while no transaction is executed.
    *
    * @return
    *   its result, to be told once what it saw is durable
    */
  def look[A](until: Long)(of: S => A): Begun[S, A] =
    refuseWithin("query it")
    StackProbe.require()
    takeTurn(until)
    try
      settle(until)
      if refusals.broken != null then throw failed(refusals.broken.nn)
      try Begun(of(accepted.state), lastPending, isOwn = false, null)
      catch case UserFailure(mistake) => Begun(null.asInstanceOf[A], lastPending, isOwn = false, mistake)
    finally turn.unlock()

  /** Calls a function with the durable state, while no transaction is executed and none is pending. */
  def rest[A](until: Long)(of: Root[S] => A): A =
    refuseWithin("save it")
    StackProbe.require()
    takeTurn(until)
    try
      while
        settle(until)
        awaitEnded(until)
        refusals.first != null
      do ()
      if refusals.broken != null then throw failed(refusals.broken.nn)
      of(durable.copy(state = accepted.state))
    finally turn.unlock()

  // ---- Waiting -----------------------------------------------------------------------------------------------------

  /** Waits until what a transaction saw is durable. Returns null if it must be executed again. */
  def await[R](begun: Begun[S, R], until: Long): Outcome[R] | Null =
    if begun.seen == null then told(begun)
    else
      val result =
        try begun.seen.nn.await(until)
        catch
          case _: TimeoutException =>
            throw failed(PrevalenceError.TimedOut(replay.described, settings.timeout))
      result match
        case Right(_)                                      => told(begun)
        case Left(error) if !begun.isOwn || isAgain(error) => null
        case Left(error)                                   => throw failed(errorOf(error))

  private def told[R](begun: Begun[S, R]): Outcome[R] =
    if begun.failure == null then Outcome(begun.reply) else throw begun.failure.nn

  /** Whether an append was refused only because one before it was: nothing of it was written. */
  private def isAgain(error: AppendError) = error match
    case AppendError.WrongVersion(_, _, _) | AppendError.Full => true
    case _                                                    => false

  private def errorOf(error: AppendError): PrevalenceError = error match
    case unknown: AppendError.OutcomeUnknown => PrevalenceError.OutcomeUnknown(replay.described, unknown.message)
    case other                               => PrevalenceError.Unavailable(replay.described, other)

  private def overloaded = PrevalenceError.Overloaded(replay.described, settings.maxPending, settings.timeout)

  // ---- Guarded by `turn` -------------------------------------------------------------------------------------------

  /** If the accepted state is revoked, waits until no append is pending, and continues on the durable state. */
  private def settle(until: Long): Unit = if refusals.first != null || isSpoiled then
    awaitEnded(until)
    refusals.first match
      // None before it was refused, so the version that it expected was that of the stream.
      case AppendError.WrongVersion(_, _, _) => refusals.break(PrevalenceError.OtherWriter(replay.described))
      case _                                 => ()
    if !isInPlace then accepted = durable
    else if refusals.broken == null then accepted = builtAgain()
    last = null
    refusals.clear()
    isSpoiled = false
    rounds += 1

  // If it cannot be read, the next transaction tries again. There may be no room for the old state beside the new one.
  private def builtAgain(): Root[S] =
    val none = null.asInstanceOf[S]
    accepted = accepted.copy(state = none)
    durable = durable.copy(state = none)
    last = null
    val found = replay.load(log, replay.start(log, Offset(Long.MaxValue)))(_ => true)
    if found.version != durable.version then
      refusals.break(PrevalenceError.OtherWriter(replay.described))
      throw failed(refusals.broken.nn)
    durable = found
    found

  private def awaitEnded(until: Long): Unit =
    settling = Thread.currentThread
    try
      while ended.get != begun do
        val left = until - System.nanoTime
        if left <= 0 then throw failed(overloaded)
        LockSupport.parkNanos(this, left)
        if Thread.interrupted() then throw InterruptedException(s"interrupted while ${replay.described} waits")
    finally settling = null

  private def awaitRoom(): Unit =
    settling = Thread.currentThread
    try LockSupport.parkNanos(this, LongestWaitForRoom)
    finally settling = null

  // ---- Called by the log -------------------------------------------------------------------------------------------

  /** Notes a state that is durable. Returns false if it follows from one that is not. */
  def becomeDurable(root: Root[S]): Boolean =
    if root.version != durable.version + 1 then
      refusals.break(PrevalenceError.OtherWriter(replay.described))
      false
    else
      durable = root
      saves.reached(root.version)
      true

  /** Notes that the append of a state was refused, as those of later ones will be. */
  def revoke(version: Long, error: AppendError): Unit =
    error match
      case _: AppendError.OutcomeUnknown => refusals.break(errorOf(error))
      case _                             => ()
    refusals.add(version, error)

  /** Notes that an append has ended. */
  def end(): Unit =
    ended.incrementAndGet(): Unit
    permits.release()
    val waiting = settling
    if waiting != null then LockSupport.unpark(waiting)

  // ---- Closing -----------------------------------------------------------------------------------------------------

  /** Refuses further transactions, and waits until those that were executed have ended. */
  def close(): Unit =
    refuseWithin("close it")
    StackProbe.require() // before it takes the permits
    closed = true
    permits.acquireUninterruptibly(settings.maxPending)
    permits.release(settings.maxPending)

  /** Refuses a call within a transaction: the lock would let it pass, in the middle of the one that has it. */
  def refuseWithin(what: String): Unit =
    if turn.isHeldByCurrentThread then
      val who = if isInPlace then "a transaction or query" else "a transaction"
      throw IllegalStateException(s"$who of ${replay.described} must not $what: it is executed in one step")

  private def failed(error: PrevalenceError): PrevalenceException = PrevalenceException(error)

  /** The error of a log that cannot be read. */
  def unavailable(error: ReadError): PrevalenceException = failed(PrevalenceError.Unavailable(replay.described, error))

private[prevalence] object Engine:
  // In nanoseconds. Unless an append of this system ends, nobody says that the log has room again.
  private inline val LongestWaitForRoom = 1_000_000L

  /** For those that begin whatever was revoked. */
  final val AnyRound = -1L

  /** A reply that may be told. */
  private[internal] final class Outcome[R](val reply: R)

  /** A transaction that was executed.
    *
    * @param seen
    *   the last append that it saw, which may be its own; null if all it saw is durable
    * @param failure
    *   what it failed with, in place of a reply
    */
  private[internal] final class Begun[S, R](
      val reply: R,
      val seen: Pending[S] | Null,
      val isOwn: Boolean,
      val failure: Throwable | Null
  )
