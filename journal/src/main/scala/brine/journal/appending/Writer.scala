package brine.journal.appending

import brine.journal.failure.Failures
import brine.journal.format.Watermark
import brine.journal.precondition.{Keys, RecentEvents, UsedTags}
import brine.journal.reading.Marks
import brine.journal.{AppendError, JournalSettings, Level}
import java.util.concurrent.locks.LockSupport
import scala.util.control.NonFatal

/** The one thread that writes. It takes the waiting appends as a group. [[Admission]] checks them, [[AppendEncoder]]
  * numbers their events and builds units. [[SegmentOutput]] writes the group with one write and one fsync, then
  * [[Acknowledgements]] reports the results. The next group forms while an fsync runs: group commit without a timer.
  */
private[journal] final class Writer(
    settings: JournalSettings,
    ring: PendingRing,
    large: LargeBuffers,
    lent: LentBuffers,
    marks: Marks,
    keys: Keys,
    recent: RecentEvents,
    used: UsedTags,
    segments: SegmentSource,
    events: WriterEvents,
    start: WriterStart
) extends Runnable:
  private val output           = SegmentOutput(settings, marks, keys, segments, start)
  private val encoder          = AppendEncoder(settings, keys, output, recent, used)
  private val admission        = Admission(settings, keys, segments, output, encoder, recent)
  private val acknowledgements = Acknowledgements(ring, marks, events)

  /** Why nothing is written any more. Set once. */
  @volatile var failure: WriterFailure | Null = null

  // Made ahead: without memory, nothing else may be made then.
  private val failureWithoutMemory =
    WriterFailure("writing failed for lack of memory; open it again", OutOfMemoryError("in the writer of a journal"))

  // The first mistake of this library is shown, in case nobody looks at the results, which have each.
  private var hasShownMistake = false

  // Set by `stop`, read between groups
  @volatile private var isStopping = false

  // The current group
  private var groupBytes = 0L
  private var largeBytes = 0L
  private var needsForce = false
  private var memoryOnly = 0
  private var cached     = 0

  /** Ends the thread once every accepted append is written. */
  def stop(): Unit =
    isStopping = true
    ring.wake()

  /** Requests the end of the current segment, if it has records. */
  def roll(): Unit =
    output.wantsRoll = true
    ring.wake()

  /** Requests that the next segment begins, if the current one has ended and there was no space for it. */
  def beginNext(): Unit =
    if output.isBetween then
      output.wantsNext = true
      ring.wake()

  /** Whether the end of the current segment was requested, and it has not ended, or the next one has not begun. */
  def isRolling: Boolean = output.wantsRoll || output.isBetween

  /** Wakes the writer, so that it notices that the journal's files are no longer its own. */
  def wakeWhenFenced(): Unit = ring.wake()

  /** The end of the journal, for closing. The thread must have ended. */
  def lastMark: Watermark = output.end

  def run(): Unit =
    var next = 0L
    ring.begin(Thread.currentThread)
    output.begin()
    while !(isStopping && next == ring.claimed) do
      keys.release(next)
      if failure == null then guarded(rememberEvents(next))
      next = if ring.isPublished(next) then group(next) else idle(next)
    if failure == null && output.isUnforced then guarded(output.fsync())
    output.close()

  private def rememberEvents(next: Long): Unit =
    recent.release(next)
    recent.advance(marks.durable)
    // Whoever has asked for it waits until everything before is durable.
    if recent.beginIfWanted(output.sequence) && output.isUnforced then output.fsync()
    if recent.isOn && used.wantsBegin then
      val tags = output.segment.tags
      used.begin(output.segment.number, tags.size, tags(_).name)

  // ---- Groups ------------------------------------------------------------------------------------------------------

  private def group(from: Long): Long =
    groupBytes = 0
    largeBytes = 0
    needsForce = false
    memoryOnly = 0
    cached = 0
    encoder.beginGroup()
    if failure == null then guarded(linger(from))
    val next = gather(from)
    if failure == null && memoryOnly > 0 then acknowledgements.completeEarly(from, next, Level.Memory)
    if failure == null then guarded(output.write())
    // Written, or never to be written.
    if largeBytes > 0 then giveBackLent(from, next)
    if failure == null && cached > 0 && needsForce then acknowledgements.completeEarly(from, next, Level.OsCache)
    if failure == null && (needsForce || output.isLate || recent.isLong(marks.durable)) then guarded(output.fsync())
    acknowledgements.complete(from, next, largeBytes, failure)
    next

  /** Waits for more appends, unless there are enough, or somebody waits for this group to be written. */
  private def linger(from: Long): Unit =
    val nanos = settings.linger.toNanos
    if nanos > 0 then
      val since  = System.nanoTime
      def isOver =
        isStopping || ring.isAwaited || output.wantsRoll || ring.isPublished(from + settings.maxPendingAppends / 2)
      while System.nanoTime - since < nanos && !isOver do LockSupport.parkNanos(math.min(nanos, 50000))

  /** Takes appends from the ring, up to the limits of a group. Returns where the next group starts. */
  private def gather(from: Long): Long =
    var next = from
    while ring.isPublished(next) && groupBytes < Writer.MostGroup && next - from < Writer.MostAppends do
      val pending = ring.slot(next)
      groupBytes += pending.size
      if failure == null then guarded(accept(pending))
      if pending.size > Pending.OwnBytes then largeBytes += pending.size
      if pending.isLarge then
        large.giveBack(pending.bytes)
        pending.bytes = Pending.NoBytes
        pending.isLarge = false
      next += 1
    next

  private def giveBackLent(from: Long, until: Long): Unit =
    var place = from
    while place < until do
      val pending = ring.slot(place)
      val memory  = pending.lent
      if memory != null then
        pending.lent = null
        lent.giveBack(memory)
      place += 1

  private def accept(pending: Pending): Unit =
    val refusal = refusalOf(pending)
    val error   = if refusal != null then refusal else admission.makeRoom(pending)
    if error != null then refuse(pending, error)
    else
      encoder.put(pending)
      pending.level match
        case Level.Disk    => needsForce = true
        case Level.OsCache => cached += 1
        case Level.Memory  => memoryOnly += 1

  // Looking for a reason changes nothing, so a mistake in that is of this append alone.
  private def refusalOf(pending: Pending): AppendError | Null =
    try admission.refusal(pending)
    catch
      case NonFatal(error) =>
        if !hasShownMistake then events.uncaught(error)
        hasShownMistake = true
        AppendError.Unchecked(error)

  private def refuse(pending: Pending, error: AppendError): Unit =
    pending.error = error
    error match
      // The caller takes the original to be as durable as the level asks.
      case AppendError.Duplicate(original) =>
        if pending.level == Level.Disk && original.last.sequence > marks.durable then needsForce = true
      // The caller reads the event and decides again.
      case AppendError.Conflict(_, at) =>
        if pending.level == Level.Disk && at.sequence > marks.durable then needsForce = true
      case _ => ()

  /** Runs a body that may fail. A failure is final: a second fsync may find nothing left to do, and must not make
    * failed writes count as durable.
    */
  private inline def guarded(inline body: Unit): Unit =
    try body
    catch case error: Throwable => fail(error)

  // Whatever happens here, the thread must continue: appends in flight wait for their results.
  private def fail(cause: Throwable): Unit =
    failure =
      try WriterFailure(reasonOf(cause), cause)
      catch case _: Throwable => failureWithoutMemory
    ring.close()
    try events.failed(failure.nn)
    catch case error: Throwable => events.uncaught(error)

  private def reasonOf(cause: Throwable): String =
    val reason =
      try Failures.reason(cause)
      catch case _: Throwable => s"the writer ended with ${cause.getClass.getName}"
    if segments.isFenced then reason else s"writing failed ($reason); open it again"

  // ---- When there is nothing to do ----------------------------------------------------------------------------------

  private def idle(next: Long): Long =
    var spins = 0
    while spins < Writer.Spins && !ring.isPublished(next) do
      Thread.onSpinWait()
      spins += 1
    if !ring.isPublished(next) && !isStopping then
      if failure != null then ring.await(next, 0)
      else if segments.isFenced then guarded(segments.checkOwner())
      else if output.wantsRoll || output.wantsNext then guarded(rollWhenIdle())
      else if !output.isUnforced && segments.isMarked(marks.durable) then ring.await(next, 0)
      else rest(next)
    next

  private def rollWhenIdle(): Unit =
    if output.wantsRoll then output.endSegment(): Unit
    output.wantsNext = false
    // It may have ended earlier, when there was no space for the next one.
    if output.isBetween then output.beginNext(0): Unit

  /** Makes everything durable and updates the manifest, if no append comes for a while. */
  private def rest(next: Long): Unit =
    val since = System.nanoTime
    val idle  = settings.idleAfter.toNanos
    ring.await(next, math.max(if output.isUnforced then math.min(idle, output.nanosUntilLate) else idle, 1))
    // The wait may have ended for another reason: a request to end the segment or the writer, or none.
    val hasRested = System.nanoTime - since >= idle
    if failure == null && !ring.isPublished(next) then
      if output.isUnforced && (hasRested || output.isLate) then guarded(output.fsync())
      if failure == null && hasRested then segments.mark(output.end)

private[journal] object Writer:
  /** Limits of a group: bytes and appends per fsync. */
  private inline val MostGroup   = 4L << 20
  private inline val MostAppends = 1 << 16

  // Polls of the ring before the writer sleeps: about the time in which a woken caller appends again.
  private inline val Spins = 2000
