package brine.journal

import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicReference

/** Records given to a function one after the other: those there are, then each as it becomes durable. Runs on a virtual thread of its own; what the
  * function needs time for holds up this subscription alone. It ends when it is closed, when the journal is, with an error, or when the function
  * throws. Thread-safe.
  */
final class Subscription private[journal] (name: String, records: Records[?], run: Subscription => Unit)
    extends AutoCloseable:
  private val ended                        = CountDownLatch(1)
  private val outcome                      = AtomicReference[Option[Throwable]](None)
  @volatile private var last: Offset       = records.offset
  @volatile private[journal] var isStopped = false

  private val thread = Thread.ofVirtual
    .name(name)
    .unstarted: () =>
      try run(this)
      catch
        case _: InterruptedException if isStopped => ()
        case error: Throwable                     => outcome.set(Some(error))
      finally
        records.close()
        ended.countDown()

  private[journal] def start(): Subscription =
    thread.start()
    this

  // Guarded by this: whether the thread does nothing but wait, so that interrupting it harms nobody.
  private var isWaiting = false

  /** Waits in a way that closing ends. */
  private[journal] def waiting(wait: => Unit): Unit =
    val mayWait = synchronized:
      isWaiting = !isStopped
      isWaiting
    if mayWait then
      try wait
      finally
        synchronized:
          isWaiting = false
          if isStopped then Thread.interrupted(): Unit

  private[journal] def passed(offset: Offset): Unit = last = offset

  /** Everything up to here was given to the function, or is not what it asked for. Where to go on later, if it is kept with what the function did. */
  def offset: Offset = last

  /** Whether no more records come. */
  def isEnded: Boolean = ended.getCount == 0

  /** What ended it, if it was not closed: a [[JournalException]], or what the function threw. */
  def failure: Option[Throwable] = outcome.get

  /** Waits for its end. */
  def awaitEnd(): Unit = ended.await()

  /** Ends it, after the record that the function is at. Does not wait for that. */
  def close(): Unit = synchronized:
    isStopped = true
    if isWaiting then thread.interrupt()
