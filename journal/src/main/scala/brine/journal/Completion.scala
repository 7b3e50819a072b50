package brine.journal

import java.time.Duration
import java.util.concurrent.atomic.AtomicReference
import java.util.concurrent.locks.LockSupport
import java.util.concurrent.{CompletableFuture, Executor, TimeoutException}

/** The result of an append, once there is one. Thread-safe.
  *
  * {{{
  * val done = journal.append("site-42", ExpectedVersion(7), events)
  * done.await() match
  *   case Right(appended)                                  => appended.version
  *   case Left(AppendError.WrongVersion(_, _, actual))     => // a concurrent writer was first
  *   case Left(error)                                      => throw JournalException(error)
  * }}}
  *
  * Waiting costs least on virtual threads. Callbacks never run on the threads of a store.
  *
  * A store that is not of files creates a completion for an append, and completes it as its [[AppendListener]]. The
  * first result counts; later ones are ignored.
  *
  * @param level
  *   the level that was asked for
  */
final class Completion(level: Level) extends AppendListener:
  // The result; or, while there is none, the waiting threads and callbacks, newest first, and null for none.
  private val state = AtomicReference[Either[AppendError, Appended] | Completion.Waiting | Null](null)

  private def result: Either[AppendError, Appended] | Null = state.get match
    case result: Either[AppendError, Appended] @unchecked => result
    case _                                                => null

  /** The result, or None while the append is in flight. */
  def now: Option[Either[AppendError, Appended]] = Option(result)

  /** Whether there is a result. */
  def isComplete: Boolean = result != null

  /** Waits for the result.
    *
    * @throws InterruptedException
    *   if the thread is interrupted; the append continues
    */
  def await(): Either[AppendError, Appended] =
    if result == null then
      StoreThread.requireOther("await")
      val thread = Thread.currentThread
      if enlist(thread, null) then
        while result == null do
          LockSupport.park(this)
          if Thread.interrupted() then throw InterruptedException("waiting for an append")
    result.nn

  /** Waits for the result at most this long.
    *
    * @throws java.util.concurrent.TimeoutException
    *   if there is no result in time; the append continues
    * @throws InterruptedException
    *   if the thread is interrupted; the append continues
    */
  def await(atMost: Duration): Either[AppendError, Appended] =
    if result == null then
      StoreThread.requireOther("await")
      val until = System.nanoTime + Completion.nanosOf(atMost)
      if enlist(Thread.currentThread, null) then
        var left = until - System.nanoTime
        while result == null do
          if left <= 0 then throw TimeoutException(s"the append was not complete after $atMost")
          LockSupport.parkNanos(this, left)
          if Thread.interrupted() then throw InterruptedException("waiting for an append")
          left = until - System.nanoTime
    result.nn

  /** Passes the result to a function, on the executor. */
  def onComplete(executor: Executor)(body: Either[AppendError, Appended] => Unit): Unit =
    val task: Runnable = () => body(result.nn)
    if !enlist(null, () => executor.execute(task)) then executor.execute(task)

  /** The result as a future, completed on the common pool, or on a virtual thread if that pool has fewer than two
    * threads.
    */
  def toFuture: CompletableFuture[Either[AppendError, Appended]] =
    val future = CompletableFuture[Either[AppendError, Appended]]()
    onComplete(FutureExecutor.default)(result => future.complete(result): Unit)
    future

  /** Registers a waiting thread or a callback; false if there is a result already. */
  private def enlist(thread: Thread | Null, action: Runnable | Null): Boolean =
    var isIn   = false
    var isOver = false
    while !isIn && !isOver do
      state.get match
        case _: Either[?, ?] => isOver = true
        case other           =>
          val waiting = other.asInstanceOf[Completion.Waiting | Null]
          isIn = state.compareAndSet(waiting, Completion.Waiting(thread, action, waiting))
    isIn

  private[journal] def complete(result: Either[AppendError, Appended]): Unit =
    var isOver = false
    while !isOver do
      state.get match
        case _: Either[?, ?] => isOver = true
        case other           =>
          val waiting = other.asInstanceOf[Completion.Waiting | Null]
          if state.compareAndSet(waiting, result) then
            isOver = true
            tell(waiting)

  private def tell(waiting: Completion.Waiting | Null): Unit =
    var next = waiting
    while next != null do
      if next.nn.thread != null then LockSupport.unpark(next.nn.thread)
      if next.nn.action != null then
        try next.nn.action.nn.run()
        catch case _: java.util.concurrent.RejectedExecutionException => () // that pool is shut down
      next = next.nn.next

  override def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit =
    complete(Right(Appended(first, last, version, Micros.instant(micros), level)))

  override def rejected(context: Long, error: AppendError): Unit = complete(Left(error))

object Completion:
  private final class Waiting(val thread: Thread | Null, val action: Runnable | Null, val next: Waiting | Null)

  // The longest time that a timer can count serves for every longer one.
  private[journal] def nanosOf(time: Duration): Long =
    try math.max(0, time.toNanos)
    catch case _: ArithmeticException => if time.isNegative then 0 else Long.MaxValue

  /** A completion for an append that was refused at once. */
  private[journal] def refused(error: AppendError, level: Level): Completion =
    val completion = Completion(level)
    completion.complete(Left(error))
    completion
