package brine.journal

import java.time.Duration
import java.util.Objects
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
  // The result, or what it is made of; or, while there is none, the waiting threads and callbacks, newest first.
  private val state = AtomicReference[AnyRef](Completion.Nobody)

  // Of an append that has succeeded. They are written before the state says so.
  private var first   = 0L
  private var last    = 0L
  private var version = 0L
  private var micros  = 0L

  // Made by whoever asks: the thread of a store that completes an append must not need memory for it. Without memory
  // there, nobody would ever hear of the append.
  private def result: Either[AppendError, Appended] | Null = state.get match
    case result: Either[AppendError, Appended] @unchecked => result
    case error: AppendError                               => made(error, Left(error))
    case Completion.Succeeded                             =>
      val appended = Appended(Offset(first), Offset(last), version, Micros.instant(micros), level)
      made(Completion.Succeeded, Right(appended))
    case _ => null

  // Kept, so that all get the same.
  private def made(from: AnyRef, result: Either[AppendError, Appended]): Either[AppendError, Appended] =
    if state.compareAndSet(from, result) then result
    else state.get.asInstanceOf[Either[AppendError, Appended]]

  /** The result, or None while the append is in flight. */
  def now: Option[Either[AppendError, Appended]] = Option(result)

  /** Whether there is a result. */
  def isComplete: Boolean = isResult(state.get)

  /** Waits for the result.
    *
    * @throws InterruptedException
    *   if the thread is interrupted; the append continues
    */
  def await(): Either[AppendError, Appended] =
    if !isComplete then
      StoreThread.requireOther("await")
      val thread = Thread.currentThread
      if enlist(thread, null) then
        while !isComplete do
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
    if !isComplete then
      StoreThread.requireOther("await")
      val until = System.nanoTime + Completion.nanosOf(atMost)
      if enlist(Thread.currentThread, null) then
        var left = until - System.nanoTime
        while !isComplete do
          if left <= 0 then throw TimeoutException(s"the append was not complete after $atMost")
          LockSupport.parkNanos(this, left)
          if Thread.interrupted() then throw InterruptedException("waiting for an append")
          left = until - System.nanoTime
    result.nn

  /** Passes the result to a function, on the executor. If the executor takes no tasks when there is a result, the
    * function is not called.
    */
  def onComplete(executor: Executor)(body: Either[AppendError, Appended] => Unit): Unit =
    // Later it would be noticed on the store's thread, and nobody would be told.
    Objects.requireNonNull(executor, "executor"): Unit
    Objects.requireNonNull(body, "body"): Unit
    val task: Runnable = () => body(result.nn)
    if !enlist(null, () => executor.execute(task)) then executor.execute(task)

  /** The result as a future, completed on the common pool, or on a virtual thread if that pool has fewer than two
    * threads. If there is no memory for either, it is completed by the store's own thread.
    */
  def toFuture: CompletableFuture[Either[AppendError, Appended]] =
    val future = CompletableFuture[Either[AppendError, Appended]]()
    val task   = FutureExecutor.task(future.complete(result.nn): Unit)
    if !enlist(null, task) then task.run()
    future

  /** Registers a waiting thread or a callback; false if there is a result already. */
  private def enlist(thread: Thread | Null, action: Runnable | Null): Boolean =
    var isIn   = false
    var isOver = false
    while !isIn && !isOver do
      val known = state.get
      if isResult(known) then isOver = true
      else if known eq Completion.Completing then Thread.onSpinWait() // for some instructions
      else
        val waiting = known.asInstanceOf[Completion.Waiting]
        isIn = state.compareAndSet(waiting, Completion.Waiting(thread, action, waiting))
    isIn

  private def isResult(state: AnyRef): Boolean =
    (state ne Completion.Completing) && !state.isInstanceOf[Completion.Waiting]

  private[journal] def complete(result: Either[AppendError, Appended]): Unit = settle(result)

  override def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit =
    // Who comes first writes the fields; they are not read before the state is that it has succeeded.
    val waiting = claim()
    if waiting ne Completion.Over then
      this.first = first.sequence
      this.last = last.sequence
      this.version = version
      this.micros = micros
      state.set(Completion.Succeeded)
      tell(waiting.asInstanceOf[Completion.Waiting])

  override def rejected(context: Long, error: AppendError): Unit = settle(error)

  private def settle(result: AnyRef): Unit =
    val waiting = claim()
    if waiting ne Completion.Over then
      state.set(result)
      tell(waiting.asInstanceOf[Completion.Waiting])

  /** Claims to complete it: returns who waits, or that somebody else was first. */
  private def claim(): AnyRef =
    var known  = state.get
    var isOurs = false
    while !isOurs && !isResult(known) && (known ne Completion.Completing) do
      isOurs = state.compareAndSet(known, Completion.Completing)
      if !isOurs then known = state.get
    if isOurs then known else Completion.Over

  // Whatever one callback does, such as an executor without a thread, the others must be told.
  private def tell(waiting: Completion.Waiting): Unit =
    var next                      = waiting
    var failure: Throwable | Null = null
    while next ne Completion.Nobody do
      try
        if next.thread != null then LockSupport.unpark(next.thread)
        if next.action != null then next.action.nn.run()
      catch
        case _: java.util.concurrent.RejectedExecutionException => () // that pool is shut down
        case error: Throwable                                   => if failure == null then failure = error
      next = next.next
    if failure != null then throw failure.nn

object Completion:
  // Somebody completes it now.
  private val Completing = Object()
  // It has succeeded; the fields say how.
  private val Succeeded = Object()
  // There is a result already.
  private val Over = Object()

  private final class Waiting(val thread: Thread | Null, val action: Runnable | Null, behind: Waiting | Null):
    def next: Waiting = behind.nn

  // The end of each list of who waits
  private val Nobody = Waiting(null, null, null)

  // The longest time that a timer can count serves for every longer one.
  private[journal] def nanosOf(time: Duration): Long =
    try math.max(0, time.toNanos)
    catch case _: ArithmeticException => if time.isNegative then 0 else Long.MaxValue

  /** A completion for an append that was refused at once. */
  private[journal] def refused(error: AppendError, level: Level): Completion =
    val completion = Completion(level)
    completion.complete(Left(error))
    completion
