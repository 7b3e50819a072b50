package brine.journal.testkit.internal

import brine.journal.{AppendError, AppendListener, EncodedAppend, Micros, Offset, StoreThread}
import java.time.Clock
import java.util.concurrent.TimeUnit
import java.util.concurrent.locks.ReentrantLock
import scala.collection.mutable

/** The one that appends: takes what waits, a group at a time, and tells the listeners. Thread-safe.
  *
  * @param free
  *   called with the number of appends that are no longer in flight
  * @param isDirect
  *   whether it has no thread, and appends on that of the caller, which is then always the same one
  */
private[testkit] final class MemoryWriter(
    content: MemoryContent,
    clock: Clock,
    free: Int => Unit,
    isDirect: Boolean
):
  import MemoryWriter.Request

  private val lock     = ReentrantLock()
  private val arrived  = lock.newCondition()
  private val advanced = lock.newCondition()
  private val thread   = StoreThread(() => StoreThread.working(run()), s"brine-${content.name}")

  // Guarded by the lock
  private var waiting = mutable.ArrayBuffer.empty[Request]

  @volatile private var closing = false
  @volatile private var ended   = false

  // Why nothing more is appended, though nobody has closed the log.
  @volatile private var failure: AppendError | Null = null

  /** The last sequence that may be read. */
  @volatile var visible: Long = 0

  def isClosed: Boolean = closing

  /** Why appends are refused once the log is closed. */
  def closedError: AppendError =
    val known = failure
    if known == null then AppendError.Closed("it was closed by this program") else known
  def hasEnded: Boolean = ended
  def isAlive: Boolean  = thread.isAlive
  def join(): Unit      = thread.join()

  /** Begins with what the content has now, which no other log changes any more. */
  def start(): Unit =
    visible = content.events.size
    if !isDirect then thread.start()

  private inline def locked[A](inline body: A): A =
    lock.lock()
    try body
    finally lock.unlock()

  /** Takes an append; false if the log is closed. */
  def accept(append: EncodedAppend, listener: AppendListener, context: Long): Boolean =
    if isDirect then acceptDirectly(Request(append, listener, context)) else acceptLater(append, listener, context)

  private def acceptDirectly(request: Request): Boolean =
    val isOpen = !closing
    if isOpen then handle(mutable.ArrayBuffer(request))
    isOpen

  private def acceptLater(append: EncodedAppend, listener: AppendListener, context: Long): Boolean = locked:
    if !closing then
      waiting += Request(append, listener, context)
      arrived.signal()
    !closing

  /** Ends the thread when everything that was accepted is done. */
  def close(): Unit = locked:
    closing = true
    if isDirect then ended = true
    arrived.signal()

  def awaitBeyond(sequence: Long, nanos: Long): Boolean =
    lock.lockInterruptibly()
    try
      val until = System.nanoTime + nanos
      var left  = nanos
      while visible <= sequence && !ended && left > 0 do
        advanced.await(left, TimeUnit.NANOSECONDS): Unit
        left = until - System.nanoTime
      visible > sequence
    finally lock.unlock()

  private def run(): Unit =
    try
      var group = take()
      while group.nonEmpty do
        handle(group)
        group = take()
    finally
      locked:
        ended = true
        advanced.signalAll()

  private def handle(group: mutable.ArrayBuffer[Request]): Unit =
    if failure != null then refuse(group)
    else
      try append(group)
      catch
        case error: Throwable =>
          fail(error)
          refuse(group)
    free(group.size)

  // What waits, or nothing at the end.
  private def take(): mutable.ArrayBuffer[Request] = locked:
    while waiting.isEmpty && !closing do arrived.awaitUninterruptibly()
    val group = waiting
    waiting = mutable.ArrayBuffer.empty
    group

  private def append(group: mutable.ArrayBuffer[Request]): Unit =
    val now = Micros.instant(Micros.of(clock.instant))
    group.foreach: request =>
      request.error = content.refusal(request.append)
      if request.error.isDefined then request.append.stored.foreach(_.run.end())
      else
        val done = content.add(request.append, now)
        request.first = done.first.sequence
        request.last = done.last.sequence
        request.version = done.version
        request.micros = Micros.of(done.at)
    locked:
      visible = content.events.size
      advanced.signalAll()
    tell(group)

  // A clock that throws, or a lack of memory. What was added of the group stays invisible.
  private def fail(error: Throwable): Unit =
    content.isWhole = false
    failure = AppendError.Closed(s"it failed with $error", Some(error))
    locked { closing = true }

  private def refuse(group: mutable.ArrayBuffer[Request]): Unit =
    group.foreach(request => request.error = Some(closedError))
    tell(group)

  private def tell(group: mutable.ArrayBuffer[Request]): Unit =
    var before: AppendListener | Null = null
    group.foreach: request =>
      val changed = before
      if changed != null && (changed ne request.listener) then guarded(changed.endOfGroup())
      before = request.listener
      guarded(request.tell())
    val last = before
    if last != null then guarded(last.endOfGroup())

  // The thread continues whatever a listener does.
  private def guarded(body: => Unit): Unit =
    try body
    catch
      case error: Throwable =>
        try thread.getUncaughtExceptionHandler.uncaughtException(thread, error)
        catch case _: Throwable => ()

private[testkit] object MemoryWriter:
  /** An append in flight, and its result. */
  private final class Request(val append: EncodedAppend, val listener: AppendListener, context: Long):
    var error: Option[AppendError] = None
    var first                      = 0L
    var last                       = 0L
    var version                    = 0L
    var micros                     = 0L

    def tell(): Unit = error match
      case Some(reason) => listener.rejected(context, reason)
      case None         => listener.appended(context, Offset(first), Offset(last), version, micros)
