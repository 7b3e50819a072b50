package brine.entity.prevalence.internal

import brine.entity.internal.Uninterrupted
import java.util.concurrent.atomic.AtomicBoolean
import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch}
import scala.annotation.tailrec
import scala.collection.mutable
import scala.concurrent.{Future, Promise}

/** Transactions of callers that do not wait, executed in the order in which they were sent. Thread-safe.
  *
  * One virtual thread at a time, the *sender*, begins them one after the other. Each has a virtual thread of its own
  * that waits until it is durable and completes its future, so callbacks do not hold up the sender.
  *
  * If the log refuses one, the engine revokes the accepted state, and those after it must be executed again. The engine
  * counts how often that happens, so the sender notices. Then it waits until all that it began have ended, and begins
  * the ones that must be executed again before any other.
  */
private[prevalence] final class AsyncTurns[T[+_], S](engine: Engine[T, S]):
  import AsyncTurns.*

  private val sent      = ConcurrentLinkedQueue[Request[T, ?]]()
  private val isSending = AtomicBoolean()

  // Whether some must be executed again.
  @volatile private var isRefused = false

  // Of the sender; `isSending` hands them to the next one.
  private val begun = mutable.ArrayDeque[Request[T, ?]]()
  private val again = mutable.ArrayDeque[Request[T, ?]]()
  private var round = engine.round

  /** Sends a transaction. Waits for nothing. */
  def send[R](transaction: T[R]): Future[R] =
    val request = Request[T, R](transaction, engine.deadline())
    sent.add(request): Unit
    if isSending.compareAndSet(false, true) then
      try Thread.ofVirtual.start(() => run()): Unit
      catch
        case failed: Throwable =>
          sent.remove(request): Unit
          isSending.set(false)
          throw failed
    request.reply.future

  // ---- The sender --------------------------------------------------------------------------------------------------

  @tailrec private def run(): Unit =
    var next = take()
    while next != null do
      begin(next.nn)
      next = take()
    isSending.set(false)
    // Whoever came in between saw a sender, and did not start another one.
    if (!sent.isEmpty || isRefused) && isSending.compareAndSet(false, true) then run()

  private def take(): Request[T, ?] | Null =
    if isRefused then gather()
    if again.nonEmpty then again.removeHead() else sent.poll()

  /** Waits until all that were begun have ended, and puts those to be executed again before the others. */
  private def gather(): Unit =
    isRefused = false
    begun.foreach(one => Uninterrupted.await(one.ended))
    again.prependAll(begun.filter(_.isRefused)): Unit
    begun.clear()

  private def begin[R](request: Request[T, R]): Unit =
    while begun.nonEmpty && begun.head.isDone do begun.removeHead(): Unit
    var started: Engine.Begun[S, R] | Null = null
    try
      while started == null && engine.round == round do started = tried(request)
      if started != null then
        begun.append(request)
        request.begin(() => await(request, started.nn))
      else
        round = engine.round
        again.prepend(request)
        gather()
    catch case failed: Throwable => request.fail(failed)

  // A transaction that interrupts this thread would end the waits of those after it.
  private def tried[R](request: Request[T, R]): Engine.Begun[S, R] | Null =
    try engine.begin(request.transaction, request.until, round)
    finally Thread.interrupted(): Unit

  // ---- The thread of a transaction ---------------------------------------------------------------------------------

  private def await[R](request: Request[T, R], started: Engine.Begun[S, R]): Unit =
    try
      val outcome = engine.await(started, request.until)
      if outcome == null then refuse(request) else request.succeed(outcome.nn.reply)
    catch case failed: Throwable => request.fail(failed)

  private def refuse(request: Request[T, ?]): Unit =
    request.isRefused = true
    isRefused = true
    request.ended.countDown()
    if isSending.compareAndSet(false, true) then run()

private[prevalence] object AsyncTurns:
  /** A transaction that was sent. */
  private final class Request[T[+_], R](val transaction: T[R], val until: Long):
    val reply: Promise[R] = Promise[R]()

    /** Whether it must be executed again; known once it has ended. */
    @volatile var isRefused: Boolean = false

    /** Opens when it is known what became of it, for this time. */
    @volatile var ended: CountDownLatch = CountDownLatch(1)

    def isDone: Boolean = ended.getCount == 0 && !isRefused

    def begin(wait: Runnable): Unit =
      isRefused = false
      ended = CountDownLatch(1)
      Thread.ofVirtual.start(wait): Unit

    // The sender does not wait for callbacks, which may run in this thread.
    def succeed(value: R): Unit =
      ended.countDown()
      reply.trySuccess(value): Unit

    def fail(failed: Throwable): Unit =
      ended.countDown()
      // A callback that runs in this thread must not hold up the sender.
      val tells: Runnable = () => reply.tryFailure(failed): Unit
      try Thread.ofVirtual.start(tells): Unit
      catch case _: Throwable => tells.run()
