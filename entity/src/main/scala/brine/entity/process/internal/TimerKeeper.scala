package brine.entity.process.internal

import brine.entity.effect.EffectsStatus
import brine.entity.internal.{EntityLog, EventFold, FailureText, Uninterrupted, UserFailure}
import brine.entity.process.ProcessSettings
import brine.journal.*
import java.time.{Duration, Instant}
import java.util.concurrent.{CountDownLatch, ThreadLocalRandom, TimeUnit, TimeoutException}
import scala.annotation.tailrec

/** Says in the log which timers are due: a thread of its own, which follows the steps of instances. Thread-safe.
  *
  * It decides nothing: the instance that comes to a due timer knows whether it is still open.
  *
  * @param isOver
  *   whether the inputs have ended
  * @param gone
  *   whether the record of a due timer at an offset was handled, or was passed over, when the process was started
  * @param atEnd
  *   called last, on that thread
  */
private[process] final class TimerKeeper(
    process: String,
    name: String,
    log: EventLog,
    settings: ProcessSettings,
    isOver: () => Boolean,
    gone: Long => Boolean,
    atEnd: () => Unit
):
  import TimerKeeper.*

  private val store    = TimerStore(process, name, log)
  private val stopping = CountDownLatch(1)
  private val ended    = CountDownLatch(1)

  @volatile private var failed: EffectsStatus.Failure | Null = null
  @volatile private var known                                = false
  @volatile private var open                                 = 0
  @volatile private var nextAt                               = Option.empty[Long]

  // Of the thread.
  private var isLoaded  = false
  private var failures  = 0
  private var catchesUp = Offset.Begin // how far the log went at the start

  private val thread = Thread.ofPlatform.daemon.name(s"brine-timers-$name").unstarted(() => run())

  def start(): Unit = thread.start()

  /** Lets the thread end, and does not wait for that. */
  def stop(): Unit = stopping.countDown()

  /** Waits for the end, also in a thread that is interrupted, which stays so. */
  def awaitEnd(): Unit = if Thread.currentThread ne thread then Uninterrupted.await(ended)

  def openTimers: Int                        = open
  def nextTimer: Option[Instant]             = nextAt.map(EventFold.instantOf)
  def isKnown: Boolean                       = known
  def failure: Option[EffectsStatus.Failure] = Option(failed)

  private def isStopping: Boolean = stopping.getCount == 0 || isOver()

  private def run(): Unit =
    try
      while !isStopping do
        try follow()
        catch
          case UserFailure(problem) =>
            // The log is code of users, too; so is the clock.
            if !log.source.isClosed then
              failures += 1
              note(problem)
            pause()
    catch case fatal: Throwable => EntityLog.warn(s"the timers of $process have ended", fatal)
    finally
      try store.saveLast()
      catch case UserFailure(problem) => EntityLog.warn(s"the timers of $process could not be saved", problem)
      finally
        try atEnd()
        finally ended.countDown()

  private def note(problem: Throwable): Unit =
    val message = problem match
      case failed: JournalException => failed.error.message
      case other                    => FailureText.of(other)
    failed = EffectsStatus.Failure(s"timers: $message".take(LongestReason), failures, Instant.now)
    if failures == 1 then EntityLog.warn(s"$process cannot look after its timers for now: $message", problem)

  private def pause(): Unit =
    val nanos = settings.backoff.delayNanos(math.max(1, failures), ThreadLocalRandom.current.nextDouble())
    await(math.max(ShortestNanos, nanos))

  @tailrec private def await(nanos: Long): Unit =
    val until = System.nanoTime + nanos
    // In parts, to notice that the inputs have ended.
    try stopping.await(math.min(nanos, WaitNanos), TimeUnit.NANOSECONDS): Unit
    catch case _: InterruptedException => ()
    if !isStopping && nanos > WaitNanos then await(until - System.nanoTime)

  private def follow(): Unit =
    if !isLoaded then
      catchesUp = log.durable
      store.load()
      isLoaded = true
    val records = store.records()
    try
      while !isStopping do
        orThrow(records.nextBatch()) match
          case batch if batch.nonEmpty => batch.foreach(store(_))
          case _                       => store.lookedAt(records.offset)
        if !known && store.offset.sequence >= catchesUp.sequence then
          store.timers.announceAgain(gone)
          show() // before others are told that it is known
          known = true
        if known then announceDue()
        show()
        store.saveIfDue()
        failures = 0
        waitForMore()
    finally records.close()

  private def show(): Unit =
    open = store.timers.size
    nextAt = store.timers.next

  private def announceDue(): Unit =
    val now = EventFold.microsOf(settings.clock.instant)
    var due = store.timers.due(now, MostAtOnce)
    while due.nonEmpty && !isStopping do
      val last = append(due)
      // What it reads of its own is older than that, or the same.
      due.foreach(store.timers.announce(_, last))
      due = store.timers.due(now, MostAtOnce)

  private def append(due: Vector[DueTimer]): Offset =
    val completion                                   = log.append(ProcessName.dueStream(name), ExpectedVersion.Any, due)
    var result: Either[AppendError, Appended] | Null = null
    while result == null do
      try result = completion.await(Duration.ofNanos(WaitNanos))
      catch
        case late: TimeoutException  => if isStopping then throw late
        case _: InterruptedException => ()
    orThrow(result.nn).last

  private def orThrow[A](result: Either[JournalError, A]): A = result match
    case Right(value) => value
    case Left(error)  => throw JournalException(error)

  private def waitForMore(): Unit =
    val untilDue = store.timers.next match
      case None       => WaitNanos
      case Some(next) =>
        val left = next - EventFold.microsOf(settings.clock.instant)
        if left >= WaitNanos / 1000 then WaitNanos else math.max(0, left) * 1000
    // After its end, what was appended before can be read; the inputs notice the end.
    if log.source.isClosed then await(WaitNanos)
    else if untilDue > 0 then
      try log.source.awaitBeyond(store.offset, untilDue): Unit
      catch case _: InterruptedException => ()

private[process] object TimerKeeper:
  private inline val WaitNanos     = 50_000_000L
  private inline val ShortestNanos = 1_000_000L
  private inline val MostAtOnce    = 1_000
  private inline val LongestReason = 300
