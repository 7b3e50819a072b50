package brine.entity.effect.internal

import brine.actor.internal.support.{Described, Nanos}
import brine.entity.effect.*
import brine.entity.effect.internal.Attempts.Outcome
import brine.entity.internal.{EntityLog, FailureText, Reached, SelectedRecords}
import brine.journal.{EventLog, Offset, ReadError, Record, Records}
import java.time.{Duration, Instant}
import java.util.concurrent.atomic.{AtomicInteger, AtomicReference}
import java.util.concurrent.{CompletableFuture, CountDownLatch, Semaphore, ThreadLocalRandom}
import scala.util.Try

/** Runs effects: a thread of its own reads the log and stores what was executed, and each key that has effects to be
  * executed has a virtual thread. Thread-safe.
  */
private[effect] final class EffectsRunner[E](
    definition: Effects[E],
    log: EventLog,
    store: EffectStore,
    from: SavedEffects,
    settings: EffectsSettings
):
  import EffectsRunner.*

  private val name       = definition.toString
  private val reached    = Reached()
  private val lanes      = Lanes[E](from, reached, settings.maxSetAside)
  private val graceNanos = Nanos.of(settings.closeTimeout)
  private val stopping   = Stopping(graceNanos)
  private val attempts   = Attempts(definition, Nanos.of(settings.timeout), stopping)
  private val permits    = Semaphore(settings.parallel, true)
  private val busy       = BusyKeys(log.name, definition.name, stopping)
  private val source     = SelectedRecords(definition.query, definition.key, log)(using definition.reads)
  private val ended      = CountDownLatch(1)
  private val retried    = AtomicInteger() // effects that have failed and are tried again
  private val outcome    = AtomicReference[EffectsError | Null](null)

  @volatile private var failure: EffectsStatus.Failure | Null = null

  // Of the thread that reads.
  private var savedChange = 0L
  private var savedAt     = System.nanoTime
  private var checkedAt   = System.nanoTime
  private var logFailures = 0

  // Not a virtual thread: stores may keep its carrier for long.
  private val thread = Thread.ofPlatform.daemon.name(s"brine-effects-${definition.name}").unstarted(() => run())

  def start(): Unit = thread.start()

  // ---- For callers --------------------------------------------------------------------------------------------------

  def position: Offset = reached.offset

  def status: EffectsStatus =
    val at      = position
    val durable = Try(log.durable).getOrElse(at)
    EffectsStatus(
      at,
      store.last.keepAfter,
      math.max(0, durable.sequence - at.sequence),
      lanes.pending,
      attempts.running,
      lanes.total,
      lanes.perSecond,
      lanes.asideCount,
      Option(failure),
      Option(outcome.get)
    )

  def setAside: Vector[SetAsideEffect] = lanes.setAside

  /** Waits until the position is reached. Returns why it is not, if so. */
  def await(offset: Offset, within: Duration): Option[EffectsError] =
    if reached.await(offset, System.nanoTime + (if within.isNegative then 0 else Nanos.of(within))) then None
    else
      outcome.get match
        case null  => Some(EffectsError.Behind(name, offset, position, within))
        case error => Some(error.nn)

  def replay(key: String): Either[EffectsError, Int] = request(key)(replayAll(key))

  def discard(key: String): Either[EffectsError, Int] = request(key)(stored(lanes.discard(key)))

  def discardOne(offset: Offset): Either[EffectsError, Boolean] = lanes.keyOfAside(offset) match
    case None      => Right(false)
    case Some(key) => request(key)(stored(if lanes.discardOne(key, offset) then 1 else 0)).map(_ > 0)

  private def stored(count: Int): Either[EffectsError, Int] = if count == 0 then Right(0) else save().map(_ => count)

  def requireOther(what: String): Unit =
    if isOwn then
      throw IllegalStateException(s"$what $name in their own function would wait for itself: use another thread")

  private def isOwn =
    val current = Thread.currentThread
    (current eq thread) || attempts.isOwn(current)

  /** Ends all, and waits for that, also in a thread that is interrupted, which stays so. */
  def close(): Unit =
    stopping.begin()
    if !isOwn then
      var isInterrupted = false
      var hasEnded      = false
      while !hasEnded do
        try
          ended.await()
          hasEnded = true
        catch case _: InterruptedException => isInterrupted = true
      if isInterrupted then Thread.currentThread.interrupt()

  private def closed: EffectsError = outcome.get match
    case null  => EffectsError.Closed(name)
    case error => error.nn

  /** Does something with what is set aside of a key, in a thread that the caller may leave. */
  private def request(key: String)(action: => Either[EffectsError, Int]): Either[EffectsError, Int] =
    java.util.Objects.requireNonNull(key, "key"): Unit
    if !lanes.enter() then Left(closed)
    else
      val result = CompletableFuture[Either[EffectsError, Int]]()
      spawn:
        try
          if !lanes.take(key) then result.complete(Left(closed)): Unit
          else
            try result.complete(action): Unit
            finally lanes.release(key)
        finally result.complete(Left(closed)): Unit
      result.get()

  // ---- The thread that reads ----------------------------------------------------------------------------------------

  private def run(): Unit =
    try
      attempting(reopen())
      while !stopping.isBegun do attempting(follow())
    catch
      case Ended(error)      => endWith(error)
      case failed: Throwable => endWith(EffectsError.Broken(name, failed))
    finally
      stopping.begin()
      lanes.stop()
      if lanes.awaitEnd(graceNanos + EndNanos) > 0 then
        val left = lanes.awaitEnd(graceNanos)
        if left > 0 then
          EntityLog.warn(
            s"$name have ended, but $left of their threads have not: their function takes no notice of interrupts"
          )
      saveLast()
      outcome.compareAndSet(null, EffectsError.Closed(name)): Unit
      reached.end()
      ended.countDown()

  private def saveLast(): Unit =
    // Whoever has claimed them, or closed the log, knows that what was executed lately is repeated.
    val isForeign = outcome.get match
      case EffectsError.Fenced(_) => true
      case _                      => log.source.isClosed
    if !isForeign && (lanes.change != savedChange || unsaved >= MostUnsavedAtEnd) then
      val result =
        try save()
        catch case failed: Throwable => Left(EffectsError.Broken(name, failed))
      result match
        case Left(EffectsError.Closed(_)) | Right(()) => ()
        case Left(error) => EntityLog.warn(s"$name will repeat what they have executed last: ${error.message}")

  /** How far the log was looked at since what is stored. */
  private def unsaved: Long = lanes.lookedUpTo - store.last.upTo.sequence

  /** Ends all because of an error. Any thread may call it. */
  private def endWith(error: EffectsError): Unit =
    if outcome.compareAndSet(null, error) then
      error match
        case EffectsError.Closed(_) => ()
        case _                      => EntityLog.warn(error.message, EffectsException(error).getCause)
    stopping.begin()

  private def attempting(body: => Unit): Unit =
    try body
    catch
      case Unavailable(error) =>
        logFailures += 1
        note(s"the log failed: ${error.message}", logFailures)
        if logFailures == 1 then EntityLog.warn(error.message, EffectsException(error).getCause)
        pause(logFailures)

  private def pause(number: Int): Unit =
    stopping.pause(math.max(ShortestNanos, settings.backoff.delayNanos(number, ThreadLocalRandom.current.nextDouble())))

  private def note(message: String, number: Int): Unit =
    failure = EffectsStatus.Failure(message.take(LongestReason), number, Instant.now)

  private def orThrow[A](result: Either[EffectsError, A]): A = result match
    case Right(value)                                 => value
    case Left(error @ EffectsError.Unavailable(_, _)) => throw Unavailable(error)
    case Left(error)                                  => throw Ended(error)

  // Offsets of open records that were not read yet.
  private var unread = from.open

  /** Reads the records that the last run has not executed. */
  private def reopen(): Unit =
    while unread.nonEmpty && !stopping.isBegun do
      val offset = Offset(unread.head)
      read(source.at(offset)) match
        case Some(Right(record)) => add(record)
        case Some(Left(cause))   => setUndecodableAside(offset, cause)
        case None                =>
          warnOfMissing(offset)
          lanes.drop(offset)
      unread = unread.tail
    if unread.isEmpty then lanes.opened()

  private def warnOfMissing(offset: Offset): Unit = EntityLog.warn(
    s"$name have not executed the effect of the record at ${offset.sequence}: a compaction has removed it, or the " +
      "query does not select it any more"
  )

  private def read[A](body: => Either[ReadError, A]): A = orThrow(store.caught(body).left.map(store.failed))

  /** Follows the log, until all ends. */
  private def follow(): Unit =
    if unread.nonEmpty then reopen()
    var records = read(Right(recordsAfter(Offset(lanes.lookedUpTo))))
    try
      while !stopping.isBegun do
        saveIfDue()
        val room = settings.maxPending - lanes.pending
        if room <= 0 then lanes.awaitRoom(settings.maxPending, WaitNanos)
        else
          store.caught(records.nextBatch(math.min(room, Records.MostOfBatch))) match
            case Right(batch) if batch.nonEmpty =>
              orThrow(store.requireOwn())
              batch.foreach(add)
            case Right(_)                                           => waitAfter(records.offset)
            case Left(ReadError.Undecodable(offset, stream, cause)) =>
              if EffectStore.isOwn(stream) then lanes.lookedAt(offset)
              else setUndecodableAside(offset, cause)
              records.close()
              records = read(Right(recordsAfter(offset)))
            case Left(error) => orThrow(Left(store.failed(error)))
          logFailures = 0
    finally records.close()

  private def recordsAfter(offset: Offset): Records[E] =
    source.from(
      if offset != Offset.Begin then Offset(offset.sequence + 1)
      else
        definition.begin match
          case EffectsBegin.After(Offset.Begin) => Offset.Begin
          case _                                => Offset(1)
    )

  private def waitAfter(offset: Offset): Unit =
    lanes.lookedAt(offset)
    if System.nanoTime - checkedAt > CheckNanos then
      checkedAt = System.nanoTime
      orThrow(store.requireOwn())
    if log.source.isClosed then
      // What was appended before the log was closed is read.
      if log.source.visible.sequence <= offset.sequence then throw Ended(EffectsError.Closed(name))
    else
      try log.source.awaitBeyond(offset, WaitNanos): Unit
      catch case _: InterruptedException => ()

  private def saveIfDue(): Unit =
    val isChanged = lanes.change != savedChange && System.nanoTime - savedAt >= Nanos.of(settings.saveEvery)
    if isChanged || unsaved >= MostUnsaved then orThrow(save())

  /** Stores what was executed. Any thread may call it. */
  private def save(): Either[EffectsError, Unit] =
    var change = 0L
    val result = store.save: () =>
      val (state, now) = lanes.snapshot
      change = now
      state
    if result.isRight && (Thread.currentThread eq thread) then
      savedChange = change
      savedAt = System.nanoTime
    result

  // ---- Records ------------------------------------------------------------------------------------------------------

  private def add(record: Record[E]): Unit =
    if EffectStore.isOwn(record.stream) then lanes.lookedAt(record.offset)
    else
      lanes.add(source.keyOf(record), record) match
        case Right(Some(lane)) => spawn(run(lane))
        case Right(None)       => ()
        case Left(noRoom)      => throw Ended(tooMany(noRoom))

  // Trying again cannot help.
  private def setUndecodableAside(offset: Offset, cause: Throwable): Unit =
    val (stream, tags) = read(Right(source.placeAt(offset))).getOrElse(("", Set.empty[String]))
    val one            = SetAsideEffect(source.keyOf(stream, tags), offset, FailureText.of(cause).take(LongestReason))
    lanes.putAside(one).left.foreach(noRoom => throw Ended(tooMany(noRoom)))
    warnOfAside(one.key, offset, one.reason, cause)

  private def tooMany(noRoom: Lanes.NoRoom) = EffectsError.TooManySetAside(name, settings.maxSetAside, noRoom.reason)

  private def warnOfAside(key: String, offset: Offset, reason: String, cause: Throwable): Unit =
    EntityLog.warn(
      s"$name set the effect of the record at ${offset.sequence} aside, and all later ones of the key " +
        s"'${Described.inLine(key)}': $reason. Correct it, then replay or discard that key",
      cause
    )

  /** Runs a body in a virtual thread, which is one of those that the end waits for. */
  private def spawn(body: => Unit): Unit =
    val started = Thread.ofVirtual
      .name(s"brine-effects-${definition.name}")
      .unstarted: () =>
        try stopping.noticing(body)
        catch
          // It was waiting for the log.
          case _: InterruptedException if stopping.isBegun => ()
          case failed: Throwable                           => endWith(EffectsError.Broken(name, failed))
        finally lanes.leave()
    try started.start()
    catch
      // The stack of the caller may end here.
      case failed: Throwable =>
        lanes.leave()
        throw failed

  private def run(lane: Lanes.Lane[E]): Unit =
    var record = lanes.next(lane)
    while record != null do
      execute(lane, record.nn)
      record = lanes.next(lane)

  /** Executes an effect, as often as it takes. */
  private def execute(lane: Lanes.Lane[E], record: Record[E]): Unit =
    var number = 1
    var isOver = false
    try
      while !isOver && !stopping.isBegun do
        val result = attempt(lane.key, record, number)
        isOver = true
        result match
          case Outcome.Executed                                     => lanes.executed(lane)
          case Outcome.Refused(cause)                               => setAside(lane, record, number, cause)
          case Outcome.Failed(cause) if number >= settings.attempts => setAside(lane, record, number, cause)
          case Outcome.Fatal(cause)                                 => endWith(EffectsError.Broken(name, cause))
          case Outcome.Stopped                                      => ()
          case Outcome.Failed(cause)                                =>
            isOver = false
            if number == 1 then retried.incrementAndGet(): Unit
            tryAgain(record, number, cause)
            number += 1
    finally if number > 1 then retried.decrementAndGet(): Unit

  private def attempt(key: String, record: Record[E], number: Int): Outcome =
    def waits =
      note(s"the effect of the record at ${record.offset.sequence} waits for an earlier call of its key to end", number)
    busy.use(key)(waits)(permitted(attempts.execute(record, number))).getOrElse(Outcome.Stopped)

  private def permitted(body: => Outcome): Outcome =
    var isIn = false
    while !isIn && !stopping.isBegun do
      try
        permits.acquire()
        isIn = true
      catch case _: InterruptedException => ()
    if !isIn then Outcome.Stopped
    else
      try body
      finally permits.release()

  private def tryAgain(record: Record[E], number: Int, cause: Throwable): Unit =
    val problem = s"the effect of the record at ${record.offset.sequence} failed: ${FailureText.of(cause)}"
    note(problem, number)
    // One line for an outage, not one for each key.
    if number == 1 && retried.get == 1 then EntityLog.warn(s"$name try again: ${problem.take(LongestReason)}", cause)
    pause(number)

  private def setAside(lane: Lanes.Lane[E], record: Record[E], number: Int, cause: Throwable): Unit =
    val reason = FailureText.of(cause).take(LongestReason)
    note(s"the effect of the record at ${record.offset.sequence} failed: $reason", number)
    lanes.setAside(lane, reason) match
      case Left(noRoom) => endWith(tooMany(noRoom))
      case Right(())    => warnOfAside(lane.key, record.offset, reason, cause)

  private def replayAll(key: String): Either[EffectsError, Int] =
    var count                      = 0
    var error: EffectsError | Null = null
    var next                       = lanes.firstAside(key)
    while error == null && next.nonEmpty do
      val one = next.get
      replayed(one) match
        case Left(problem) => error = problem
        case Right(())     =>
          lanes.replayed(one)
          count += 1
          next = lanes.firstAside(key)
    // It is stored as what others execute is: to store all that is set aside for each key would take long, with many.
    if error == null then Right(count) else Left(error.nn)

  private def replayed(one: SetAsideEffect): Either[EffectsError, Unit] =
    if stopping.isBegun then Left(closed)
    else
      store
        .requireOwn()
        .flatMap: _ =>
          store.caught(source.at(one.offset)) match
            case Left(error) => Left(store.failed(error))
            case Right(None) =>
              warnOfMissing(one.offset)
              Right(())
            case Right(Some(Left(cause)))   => Left(EffectsError.Failing(name, one.key, one.offset, cause))
            case Right(Some(Right(record))) =>
              attempt(one.key, record, 1) match
                case Outcome.Executed       => Right(())
                case Outcome.Failed(cause)  => Left(EffectsError.Failing(name, one.key, one.offset, cause))
                case Outcome.Refused(cause) => Left(EffectsError.Failing(name, one.key, one.offset, cause))
                case Outcome.Stopped        => Left(closed)
                case Outcome.Fatal(cause)   =>
                  val error = EffectsError.Broken(name, cause)
                  endWith(error)
                  Left(error)

private[effect] object EffectsRunner:
  // How long it takes to notice the end, and that something must be stored.
  private inline val WaitNanos = 50_000_000L

  // How long it takes an idle runner to notice another one.
  private inline val CheckNanos = 500_000_000L

  // Records of the log that may be looked at again after a start, because none of them was selected.
  private inline val MostUnsaved      = 10_000L
  private inline val MostUnsavedAtEnd = 1_000L

  private inline val LongestReason = 300
  private inline val ShortestNanos = 1_000_000L

  // For threads that are about to end.
  private inline val EndNanos = 100_000_000L

  private final class Ended(val error: EffectsError) extends RuntimeException(null, null, false, false)
  private object Ended:
    def unapply(ended: Ended): Some[EffectsError] = Some(ended.error)

  private final class Unavailable(val error: EffectsError) extends RuntimeException(null, null, false, false)
  private object Unavailable:
    def unapply(unavailable: Unavailable): Some[EffectsError] = Some(unavailable.error)
