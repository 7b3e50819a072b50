package brine.journal

import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicReference

/** Passes records to a function one after the other: first the existing ones, then each as it becomes durable.
  *
  * It runs on its own virtual thread, so a slow function delays only this subscription. It ends when you close it, when
  * the log is closed, on an error, or when the function throws. If the function leaves its thread interrupted, the
  * subscription ends with an `InterruptedException` once it has to wait. Thread-safe.
  */
final class Subscription private (name: String, source: EventSource, begin: Offset, run: Subscription => Unit)
    extends AutoCloseable:
  private val ended                  = CountDownLatch(1)
  private val outcome                = AtomicReference[Option[Throwable]](None)
  @volatile private var last: Offset = begin
  @volatile private var isStopped    = false

  private val thread = Thread.ofVirtual
    .name(name)
    .unstarted: () =>
      try run(this)
      catch
        case _: InterruptedException if isStopped => ()
        case error: Throwable                     => outcome.set(Some(error))
      finally ended.countDown()

  private[journal] def start(): Subscription =
    thread.start()
    this

  private def goesOn: Boolean = !isStopped && !source.isClosed

  private def follow[A](records: Records[A], body: Record[A] => Unit): Unit =
    var looks = true
    while goesOn do
      records.next(looks) match
        case Right(Some(record)) =>
          body(record)
          last = record.offset
          looks = false
        case Right(None) => looks = awaitMore(records.offset)
        case Left(error) => throw JournalException(error)

  private def followBatches[A](
      records: Records[A],
      most: Int,
      mostBytes: Long,
      body: Vector[Record[A]] => Unit
  ): Unit =
    var looks = true
    while goesOn do
      records.nextBatch(most, mostBytes, looks) match
        case Right(batch) if batch.nonEmpty =>
          body(batch)
          last = batch.last.offset
          looks = false
        case Right(_)    => looks = awaitMore(records.offset)
        case Left(error) => throw JournalException(error)

  /** Waits for events after an offset. Returns whether to look for them. */
  private def awaitMore(offset: Offset): Boolean =
    last = offset
    while goesOn && !waiting(source.awaitBeyond(offset, Subscription.LongestWaitNanos)) do ()
    // While a subscription waits, others look for records. If that failed, this finds out why.
    source.visible.sequence <= offset.sequence

  // Guarded by this: whether the thread does nothing but wait, so that interrupting it harms nobody.
  private var isWaiting = false

  /** Runs a wait that [[close]] can interrupt. It must do nothing but wait. */
  private def waiting(wait: => Boolean): Boolean =
    val mayWait = synchronized:
      isWaiting = !isStopped
      isWaiting
    mayWait && {
      try wait
      finally
        synchronized:
          isWaiting = false
          if isStopped then Thread.interrupted(): Unit
    }

  /** Every selected record up to this offset was passed to the function. Store it with the function's effect, and
    * continue with [[EventLogReader.subscribeAfter]].
    */
  def offset: Offset = last

  /** Whether the subscription has ended. */
  def isEnded: Boolean = ended.getCount == 0

  /** Why it ended, unless it was closed: a [[JournalException]], or what the function threw. */
  def failure: Option[Throwable] = outcome.get

  /** Waits until it has ended.
    *
    * @throws IllegalStateException
    *   in the function of this subscription, which would wait for itself
    */
  def awaitEnd(): Unit =
    if Thread.currentThread eq thread then
      throw IllegalStateException(
        "the function of a subscription cannot wait for the end of that subscription: call close, which does not wait"
      )
    ended.await()

  /** Ends it after the record that the function is processing. Does not wait for that. */
  def close(): Unit = synchronized:
    isStopped = true
    if isWaiting then thread.interrupt()

private object Subscription:
  private inline val LongestWaitNanos = 60000000000L

  /** A subscription in batches that has not started. */
  private[journal] def ofBatches[A](
      name: String,
      source: EventSource,
      records: Records[A],
      most: Int,
      mostBytes: Long,
      body: Vector[Record[A]] => Unit
  ): Subscription =
    new Subscription(
      name,
      source,
      records.offset,
      subscription =>
        try subscription.followBatches(records, most, mostBytes, body)
        finally records.close()
    )

  /** A subscription that has not started. */
  private[journal] def apply[A](
      name: String,
      source: EventSource,
      records: Records[A],
      body: Record[A] => Unit
  ): Subscription =
    new Subscription(
      name,
      source,
      records.offset,
      subscription =>
        try subscription.follow(records, body)
        finally records.close()
    )
