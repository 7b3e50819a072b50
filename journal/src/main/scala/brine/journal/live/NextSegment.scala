package brine.journal.live

import brine.journal.appending.ActiveSegment
import brine.journal.folders.{Fence, SegmentFiles}
import brine.journal.format.SegmentEnd
import brine.journal.recovery.WritableFolder
import brine.journal.{JournalError, JournalState}
import java.io.IOException
import java.util.concurrent.atomic.AtomicBoolean

/** Prepares the file of the next segment on the keeper's thread, ahead of the writer, and begins the segment when the
  * writer needs it. Holds the state of the journal, which depends on whether there is space for it. Thread-safe.
  *
  * @param nanoTime
  *   time in nanoseconds, from any beginning: how fast segments fill up decides how long they are
  * @param onRefused
  *   called when the next segment could not be made or begun: gives back files, of which too many may be open
  */
private[live] final class NextSegment(
    home: WritableFolder,
    keeper: Keeper,
    onState: JournalState => Unit,
    nanoTime: () => Long = () => System.nanoTime,
    onRefused: () => Unit = () => ()
):
  import home.{fence, segments, settings}
  private val sizes = segments.sizes

  // Taken by whoever makes the prepared file, or gives it its name
  private val isPreparing = AtomicBoolean()
  // Whether the keeper is going to look for space again
  private val looksLater = AtomicBoolean()
  // Length of a prepared file that could not begin, or 0. Owned by whoever has `isPreparing`
  private var refused = 0L
  // Length of the prepared file, or 0; and the length that it should have
  @volatile private var ready           = segments.readyLength
  @volatile private var wanted          = sizes.first
  @volatile private var noSpace: String = "" // or why there is no next segment otherwise
  // When the current segment began, in nanoseconds; owned by the writer
  private var activated             = nanoTime()
  @volatile var state: JournalState = JournalState.Healthy

  // ---- Preparing ----------------------------------------------------------------------------------------------------

  /** Starts preparing the segment after this one. */
  def prepareAfter(current: ActiveSegment): Unit =
    if ready == 0 then
      wanted = lengthAfter(current)
      prepareWanted()

  private def lengthAfter(current: ActiveSegment): Long =
    sizes.next(current.header.size, current.end, nanoTime() - activated)

  /** Starts preparing the next segment, unless one of the wanted length is ready. */
  private def prepareWanted(): Unit =
    if ready < wanted && isPreparing.compareAndSet(false, true) then keeper.run(prepare())

  private def prepare(): Unit =
    try
      val size  = wanted
      val isNew = ready < size
      val made  = if isNew then obtained(size) else 0L
      val left  = home.storage.usableSpace(home.path)
      val next  = if left < 2 * size then JournalState.LowSpace(left) else JournalState.Healthy
      changes.synchronized:
        ready = math.max(ready, made)
        noSpace = ""
        // A look alone does not report each number of bytes.
        become(if !isNew && isLow(next) && isLow(state) then state else next)
    catch
      case fenced: Fence.Fenced =>
        noSpace = fenced.getMessage // the writer may be waiting
        throw fenced
      case error: IOException => postpone(error)
      case error: Throwable   =>
        postpone(IOException(error.toString, error)) // the writer may be waiting
        throw error
    finally
      isPreparing.set(false)
      synchronized(notifyAll())

  /** The length of a prepared file of at least this length. Where too many files are open, one that could not begin is
    * not made again at each look.
    */
  private def obtained(size: Long): Long =
    val length  = refused
    val isThere = length >= size && segments.mayBegin(length)
    if !isThere then segments.prepare(size)
    refused = 0
    if isThere then length else size

  /** Looks for space again after a while, until the journal is healthy: there may be no append that would ask. */
  private def lookLater(): Unit = if looksLater.compareAndSet(false, true) then
    keeper.later(settings.spaceCheckEvery):
      looksLater.set(false)
      if isPreparing.compareAndSet(false, true) then prepare() else lookLater()

  private def postpone(error: IOException): Unit =
    onRefused()
    changes.synchronized:
      noSpace = JournalError.describe(error)
      // After read-only, the next state to report is that it no longer is.
      state match
        case _: JournalState.ReadOnly => lookLater()
        case _                        => become(JournalState.LowSpace(0))

  // ---- The state ----------------------------------------------------------------------------------------------------

  // Held while a state is chosen and reported, so that keeper and writer take turns: a state must not outlive its
  // reason.
  private val changes = Object()

  private def isLow(state: JournalState): Boolean = state match
    case _: JournalState.LowSpace => true
    case _                        => false

  private def become(next: JournalState): Unit =
    if next != JournalState.Healthy then lookLater()
    if next != state then
      state = next
      onState(next)

  // Why the last append was refused; owned by the writer
  private var refusal = ""

  /** Why [[begin]] returned null. */
  def problem: String = refusal

  private def refuse(reason: String): Unit =
    refusal = reason
    become(JournalState.ReadOnly(reason))

  // ---- Beginning ----------------------------------------------------------------------------------------------------

  /** Begins a segment; waits until its file is prepared. Its header and name are durable when this returns. Null if
    * there is no space for it now.
    *
    * @param previous
    *   the segment before, or one without records that this one replaces
    * @param number
    *   number of the segment
    * @param end
    *   end of the segment before
    * @param time
    *   time of the last record
    * @param bytes
    *   the least length of the file
    */
  def begin(previous: ActiveSegment, number: Long, end: SegmentEnd, time: Long, bytes: Long): ActiveSegment | Null =
    val needed  = sizes.holding(math.max(bytes, 1))
    var isTaken = false
    while {
      fence.check()
      if ready < needed then wanted = math.max(needed, lengthAfter(previous))
      isTaken = awaitPrepared(needed)
      // There may be space since it was not there.
      !isTaken && { fence.check(); !isRefused(needed) }
    } do ()
    if isTaken then taken(previous, number, end, time) else null

  private def isRefused(needed: Long): Boolean = changes.synchronized:
    val isRefused = ready < needed
    if isRefused then refuse(noSpace)
    isRefused

  /** Waits for a prepared file of this length, takes it, and keeps the keeper from replacing it; false if there is no
    * space.
    */
  private def awaitPrepared(needed: Long): Boolean = synchronized:
    var isTaken = false
    while { isTaken = ready >= needed && isPreparing.compareAndSet(false, true); !isTaken } &&
      (ready >= needed || noSpace.isEmpty)
    do
      // Asks each time: the keeper may just have ended an earlier preparation.
      prepareWanted()
      wait()
    isTaken

  private def taken(previous: ActiveSegment, number: Long, end: SegmentEnd, time: Long): ActiveSegment | Null =
    val segment =
      try activate(number, end, time)
      catch
        case error: SegmentFiles.NotBegun =>
          onRefused()
          changes.synchronized:
            refused = ready
            ready = 0
            noSpace = JournalError.describe(error)
            refuse(noSpace)
          null
      finally isPreparing.set(false)
    if segment != null then prepareAtOnce(segment, previous)
    segment

  private def activate(number: Long, end: SegmentEnd, time: Long): ActiveSegment =
    val segment = segments.begin(home.newSegment(number, end, time, ready))
    ready = 0
    segment

  private def prepareAtOnce(segment: ActiveSegment, previous: ActiveSegment): Unit =
    val now    = nanoTime()
    val nanos  = now - activated
    val length = segment.header.size
    val next   = sizes.next(length, length, (nanos.toDouble * length / previous.end).toLong)
    activated = now
    if sizes.isNeededAtOnce(length, next, previous.end, nanos) then
      wanted = next
      prepareWanted()
