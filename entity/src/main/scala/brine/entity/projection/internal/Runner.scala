package brine.entity.projection.internal

import brine.actor.internal.support.{Described, Nanos}
import brine.entity.internal.{EntityLog, FailureText, LogFailure, Rate, Reached, SelectedRecords, UserFailure}
import brine.entity.projection.*
import brine.journal.{EventLog, EventLogReader, JournalException, Offset, ReadError, Record, Records}
import java.time.{Duration, Instant}
import java.util.concurrent.{CountDownLatch, ThreadLocalRandom, TimeUnit}
import scala.annotation.tailrec
import scala.util.Try

/** Passes the records of a projection to its target, in a thread of its own.
  *
  * A batch that fails is halved until one record is found that fails alone. That one is tried again with pauses, and
  * then set aside. A target that does not work is resumed from what it has stored. Thread-safe.
  *
  * @param slice
  *   the part of the records that it passes, by their keys; None for all
  * @param onEnd
  *   called in its thread when it has ended; must not throw
  */
private[projection] final class Runner[E](
    definition: Projection[E],
    log: EventLogReader,
    target: Target[E],
    settings: ProjectionSettings,
    slice: Option[Slice] = None,
    onEnd: () => Unit = () => ()
):
  import Runner.*

  private val name     = Slice.described(definition, slice)
  private val reached  = Reached()
  private val rate     = Rate()
  private val waits    = BreakableWait()
  private val requests = Requests(name, () => waits.break())
  private val closing  = CountDownLatch(1)
  private val ended    = CountDownLatch(1)
  private val most     = BatchSize(settings.batchSize)
  private val source   =
    SelectedRecords(definition.query, definition.key, log, slice.map(selects))(using definition.reads)
  private val aside = AsideRecords()

  // Written by the thread of the projection alone.
  @volatile private var failure: ProjectionStatus.Failure | Null = null
  @volatile private var hasCaughtUp                              = false
  @volatile private var outcome: ProjectionError | Null          = null
  private var stored                                             = Offset.Begin
  private var idleAt                                             = Offset.Begin // nothing selected before it is left
  private var inTransaction                                      = 0            // records of the current batch
  private var keyFailure: Throwable | Null                       = null

  // Not a virtual thread: drivers of databases, and encoding a large state, may keep its carrier for long.
  private val thread = Thread.ofPlatform.daemon.name(s"brine-projection-${definition.name}").unstarted(() => run())

  def start(): Unit = thread.start()

  // Other slices may have all records up to the end of the log: then closing must not wait for that.
  private def selects(slice: Slice)(stream: String, tags: Set[String]): Boolean =
    if isClosing then throw JournalException(ReadError.Closed)
    try
      definition.key(stream, tags) match
        case null =>
          throw NullPointerException(s"the key of a record of the stream '${Described.inLine(stream)}' is null")
        case key => slice.has(key)
    catch
      // One slice is enough to say so.
      case UserFailure(failed) if slice.isFirst =>
        keyFailure = failed
        throw JournalException(ReadError.Closed)
      case UserFailure(_) => false

  // ---- For callers --------------------------------------------------------------------------------------------------

  def status: ProjectionStatus =
    val position = reached.offset
    val durable  = Try(log.durable).getOrElse(position)
    ProjectionStatus(
      position,
      math.max(0, durable.sequence - position.sequence),
      hasCaughtUp,
      rate.total,
      rate.recent,
      aside.all.size,
      Option(failure),
      Option(outcome)
    )

  def setAside: Vector[SetAside] = aside.all

  /** Waits until the position is reached. Returns why it is not, if so. */
  def await(offset: Offset, within: Duration): Option[ProjectionError] =
    requireOther("wait for itself")
    if reached.await(offset, System.nanoTime + (if within.isNegative then 0 else Nanos.of(within))) then None
    else
      outcome match
        case null  => Some(ProjectionError.Behind(name, offset, reached.offset, within))
        case error => Some(error.nn)

  def replay(key: String): Either[ProjectionError, Int] =
    requireOther("replay records")
    orEnd(requests.execute(() => replayAll(key)))

  def discard(key: String): Either[ProjectionError, Int] =
    requireOther("discard records")
    orEnd:
      requests.execute: () =>
        val gone = aside.of(key)
        if gone.nonEmpty then
          target.discard(gone)
          aside.remove(gone.toSet)
        Right(gone.size)

  private def orEnd(result: Either[ProjectionError, Int]) = result match
    case Left(ProjectionError.Closed(_)) => Left(Option(outcome).getOrElse(ProjectionError.Closed(name)))
    case _                               => result

  /** Ends it after the current transaction, and waits for that. */
  def close(): Unit =
    closing.countDown()
    waits.break()
    if Thread.currentThread ne thread then ended.await()

  private def requireOther(what: String): Unit =
    if Thread.currentThread eq thread then
      throw IllegalStateException(s"$name cannot $what in its own thread: do it in another one")

  // ---- The thread ---------------------------------------------------------------------------------------------------

  private def isClosing = closing.getCount == 0

  private def run(): Unit =
    try
      var isFirst = true
      while !isClosing do
        try
          val position = if isFirst then target.claim() else target.resume()
          isFirst = false
          follow(position)
        catch
          case unavailable: TargetUnavailable =>
            if log.source.isClosed then throw Ended(ProjectionError.Closed(name))
            most.failed(inTransaction)
            requests.refuse(ProjectionError.Unavailable(name, unavailable.getCause))
            pauseAfter("the database failed", unavailable.getCause)
      if outcome == null then outcome = ProjectionError.Closed(name)
    catch
      case Ended(error)          => endWith(error)
      case _: ClaimedElsewhere   => endWith(ProjectionError.Fenced(name))
      case refused: ClaimRefused => endWith(refused.error)
      case failed: Throwable     => endWith(ProjectionError.Broken(name, failed))
    finally
      try target.close()
      finally
        requests.end()
        reached.end()
        ended.countDown()
        onEnd()

  private def endWith(error: ProjectionError): Unit =
    outcome = error
    error match
      case ProjectionError.Closed(_) => ()
      case _                         => EntityLog.warn(error.message, ProjectionException(error).getCause)

  private def pauseAfter(what: String, cause: Throwable): Unit =
    target.release()
    noteFailure(what, cause)
    pause()

  private def pause(): Unit =
    val number = if failure == null then 1 else failure.nn.attempts
    val nanos  = settings.backoff.delayNanos(number, ThreadLocalRandom.current.nextDouble())
    uninterrupted(closing.await(math.max(ShortestPauseNanos, nanos), TimeUnit.NANOSECONDS): Unit)

  // The function may have had its thread interrupted for a time limit, which comes too late then.
  private def uninterrupted(wait: => Unit): Unit =
    try wait
    catch case _: InterruptedException => ()

  private def noteFailure(what: String, cause: Throwable): Unit =
    val before  = failure
    val message = s"$what: ${FailureText.of(cause).take(LongestReason)}"
    failure =
      if before == null then ProjectionStatus.Failure(message, 1, Instant.now)
      else ProjectionStatus.Failure(message, before.attempts + 1, before.since)
    FailureEvent.tell(name, stored.sequence, message, failure.nn.attempts, isAside = false)
    if before == null then EntityLog.warn(s"$name, at ${stored.sequence}, tries again: $message", cause)

  private def noteSuccess(): Unit = failure = null

  /** Follows the log from a position, until the projection is closed. */
  private def follow(from: Stored): Unit =
    inTransaction = 0
    requireReached(from.offset)
    stored = from.offset
    hasCaughtUp = from.hasCaughtUp
    aside.replace(from.aside)
    idleAt = stored
    reached.reach(stored)
    var records = recordsAfter(stored)
    try
      while !isClosing do
        requests.executeAll()
        inTransaction = 0
        records.nextBatch(most.now, settings.batchBytes) match
          case Right(batch) if batch.nonEmpty => process(batch)
          case Right(_)                       => waitAfter(records.offset)
          case Left(error)                    =>
            recover(error)
            records.close()
            records = recordsAfter(stored)
      // So that the next start does not look again at records that were not selected.
      if idleAt.sequence > stored.sequence then move(idleAt)
    finally records.close()

  @tailrec
  private def recordsAfter(position: Offset): Records[E] =
    val from = if position == Offset.Begin then definition.begin else Offset(position.sequence + 1)
    readNow(source.from(from)) match
      case Right(records)       => records
      case Left(_) if isClosing => throw Ended(ProjectionError.Closed(name))
      case Left(error)          =>
        recover(error)
        // The log may be away for long, and a discard does not need it.
        requests.executeAll()
        recordsAfter(stored)

  // A log may throw before there is something that returns its errors.
  private def readNow[A](body: => A): Either[ReadError, A] =
    try Right(body)
    catch case UserFailure(failed) => Left(LogFailure.of(log, failed))

  /** Ends it if the position is beyond the end of the log. A reader may be behind the process that writes. */
  private def requireReached(position: Offset): Unit =
    var attempts = 1
    // If the end cannot be read, nothing can, and reading says why.
    var last = Try(log.durable).getOrElse(position)
    while last.sequence < position.sequence && !isClosing do
      val error = ProjectionError.Ahead(name, position, last)
      if log.isInstanceOf[EventLog] || attempts >= settings.attempts then throw Ended(error)
      attempts += 1
      noteFailure("the log cannot be followed", ProjectionException(error))
      pause()
      last = Try(log.durable).getOrElse(position)

  private def waitAfter(offset: Offset): Unit =
    idleAt = offset
    if !hasCaughtUp then
      target.reachEnd(offset)
      stored = offset
      hasCaughtUp = true
      noteSuccess()
    else if offset.sequence - stored.sequence >= MostUnstored then move(offset)
    // What has failed before works again, and had nothing left to do.
    if failure != null then noteSuccess()
    reached.reach(offset)
    if !isClosing && !requests.nonEmpty then
      if log.source.isClosed then awaitNoMore(offset)
      else waits(!isClosing && !requests.nonEmpty)(log.source.awaitBeyond(offset, WaitNanos): Unit)

  // What was appended before the log was closed is read.
  private def awaitNoMore(offset: Offset): Unit =
    if log.source.visible.sequence <= offset.sequence then throw Ended(ProjectionError.Closed(name))

  private def move(offset: Offset): Unit =
    target.store(Vector.empty, Vector.empty, offset)
    stored = offset

  /** Deals with an error of the log, so that reading can continue after the stored position. */
  private def recover(error: ReadError): Unit = error match
    case ReadError.Undecodable(offset, stream, cause) =>
      readNow(source.placeAt(offset)) match
        // Trying again cannot help.
        case Right(place) => setAside(source.keyOf(stream, place.fold(Set.empty)(_._2)), offset, cause)
        case Left(failed) => recover(failed)
    case _ if keyFailure != null => throw Ended(ProjectionError.Broken(name, keyFailure.nn))
    case ReadError.Closed if log.source.isClosed || isClosing => throw Ended(ProjectionError.Closed(name))
    // A log that is being closed may say so before it counts as closed.
    case ReadError.Failed(_, _) | ReadError.Unavailable(_, _) | ReadError.Closed =>
      noteFailure("the log cannot be read", JournalException(error))
      pause()
    case _ => throw Ended(ProjectionError.Unreadable(name, error))

  // ---- Records ------------------------------------------------------------------------------------------------------

  private def process(batch: Vector[Record[E]]): Unit =
    val event = BatchEvent()
    event.begin()
    inTransaction = batch.size
    val upTo         = batch.last.offset
    val (rest, live) =
      if aside.isEmpty then (Vector.empty, batch)
      else batch.partition(record => aside.hasKey(source.keyOf(record)))
    val more = rest.map(record => SetAside(source.keyOf(record), record.offset, AfterAnother))
    more.lastOption.foreach(last => requireRoom(more.size, s"the key '${Described.inLine(last.key)}' is set aside"))
    // A codec or the function of keys may have interrupted the thread, and a database may refuse to work for it then.
    Thread.interrupted(): Unit
    try
      target.store(live, more, upTo)
      applied(live.size, more, upTo)
      event.end()
      if event.shouldCommit then
        event.projection = name
        event.records = live.size
        event.position = upTo.sequence
        event.lag = log.durable.sequence - upTo.sequence
        event.commit()
    catch
      case _: RecordsFailed if batch.size > 1 =>
        val (first, second) = batch.splitAt(batch.size / 2)
        process(first)
        if !isClosing then process(second)
      case failed: RecordsFailed => tryAgain(batch.head, failed.getCause)

  private def applied(count: Int, more: Vector[SetAside], upTo: Offset): Unit =
    stored = upTo
    rate.add(count)
    most.succeeded()
    aside.add(more)
    noteSuccess()
    reached.reach(upTo)

  private def tryAgain(record: Record[E], first: Throwable): Unit =
    var cause: Throwable | Null = first
    var attempts                = 1
    while cause != null && attempts < settings.attempts && !isClosing do
      noteFailure(s"the record at ${record.offset.sequence} failed", cause.nn)
      pause()
      if !isClosing then
        attempts += 1
        try
          target.store(Vector(record), Vector.empty, record.offset)
          applied(1, Vector.empty, record.offset)
          cause = null
        catch
          case failed: RecordsFailed => cause = failed.getCause
    // One more try in the next run, if this one ends before it had all.
    if cause != null && attempts >= settings.attempts then setAside(source.keyOf(record), record.offset, cause.nn)

  private def setAside(key: String, offset: Offset, cause: Throwable): Unit =
    val problem = FailureText.of(cause).take(LongestReason)
    requireRoom(1, problem)
    val one = SetAside(key, offset, problem)
    target.store(Vector.empty, Vector(one), offset)
    applied(0, Vector(one), offset)
    FailureEvent.tell(name, offset.sequence, problem, settings.attempts, isAside = true)
    EntityLog.warn(
      s"$name sets the record at ${offset.sequence} aside, and all later ones of the key '${Described.inLine(key)}': " +
        s"$problem. Correct it, then replay or discard that key",
      cause
    )

  private def requireRoom(more: Int, problem: => String): Unit =
    if aside.all.size + more > settings.maxSetAside then
      throw Ended(ProjectionError.TooManySetAside(name, settings.maxSetAside, problem))

  private def replayAll(key: String): Either[ProjectionError, Int] =
    var count                         = 0
    var error: ProjectionError | Null = null
    var gone                          = Set.empty[SetAside]
    val ordered                       = aside.of(key).iterator
    while error == null && ordered.hasNext do
      val one = ordered.next()
      if isClosing then error = ProjectionError.Closed(name)
      else
        readNow(source.at(one.offset)).flatten match
          case Left(problem) => error = ProjectionError.Unreadable(name, problem)
          case Right(None)   =>
            error = ProjectionError.Unreadable(name, ReadError.Gone(Offset(one.offset.sequence + 1)))
          case Right(Some(Left(undecoded))) => error = ProjectionError.Failing(name, key, one.offset, undecoded)
          case Right(Some(Right(record)))   =>
            try
              target.storeAside(record, one)
              gone += one
              rate.add(1)
              count += 1
              // Each time all that are left are looked at.
              if gone.size >= ForgottenTogether then
                aside.remove(gone)
                gone = Set.empty
            catch case failed: RecordsFailed => error = ProjectionError.Failing(name, key, one.offset, failed.getCause)
    aside.remove(gone)
    if count > 0 then target.endReplay()
    if error == null then Right(count) else Left(error.nn)

private[projection] object Runner:
  // How long it takes to notice that the log is closed, at most: requests and the end of the projection end the wait.
  private inline val WaitNanos = 50_000_000L

  // Records of the log that may be looked at again after a start, because none of them was selected.
  private inline val MostUnstored = 10_000L

  private inline val LongestReason = 500

  private inline val ShortestPauseNanos = 1_000_000L
  private inline val ForgottenTogether  = 1000

  private inline val AfterAnother = "it comes after a record of the same key that is set aside"

  private final class Ended(val error: ProjectionError) extends RuntimeException(null, null, false, false)
  private object Ended:
    def unapply(ended: Ended): Some[ProjectionError] = Some(ended.error)
