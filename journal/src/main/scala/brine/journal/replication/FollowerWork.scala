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

  // Whether its records were compared as the settings say
  private var hasCompared = false
  private var failsFrom   = 0L
  private var pause       = FirstPauseNanos

  def status: FollowStatus = progress.status
  def stop(): Unit         = stopping.countDown()
  def hasEnded(): Unit     = progress.ended()

  private def isStopped: Boolean = stopping.getCount == 0

  /** Follows until it is stopped, has caught up as it should, or cannot continue. */
  def run(): Either[FollowError, Unit] =
    try untilEnd()
    finally source.close()

  private def untilEnd(): Either[FollowError, Unit] =
    var result: Option[Either[FollowError, Unit]] = misplaced.orElse(source.prepare(() => isStopped)).map(Left(_))
    while result.isEmpty && !isStopped do
      val ending = to.open(source.name, again = hasOpened, settings.adopts) match
        case Left(problem) => ended(problem)
        case Right(opened) =>
          hasOpened = true
          session(opened)
      ending match
        case FollowEnd.Done           => result = Some(Right(()))
        case FollowEnd.Final(error)   => result = Some(Left(error))
        case FollowEnd.Passing(error) => result = retry(error).map(Left(_))
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

  private def session(opened: OpenReplica): FollowEnd =
    try
      val comparesAll = settings.comparesAll && !hasCompared
      Comparing.opened(source, opened.log, opened.end, comparesAll, opened.isAdopted) match
        case Left(failed)         => ended(failed)
        case Right((feed, check)) =>
          try Session(opened, feed, check).run()
          finally
            feed.close()
            check.close()
    finally opened.close()

  private def refused(opened: JournalImport, error: ImportError): FollowEnd =
    val at = if error.at > 0 then s"the record at offset ${error.at} of ${source.name} is not in ${to.name}: " else ""
    val problem = FollowError.Refused(s"$at${error.problem}")
    to.problem match
      case Some(reason)           => FollowEnd.Final(reason)
      case None if opened.mayPass => FollowEnd.Passing(problem)
      case None                   => FollowEnd.Final(problem)

  private def ended(problem: ReplicaTarget.Problem): FollowEnd =
    if problem.mayPass then FollowEnd.Passing(problem.error) else FollowEnd.Final(problem.error)

  private def ended(failed: Feed.Next.Failed): FollowEnd =
    if failed.mayPass then FollowEnd.Passing(failed.error) else FollowEnd.Final(failed.error)

  /** One opening of the replica, with one feed. */
  private final class Session(opened: OpenReplica, feed: Feed, check: PrefixCheck):
    private var begin                        = opened.end
    private var added                        = 0L
    private var last: Option[ExportedRecord] = None
    private var askedAt                      = System.nanoTime
    private var lacksFrom                    = 0L

    // To append, once the records of the replica are known to be those of the log
    private var taken = Option.empty[JournalImport]

    // Whether it has been given all records that the log has
    private var hasAll    = false
    private var end       = 0L
    private val positions = Positions()

    def run(): FollowEnd =
      try finished(follow())
      finally
        taken.foreach(_.close())
        tell()

    // What was added is written, or it says why not: unless an error came first.
    private def finished(ending: FollowEnd): FollowEnd = (ending, taken) match
      case (FollowEnd.Done, Some(to)) => to.finishWhole().fold(refused(to, _), _ => FollowEnd.Done)
      case _                          => ending

    private def follow(): FollowEnd =
      var ending: Option[FollowEnd] = None
      while ending.isEmpty && !isStopped do
        feed.next(WaitNanos) match
          case Feed.Next.One(record)    => ending = take(record)
          case Feed.Next.CaughtUp       => ending = caughtUp()
          case Feed.Next.Nothing        => ending = waited()
          case Feed.Next.Over           => ending = Some(over())
          case Feed.Next.Stopped        => ending = Some(stopped())
          case failed: Feed.Next.Failed => ending = Some(ended(failed))
      ending.getOrElse(FollowEnd.Done)

    private def over(): FollowEnd =
      // A replica may know of records that a stream does not have yet. What was none must be proven to be one.
      if opened.isAdopted && taken.isEmpty then check.ended(feed.end).fold(FollowEnd.Final(_), _ => FollowEnd.Done)
      else flushed().getOrElse(FollowEnd.Done)

    // Perhaps within an append with a key, of which nothing is kept then.
    private def stopped(): FollowEnd =
      def whole(count: Long) = FollowEnd.Final(FollowError.Stopped(source.name, begin + count))
      taken.fold(whole(0))(to => to.finishWhole().fold(refused(to, _), whole))

    private def take(record: ExportedRecord): Option[FollowEnd] =
      val before = last
      last = Some(record)
      hasAll = false
      val ending = check.take(record) match
        case Left(error)  => Some(FollowEnd.Final(error))
        case Right(true)  => None
        case Right(false) =>
          taking() match
            case Taking.Ready(to)   => add(to, record, before)
            case Taking.Failed(end) => Some(end)
            case Taking.Grown       =>
              last = before
              take(record)
      if ending.isEmpty then
        works()
        progress.passedOne()
        end = feed.end
        tell()
      else last = before
      ending

    private def add(to: JournalImport, record: ExportedRecord, before: Option[ExportedRecord]): Option[FollowEnd] =
      val offset = record.record.offset.sequence
      to.add(record, offset) match
        case Left(error) => Some(refused(to, error))
        case Right(_)    =>
          added += 1
          positions.add(begin + added, offset)
          val gap = before.fold(0L)(before => offset - before.record.offset.sequence - 1)
          if gap > 0 then progress.misses(gap)
          None

    /** Before the first record is added, and when there are no more. */
    private def taking(): Taking = taken match
      case Some(to) => Taking.Ready(to)
      case None     =>
        opened.take(begin) match
          case Left(problem)                       => Taking.Failed(ended(problem))
          case Right(OpenReplica.Taken.Grown(end)) =>
            begin = end
            check.extend(end)
            Taking.Grown
          case Right(OpenReplica.Taken.ToAppend(to)) =>
            hasCompared = true
            taken = Some(to)
            Taking.Ready(to)

    /** Tells which records the replica has. What is not durable there yet counts as missing. */
    def tell(): Unit =
      val records = taken.fold(begin)(_.durable.sequence)
      val there   = if added == 0 then last.map(_.record.offset.sequence) else positions.upTo(records)
      there.foreach(offset => upTo = Offset(offset))
      if hasAll && records == begin + added then progress.caughtUp(records, upTo, end)
      else progress.has(if check.isDone then FollowStep.Following else FollowStep.Comparing, records, upTo, end)

    // In the log, of the last record that the replica has
    private var upTo = Offset.Begin

    private def waited(): Option[FollowEnd] =
      if hasAll then tell()
      asked()

    private def caughtUp(): Option[FollowEnd] =
      check.ended(feed.end) match
        case Right(_) =>
          taking() match
            case Taking.Ready(_)    => complete()
            case Taking.Failed(end) => Some(end)
            case Taking.Grown       => None
        case Left(error) =>
          // Another process sees records a moment after they are durable, so the replica may know of more.
          val now = System.nanoTime
          if lacksFrom == 0 then lacksFrom = now
          Option.when(now - lacksFrom > GraceNanos)(FollowEnd.Final(error))

    private def complete(): Option[FollowEnd] =
      flushed().orElse:
        works()
        end = feed.end
        hasAll = true
        tell()
        if settings.untilCaughtUp then Some(FollowEnd.Done) else asked()

    private def works(): Unit =
      hasBegun = true
      failsFrom = 0
      pause = FirstPauseNanos

    private def flushed(): Option[FollowEnd] = taken.flatMap(to => to.flush().left.toOption.map(refused(to, _)))

    /** Now and then looks whether the replica is still one, and the log still the same. */
    private def asked(): Option[FollowEnd] =
      val now = System.nanoTime
      if now - askedAt < AskNanos then None
      else
        askedAt = now
        to.problem
          .map(FollowEnd.Final(_))
          .orElse:
            last.flatMap: record =>
              feed.recheck(record, to.name) match
                case failed: Feed.Next.Failed => Some(ended(failed))
                case Feed.Next.Over           =>
                  Some(FollowEnd.Final(FollowError.SourceShrank(source.name, feed.end, to.name, begin + added)))
                case _ => None

private object FollowerWork:
  private final val FirstPauseNanos   = 20_000_000L
  private final val LongestPauseNanos = 30_000_000_000L

  // How long it waits for a record before it looks whether it was stopped.
  private final val WaitNanos = 50_000_000L
  private final val AskNanos  = 1_000_000_000L

  // How long a log may take to show the records that its replica has.
  private final val GraceNanos = 1_000_000_000L
