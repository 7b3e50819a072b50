package brine.entity.internal

import brine.entity.{EntityError, EntityException}
import brine.journal.{AppendBatch, AppendError, Appended, Completion, EventLog}
import java.time.Duration
import java.util.concurrent.TimeoutException
import java.util.concurrent.locks.LockSupport

/** The entities that decide together, for one attempt: they are borrowed, and given back once it is known what is
  * durable. For one thread.
  *
  * @param participants
  *   in the order in which they are borrowed, which is the same for all: so nobody waits in a circle
  * @param described
  *   the entities, for messages
  * @param until
  *   the time of `System.nanoTime` up to which it waits
  */
private[internal] final class Loan(
    participants: Vector[Participant[?, ?, ?]],
    log: EventLog,
    described: String,
    timeout: Duration,
    until: Long
):
  import Loan.*
  private val runtimes = participants.map(_.runtime).distinct

  // Whether the append is given up on before its outcome. Then whoever brings that gives everything back.
  private var isLeft = false

  /** Whether something may be appended. */
  var mayBeAppended = false

  /** Takes the permits of all before anything is borrowed: who waits for permits has nothing that others wait for. The
    * caller must pass it to [[end]] if that succeeds.
    *
    * @throws EntityException
    *   if there are none in time, or the entities are closed
    */
  def begin(): Unit =
    var entered = 0
    try
      while entered < runtimes.size do
        val runtime = runtimes(entered)
        val own     = participants.filter(_.runtime eq runtime)
        if runtime.isClosed then throw EntityException(runtime.closedError(own.head.id))
        val isPossible = own.size <= runtime.settings.maxPendingCommands
        if !isPossible || !runtime.enter(math.max(until - System.nanoTime(), 0), own.size) then
          throw EntityException(EntityError.Overloaded(described, runtime.settings.maxPendingCommands))
        entered += 1
      participants.foreach(_.prepare(timeout))
      entered = 0
    finally
      // Those of which no request was made.
      for at <- 0 until entered; one <- participants if one.runtime eq runtimes(at) do one.runtime.leave()

  /** Waits until each entity is lent.
    *
    * @throws EntityException
    *   if one is not in time, or cannot be loaded
    */
  def borrow(): Unit = participants.foreach(_.borrow(until))

  /** Refuses to begin an append when the time is over, since nobody would wait for its result. */
  def requireTime(): Unit =
    if System.nanoTime() >= until then throw EntityException(EntityError.Busy(described, timeout))

  /** Appends, also if it must wait for room. What the entities are given back with follows from the result.
    *
    * @throws java.util.concurrent.TimeoutException
    *   if there is no result in time; the append continues
    */
  def append(batch: AppendBatch): Either[AppendError, Appended] =
    var result = tryAppend(batch)
    var fulls  = 0
    while result == Full && System.nanoTime() < until do
      fulls += 1
      pause(1L << math.min(fulls - 1, MostPauseBits), until)
      result = tryAppend(batch)
    result

  private def tryAppend(batch: AppendBatch): Either[AppendError, Appended] =
    if Thread.interrupted() then throw InterruptedException()
    // If the log fails.
    participants.foreach(_.isUnknown())
    mayBeAppended = true
    val completion = log.tryAppend(batch)
    try
      val result = completion.await(Duration.ofNanos(math.max(until - System.nanoTime(), 1)))
      note(result)
      result
    catch
      case late: (TimeoutException | InterruptedException) =>
        leaveTo(completion)
        throw late

  private def leaveTo(completion: Completion): Unit =
    // On the thread of the log, as the results for single entities: it only tells actors.
    completion.onComplete(_.run()): result =>
      try note(result)
      finally giveBack()
    // Last: if the lines above fail, this thread gives everything back.
    isLeft = true

  private def note(result: Either[AppendError, Appended]): Unit =
    if result == Full then mayBeAppended = false
    tell(result)

  private def tell(result: Either[AppendError, Appended]): Unit = result match
    case Right(appended) => participants.foreach(_.appended(appended))
    case Left(_: (AppendError.WrongVersion | AppendError.Conflict | AppendError.OutcomeUnknown)) =>
      participants.foreach(_.isUnknown())
    case Left(_) => participants.foreach(_.isUnchanged())

  /** Others have changed the entities: they load their states again. */
  def expire(): Unit = participants.foreach(_.isUnknown())

  /** Ends what [[begin]] has begun. */
  def end(): Unit = if !isLeft then giveBack()

  private def giveBack(): Unit =
    var at = 0
    while at < participants.size do
      participants(at).giveBack()
      at += 1

private[internal] object Loan:
  private inline val MostPauseBits = 5
  private val Full                 = Left(AppendError.Full)

  /** Pauses for some milliseconds, but not beyond a time of `System.nanoTime`. */
  def pause(millis: Long, until: Long): Unit =
    LockSupport.parkNanos(this, math.min(millis * 1_000_000, math.max(until - System.nanoTime(), 1)))
    if Thread.interrupted() then throw InterruptedException("interrupted while entities decide together")
