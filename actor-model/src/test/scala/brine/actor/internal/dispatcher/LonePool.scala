package brine.actor.internal.dispatcher

import brine.actor.*
import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch, TimeUnit}

/** A pool of real workers without a system or a monitor around it, so that nobody repairs what the workers miss. */
final class LonePool(
    workers: Int,
    newestFirst: Boolean = false,
    val mostSpares: Int = 100,
    starting: Thread => Unit = _ => ()
) extends PoolListener,
      AutoCloseable:
  private val started  = ConcurrentLinkedQueue[Thread]()
  val reported         = AtomicInteger(0) // that no thread can be made
  val usedUp           = AtomicInteger(0) // that the limit of spare workers is reached
  val woken            = AtomicInteger(0) // how often a worker has woken
  val pool: WorkerPool = WorkerPool("lone", workers, newestFirst, this)
  pool.start()

  def launch(): this.type =
    pool.launch()
    this

  def active(): Unit                                   = woken.incrementAndGet(): Unit
  def blocks(cell: Cell[?]): Unit                      = ()
  def lost(cell: Cell[?], failure: Throwable): Unit    = failure.printStackTrace()
  def sparesUsedUp(pool: String, most: Int): Unit      = usedUp.incrementAndGet(): Unit
  def noThread(pool: String, failure: Throwable): Unit = reported.incrementAndGet(): Unit
  def contextLoader: ClassLoader                       = getClass.getClassLoader

  override def start(thread: Thread): Unit =
    starting(thread)
    thread.start()
    started.add(thread): Unit

  def alive: Int = started.toArray(Array.empty[Thread]).count(_.isAlive)

  /** An actor of this pool that runs `handler` for each message. */
  def actor(handler: Any => Unit): Cell[Any] =
    val cell = LonePool.Handling(handler)
    cell.prepare(dispatcher)
    dispatcher.schedule(cell)
    cell

  def close(): Unit =
    pool.stop()
    val _ = pool.join(10_000_000_000L)

  private object system extends PartlessSystem(dispatcher):
    override private[brine] def nanoTime: Long = System.nanoTime()
    override private[brine] def failed(
        cell: Cell[?],
        message: Any,
        failure: Throwable,
        directive: Directive
    ): Unit = failure.printStackTrace()

  private val dispatcher = WorkerDispatcher(system, Batch.defaults, pool)

object LonePool:
  /** Far more than any healthy run takes. */
  def opens(latch: CountDownLatch): Boolean = latch.await(20, TimeUnit.SECONDS)

  private final class Handling(handler: Any => Unit) extends Cell[Any]:
    private[brine] def startBehavior(): Unit              = ()
    private[brine] def handleMessage(message: Any): Unit  = handler(message)
    private[brine] def handleSignal(signal: Signal): Unit = ()
    private[brine] def restartBehavior(): Unit            = ()
    private[brine] def behaviorName: String               = "handling"
