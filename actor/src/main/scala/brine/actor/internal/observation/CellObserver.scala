package brine.actor.internal.observation

import brine.actor.{ActorRef, Cell, PendingReply, SystemInternals}
import brine.actor.internal.metrics.KindMetrics
import brine.actor.internal.ref.{BoundedRef, EnvelopeNode, EnvelopeRef, MessageObserver}
import java.util.concurrent.ThreadLocalRandom

/** What observes one actor: interceptors, measurements or both. Its messages travel in envelopes.
  *
  * [[sent]] and [[envelope]] are for senders, and thread-safe. All other methods are called by the owner of the actor.
  *
  * @param calls
  *   null if there is no interceptor
  * @param metrics
  *   null if nothing is measured
  * @param every
  *   measures the times of about one message in `every`
  */
private[brine] final class CellObserver(
    cell: Cell[?],
    queue: BoundedRef[?],
    calls: Interceptors,
    private[internal] val metrics: KindMetrics,
    every: Int
) extends MessageObserver:
  /** The reference of the actor for everybody. */
  val ref: ActorRef[Any] = EnvelopeRef(cell, queue, this, null)

  // Of the handler that is running.
  private var carried: AnyRef    = null
  private var failure: Throwable = null
  private var running            = false

  private[internal] def envelope(message: Any, reply: PendingReply[?], adapt: Any => Any): EnvelopeNode =
    val carried = if calls == null then null else calls.onSend(ref, message)
    EnvelopeNode(message, reply, adapt, carried, if isMeasured then system.nanoTime else EnvelopeNode.Unmeasured)

  private def isMeasured: Boolean =
    metrics != null && (every == 1 || ThreadLocalRandom.current().nextInt(every) == 0)

  private[internal] def sent(waits: Boolean): Unit =
    if metrics != null then metrics.waiting.add(if waits then 1L else -1L)

  /** What the interceptors sent along with the message that is being handled. */
  def carriedNow: AnyRef = carried

  /** Called when the handler that is running has thrown. */
  def failed(cause: Throwable): Unit =
    if running then failure = cause
    if metrics != null then metrics.failures.increment()

  def stopped(): Unit = if metrics != null then metrics.stopped.increment()

  /** Runs the handler of a message. `node` is null for messages that nobody sent, as those of timers. */
  inline def around(message: Any, node: EnvelopeNode)(inline handle: Unit): Unit =
    val outer        = carried
    val outerFailure = failure
    val outerRunning = running
    running = true
    carried = if node == null then null else node.carried
    failure = null
    val token = if calls == null then null else calls.before(ref, message, carried)
    val began = begin(node)
    try handle
    finally
      end(message, node, began)
      if calls != null then calls.after(ref, message, token, failure)
      carried = outer
      failure = outerFailure
      running = outerRunning

  /** Runs a handler of something other than a message. */
  inline def aroundThrowing(about: Any)(inline handle: Unit): Unit =
    if calls == null then handle
    else
      val token             = calls.before(ref, about, null)
      var thrown: Throwable = null
      try handle
      catch
        case failure: Throwable =>
          thrown = failure
          throw failure
      finally calls.after(ref, about, token, thrown)

  /** When the handler began; [[EnvelopeNode.Unmeasured]] if that is not wanted. */
  private def begin(node: EnvelopeNode): Long =
    if metrics == null then EnvelopeNode.Unmeasured
    else
      if node != null && !node.restored then metrics.waiting.decrement()
      if node == null || node.sentNanos <= EnvelopeNode.Restored then EnvelopeNode.Unmeasured else system.nanoTime

  private def end(message: Any, node: EnvelopeNode, began: Long): Unit =
    if metrics != null then
      metrics.handled.increment()
      if began != EnvelopeNode.Unmeasured then
        val queued  = Math.max(0L, began - node.sentNanos)
        val handled = Math.max(0L, system.nanoTime - began)
        metrics.queueTimes.add(queued)
        metrics.handlerTimes.add(handled)
        val kind = if message == null then classOf[Null] else message.getClass
        system.tellListener("onHandled")(_.onHandled(ref, kind, queued, handled))

  private def system: SystemInternals = cell.cellDispatcher.system
