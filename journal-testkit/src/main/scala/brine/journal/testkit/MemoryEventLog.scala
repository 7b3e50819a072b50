package brine.journal.testkit

import brine.journal.*
import brine.journal.snapshot.SnapshotStore
import brine.journal.state.StateRecords
import brine.journal.testkit.internal.{MemoryContent, MemoryCursor, MemorySnapshots, MemoryStates, MemoryWriter}
import java.time.{Clock, Instant}
import java.util.Objects
import java.util.concurrent.Semaphore

/** An [[brine.journal.EventLog]] in memory, for tests of programs that use a log: no folder, no fsync, and the
  * semantics of every other store, which [[EventLogContract]] tests. Thread-safe.
  *
  * {{{
  * val log = MemoryEventLog()
  * log.append("account-1", ExpectedVersion.NoStream, Seq(Paid(5))).await()
  * log.close()
  * val again = log.openAgain() // the same events, as after a restart of the program
  * }}}
  *
  * Events count as durable once their append has completed, at every level. A thread of the log's own appends and calls
  * listeners; close the log to end it. All events are held on the heap.
  */
final class MemoryEventLog private (
    content: MemoryContent,
    settings: MemoryEventLog.Settings
) extends EventLog:
  private val room   = Semaphore(settings.maxPendingAppends)
  private val writer = MemoryWriter(content, settings.clock, appends => room.release(appends), settings.isDirect)

  def name: String = content.name

  // ---- Appending ----------------------------------------------------------------------------------------------------

  def appendEncoded(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
    Objects.requireNonNull(listener, "listener"): Unit
    if append.bytes > settings.maxAppendBytes then
      listener.rejected(context, AppendError.TooLarge(append.bytes, settings.maxAppendBytes))
    else if writer.isClosed then listener.rejected(context, closed)
    else if !takeRoom(waits) then listener.rejected(context, AppendError.Full)
    else if !writer.accept(append, listener, context) then
      // Those that wait for room find out one after the other.
      room.release()
      listener.rejected(context, closed)

  override def takesStored: Boolean  = true
  override def mostAppendBytes: Long = settings.maxAppendBytes

  private def takeRoom(waits: Boolean): Boolean =
    // First without waiting, which an interrupt would end although there is room.
    room.tryAcquire() || waits && !StoreThread.isCurrent && {
      room.acquire()
      true
    }

  private def closed = writer.closedError

  // ---- Reading ------------------------------------------------------------------------------------------------------

  val source: EventSource = new EventSource:
    def events(filter: Filter.Basic, from: Offset): EventCursor =
      MemoryCursor.events(content, () => writer.visible, filter, from.sequence)
    def stream(name: String, from: Long): EventCursor =
      MemoryCursor.stream(content, () => writer.visible, name, from)
    def visible: Offset                                   = Offset(writer.visible)
    def awaitBeyond(offset: Offset, nanos: Long): Boolean = writer.awaitBeyond(offset.sequence, nanos)
    def isClosed: Boolean                                 = writer.hasEnded

  def durable: Offset = Offset(writer.visible)

  def version(stream: String): Either[ReadError, Long] =
    if writer.isClosed then Left(ReadError.Closed) else Right(content.version(stream))

  def offsetAt(time: Instant): Either[ReadError, Offset] =
    if writer.isClosed then Left(ReadError.Closed)
    else Right(Offset(content.before(time, writer.visible) + 1))

  val snapshots: SnapshotStore = MemorySnapshots(content, settings.clock, () => durable, () => writer.isClosed)

  private val memoryStates =
    MemoryStates(content, settings.maxPendingAppends, () => durable, () => writer.isClosed, settings.isDirect)
  val states: StateRecords = memoryStates

  // ---- Closing ------------------------------------------------------------------------------------------------------

  def close(): Unit =
    StoreThread.requireOther("close")
    var wasInterrupted = Thread.interrupted()
    writer.close()
    room.release() // the first of those that wait
    while writer.isAlive do
      try writer.join()
      catch case _: InterruptedException => wasInterrupted = true
    memoryStates.close()
    content.leave(this)
    if wasInterrupted then Thread.currentThread.interrupt()

  /** Opens a log with the events and snapshots of this one, as a program does after a restart.
    *
    * @throws IllegalStateException
    *   if this log, or another one with its events, is open; or if it failed for lack of memory
    */
  def openAgain(): MemoryEventLog =
    val opened = new MemoryEventLog(content, settings)
    opened.begin()

  private def begin(): MemoryEventLog =
    content.enter(this)
    writer.start()
    this

object MemoryEventLog:
  private final case class Settings(maxPendingAppends: Int, maxAppendBytes: Long, clock: Clock, isDirect: Boolean)

  /** A log without events.
    *
    * @param maxPendingAppends
    *   the most appends in flight
    * @param maxAppendBytes
    *   the most bytes of an append
    * @param clock
    *   tells the time of events, to the microsecond
    * @throws IllegalArgumentException
    *   if a limit is not positive
    */
  def apply(
      maxPendingAppends: Int = 16384,
      maxAppendBytes: Long = 16L << 20,
      clock: Clock = Clock.systemUTC
  ): MemoryEventLog =
    open(Settings(maxPendingAppends, maxAppendBytes, clock, isDirect = false))

  /** A log without threads, for one thread: appends and saves have completed when their calls return. */
  private[brine] def direct(clock: Clock): MemoryEventLog = open(Settings(16384, 16L << 20, clock, isDirect = true))

  private def open(settings: Settings): MemoryEventLog =
    import settings.{maxAppendBytes, maxPendingAppends}
    require(maxPendingAppends > 0, s"maxPendingAppends is positive, not $maxPendingAppends")
    require(maxAppendBytes > 0, s"maxAppendBytes is positive, not $maxAppendBytes")
    val log = new MemoryEventLog(MemoryContent(), settings)
    log.begin()
