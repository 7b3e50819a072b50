package brine.actor

import brine.actor.internal.support.StackProbe
import java.util.concurrent.atomic.{AtomicInteger, AtomicReferenceArray}
import java.util.concurrent.locks.ReentrantLock
import scala.concurrent.duration.FiniteDuration
import scala.concurrent.{Future, Promise}
import scala.util.{Failure, Success}

/** An address for a known number of replies. It has no mailbox: it takes the first `count` replies and then completes
  * [[future]].
  *
  * {{{
  * val replies = system.gather[Int](workers.size, 1.second)
  * workers.foreach(_ ! Work(replies))
  * replies.future.map(_.sum)
  * }}}
  *
  * If the timeout passes before that, the future fails with a [[GatherTimeoutException]]. Later replies become dead
  * letters with the reason [[DeadLetterReason.TooLate]].
  *
  * Thread-safe. Senders do not wait for each other, except in [[ActorSystem.gatherFold]]. A reply costs two atomic
  * additions and a slot of 4 to 8 bytes; in [[ActorSystem.gatherCount]] it costs one addition and no memory.
  */
abstract class Gather[-A, +R] private[brine] (
    private[brine] val system: SystemInternals,
    val count: Int,
    timeout: FiniteDuration
) extends ActorRef[A]:
  require(count >= 0, s"a gather of $count replies: the number must not be negative")

  private val promise          = Promise[Any]()
  private val timer            = GatherTimer(this)
  @volatile private var ended  = false
  private var standIn: Cell[?] = null // stands in where an actor is needed; made on first use

  /** Completes with the last reply, on the thread of its sender. */
  final def future: Future[R] = promise.future.asInstanceOf[Future[R]]

  /** The number of replies so far. */
  def received: Int

  /** Takes a reply. False if all replies have arrived already. */
  protected def accept(answer: A): Boolean

  /** Takes a reply. If no more replies are wanted, it becomes a dead letter. */
  final def tell(message: A): Unit =
    if !tryTell(message) then DeadLetters.report(system, this, message, DeadLetterReason.TooLate)

  /** Takes a reply. False if no more replies are wanted. */
  final def tryTell(message: A): Boolean =
    StackProbe.require() // or waiting threads might not be woken
    !ended && accept(message)

  private[brine] final def begin(): this.type =
    if count > 0 then system.arm(timer, Math.max(0L, timeout.toNanos))
    this

  private[brine] final def complete(result: Any): Unit =
    ended = true
    if Completion.complete(promise, Success(result), system) then
      val _ = system.disarm(timer)

  private[brine] final def fail(failure: Throwable): Unit =
    ended = true
    if Completion.complete(promise, Failure(failure), system) then
      val _ = system.disarm(timer)

  private[brine] final def timedOut(): Unit = fail(GatherTimeoutException(received, count, timeout))

  private[brine] final override def refEnding: Future[?] = future

  private[brine] final def sendRequest(message: A, reply: PendingReply[?]): Unit = tell(message)

  private[brine] final def targetCell: Cell[?] = synchronized:
    if standIn == null then standIn = RuntimeLink.LIVE.endedCell(system)
    standIn

  private[brine] final def refText: String = s"the gather of $count replies"

/** The failure of a [[Gather]] whose timeout passed.
  *
  * @param received
  *   number of replies that had arrived
  */
final class GatherTimeoutException private[brine] (val received: Int, val count: Int, val timeout: FiniteDuration)
    extends RuntimeException(s"$received of $count replies arrived within $timeout", null, false, false)

/** Keeps the replies, in the order in which they arrive. */
private[brine] final class GatherAll[A](system: SystemInternals, count: Int, timeout: FiniteDuration)
    extends Gather[A, Vector[A]](system, count, timeout):
  private val slots  = AtomicReferenceArray[Any](count)
  private val taken  = AtomicInteger(0)
  private val filled = AtomicInteger(0)

  if count == 0 then complete(Vector.empty)

  def received: Int = filled.get

  protected def accept(answer: A): Boolean =
    // Read first, so that the number does not overflow.
    val slot = if taken.get < count then taken.getAndIncrement() else count
    if slot < count then
      slots.setRelease(slot, answer)
      if filled.incrementAndGet() == count then complete(Vector.tabulate(count)(slots.getAcquire(_).asInstanceOf[A]))
    slot < count

/** Keeps only the number of replies. */
private[brine] final class GatherCount[A](system: SystemInternals, count: Int, timeout: FiniteDuration)
    extends Gather[A, Int](system, count, timeout):
  private val taken = AtomicInteger(0)

  if count == 0 then complete(0)

  def received: Int = Math.min(count, taken.get)

  protected def accept(answer: A): Boolean =
    val number = if taken.get < count then taken.incrementAndGet() else count + 1
    if number == count then complete(count)
    number <= count

/** Keeps only the result of a function over the replies. */
private[brine] final class GatherFold[A, B](
    system: SystemInternals,
    count: Int,
    timeout: FiniteDuration,
    zero: B,
    add: (B, A) => B
) extends Gather[A, B](system, count, timeout):
  private val lock = ReentrantLock()
  // Written under the lock, and read without it: a timeout must not wait for `add`.
  @volatile private var taken = 0
  private var sum             = zero // guarded by the lock

  if count == 0 then complete(zero)

  def received: Int = taken

  protected def accept(answer: A): Boolean =
    var last = false
    lock.lock()
    val wanted =
      try
        val open = taken < count
        if open then
          taken += 1
          sum = add(sum, answer)
          last = taken == count
        open
      catch
        case failure: Throwable =>
          taken = count
          fail(failure)
          true
      finally lock.unlock()
    if last then complete(sum)
    wanted
