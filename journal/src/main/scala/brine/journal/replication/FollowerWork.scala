package brine.journal.replication

import brine.journal.Offset
import brine.journal.tools.{ExportedRecord, ImportError, JournalImport}
import java.time.Duration
import java.util.concurrent.{CountDownLatch, TimeUnit}

/** What the thread of a follower does. Owned by that thread, but for [[status]] and [[stop]].
  *
  * @param misplaced
  *   why the log may not be followed into the target
  */
private[replication] final class FollowerWork(
    source: FeedSource,
    to: ReplicaTarget,
    settings: FollowSettings,
    misplaced: Option[FollowError]
):
  import FollowerWork.*

  private val stopping = CountDownLatch(1)
  private val progress = FollowProgress(() => source.visible)

  // Whether the replica was open, and the log read: then what fails may pass.
  private var hasBegun  = false
  private var hasOpened = false
  private var failsFrom = 0L
  private var pause     = FirstPauseNanos

  def status: FollowStatus = progress.status
  def stop(): Unit         = stopping.countDown()
  def hasEnded(): Unit     = progress.ended()

  private def isStopped: Boolean = stopping.getCount == 0

  /** Follows until it is stopped, has caught up as it should, or cannot continue. */
  def run(): Either[FollowError, Unit] =
    var result: Option[Either[FollowError, Unit]] = misplaced.orElse(source.prepare(() => isStopped)).map(Left(_))
    var isFirst                                   = true
    while result.isEmpty && !isStopped do
      val ending = to.open(source.name, again = hasOpened) match
        case Left(problem) => ended(problem)
        case Right(opened) =>
          hasOpened = true
          session(opened, settings.comparesAll && isFirst)
      ending match
        case End.Done           => result = Some(Right(()))
        case End.Final(error)   => result = Some(Left(error))
        case End.Passing(error) => result = retry(error).map(Left(_))
      isFirst = isFirst && !hasBegun
    result.getOrElse(Right(()))

  /** Waits before another try. Returns an error if there is none. */
  private def retry(error: FollowError): Option[FollowError] =
    val now = System.nanoTime
    if failsFrom == 0 then failsFrom = now
    def isOver = Duration.ofNanos(System.nanoTime - failsFrom).compareTo(settings.retryFor) >= 0
    if !hasBegun || !source.canRestart then Some(error)
    else
      progress.waits(error.message)
      var isReady = false
      while !isReady && !isOver && !isStopped do
        await(pause)
        pause = math.min(pause * 2, LongestPauseNanos)
        isReady = source.isReadable
      Option.when((!isReady || isOver) && !isStopped)(FollowError.Unavailable(error.message))

  private def await(nanos: Long): Unit = stopping.await(nanos, TimeUnit.NANOSECONDS): Unit

  private def session(opened: JournalImport, comparesAll: Boolean): End =
    var begun: Option[Session] = None
    try
      val ending = Comparing.opened(source, opened.log, opened.begin.sequence, comparesAll) match
        case Left(failed)         => ended(failed)
        case Right((feed, check)) =>
          try
            val session = Session(opened, feed, check)
            begun = Some(session)
            session.run()
          finally
            feed.close()
            check.close()
      finished(opened, ending)
    finally
      opened.close()
      begun.foreach(_.tell())
      to.release()

  // What was added is written, or it says why not: unless an error came first.
  private def finished(opened: JournalImport, ending: End): End = ending match
    case End.Done => opened.finishWhole().fold(refused(opened, _), _ => End.Done)
    case other    => other

  private def refused(opened: JournalImport, error: ImportError): End =
    val at = if error.at > 0 then s"the record at offset ${error.at} of ${source.name} is not in ${to.name}: " else ""
    val problem = FollowError.Refused(s"$at${error.problem}")
    to.problem match
      case Some(reason)           => End.Final(reason)
      case None if opened.mayPass => End.Passing(problem)
      case None                   => End.Final(problem)

  private def ended(problem: ReplicaTarget.Problem): End =
    if problem.mayPass then End.Passing(problem.error) else End.Final(problem.error)

  private def ended(failed: Feed.Next.Failed): End =
    if failed.mayPass then End.Passing(failed.error) else End.Final(failed.error)

  /** One opening of the replica, with one feed. */
  private final class Session(opened: JournalImport, feed: Feed, check: PrefixCheck):
    private val begin                        = opened.begin.sequence
    private var added                        = 0L
    private var last: Option[ExportedRecord] = None
    private var askedAt                      = System.nanoTime
    private var lacksFrom                    = 0L

    // Whether the records of the replica are known to be those of the log
    private var isConfirmed = false

    // Whether it has been given all records that the log has
    private var hasAll    = false
    private var end       = 0L
    private val positions = Positions()

    def run(): End =
      var ending: Option[End] = None
      while ending.isEmpty && !isStopped do
        feed.next(WaitNanos) match
          case Feed.Next.One(record)    => ending = take(record)
          case Feed.Next.CaughtUp       => ending = caughtUp()
          case Feed.Next.Nothing        => ending = waited()
          case Feed.Next.Over           => ending = Some(flushed().getOrElse(End.Done))
          case Feed.Next.Stopped        => ending = Some(stopped())
          case failed: Feed.Next.Failed => ending = Some(ended(failed))
      ending.getOrElse(End.Done)

    // Perhaps within an append with a key, of which nothing is kept then.
    private def stopped(): End = opened
      .finishWhole()
      .fold(refused(opened, _), count => End.Final(FollowError.Stopped(source.name, begin + count)))

    private def take(record: ExportedRecord): Option[End] =
      val before = last
      last = Some(record)
      hasAll = false
      val ending = check.take(record) match
        case Left(error)  => Some(End.Final(error))
        case Right(true)  => None
        case Right(false) => confirmed().orElse(add(record, before))
      if ending.isEmpty then
        works()
        progress.passedOne()
        end = feed.end
        tell()
      ending

    private def add(record: ExportedRecord, before: Option[ExportedRecord]): Option[End] =
      val offset = record.record.offset.sequence
      opened.add(record, offset) match
        case Left(error) => Some(refused(opened, error))
        case Right(_)    =>
          added += 1
          positions.add(begin + added, offset)
          val gap = before.fold(0L)(before => offset - before.record.offset.sequence - 1)
          if gap > 0 then progress.misses(gap)
          None

    /** Before the first record is added, and when there are no more. */
    private def confirmed(): Option[End] =
      if isConfirmed then None
      else
        val problem = to.confirm(source.name).left.toOption
        isConfirmed = problem.isEmpty
        problem.map(ended(_))

    /** Tells which records the replica has. What is not durable there yet counts as missing. */
    def tell(): Unit =
      val records = opened.durable.sequence
      val there   = if added == 0 then last.map(_.record.offset.sequence) else positions.upTo(records)
      there.foreach(offset => upTo = Offset(offset))
      if hasAll && records == begin + added then progress.caughtUp(records, upTo, end)
      else progress.has(if check.isDone then FollowStep.Following else FollowStep.Comparing, records, upTo, end)

    // In the log, of the last record that the replica has
    private var upTo = Offset.Begin

    private def waited(): Option[End] =
      if hasAll then tell()
      asked()

    private def caughtUp(): Option[End] =
      check.ended(feed.end) match
        case Right(_)    => confirmed().orElse(complete())
        case Left(error) =>
          // Another process sees records a moment after they are durable, so the replica may know of more.
          val now = System.nanoTime
          if lacksFrom == 0 then lacksFrom = now
          Option.when(now - lacksFrom > GraceNanos)(End.Final(error))

    private def complete(): Option[End] =
      flushed().orElse:
        works()
        end = feed.end
        hasAll = true
        tell()
        if settings.untilCaughtUp then Some(End.Done) else asked()

    private def works(): Unit =
      hasBegun = true
      failsFrom = 0
      pause = FirstPauseNanos

    private def flushed(): Option[End] = opened.flush().left.toOption.map(refused(opened, _))

    /** Now and then looks whether the replica is still one, and the log still the same. */
    private def asked(): Option[End] =
      val now = System.nanoTime
      if now - askedAt < AskNanos then None
      else
        askedAt = now
        to.problem
          .map(End.Final(_))
          .orElse:
            last.flatMap: record =>
              feed.recheck(record, to.name) match
                case failed: Feed.Next.Failed => Some(ended(failed))
                case Feed.Next.Over           =>
                  Some(End.Final(FollowError.SourceShrank(source.name, feed.end, to.name, begin + added)))
                case _ => None

private object FollowerWork:
  private final val FirstPauseNanos   = 20_000_000L
  private final val LongestPauseNanos = 30_000_000_000L

  // How long it waits for a record before it looks whether it was stopped.
  private final val WaitNanos = 50_000_000L
  private final val AskNanos  = 1_000_000_000L

  // How long a log may take to show the records that its replica has.
  private final val GraceNanos = 1_000_000_000L

  /** How a session has ended. */
  private enum End:
    case Done
    case Passing(error: FollowError)
    case Final(error: FollowError)
