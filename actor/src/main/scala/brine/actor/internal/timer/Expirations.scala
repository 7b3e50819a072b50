package brine.actor.internal.timer

import java.util.concurrent.atomic.{AtomicBoolean, AtomicInteger, AtomicReference}
import java.util.concurrent.locks.LockSupport

/** Where the futures of timers fail: a system. */
private[brine] trait ExpiryHost:
  /** Lets a future expire, where callbacks of users may run and block. */
  private[brine] def expired(expiry: Expiry): Unit

  /** A callback of a future has thrown something that the future did not keep. */
  private[brine] def callbackFailed(failure: Throwable): Unit

/** A timer that fails a future. Callbacks of users may hang on that future, so a real system does not let it expire on
  * the monitor.
  */
private[brine] abstract class Expiry extends TimerEntry:
  private[actor] var following: Expiry = null // in a list

  private[actor] def system: ExpiryHost
  private[brine] final def fire(): Unit = system.expired(this)

  /** Fails the future, and so runs callbacks of users, which may block. */
  private[brine] def expire(): Unit

  /** Fails the future with `failure`, because [[expire]] has failed with it, for example for lack of memory. */
  private[actor] def abort(failure: Throwable): Unit

/** Lets futures expire, each on a virtual thread of its own: callbacks that block delay nobody else. To hand one
  * over costs the monitor one exchange and no memory.
  *
  * Virtual threads that compute hold their carriers, and then no other virtual thread begins. So the monitor looks
  * whether what it has handed over is taken. If not for a while, it starts a platform thread in place of them, and one
  * more if a callback blocks that one.
  *
  * Thread-safe, except that only the monitor calls [[look]] and [[await]].
  *
  * @param name
  *   name of the platform threads
  */
private[actor] final class Expirations(name: String):
  import Expirations.*

  private val newest       = AtomicReference[Expiry](null)
  private val fresh        = AtomicInteger(0)     // those for which no virtual thread was made
  private val starting     = AtomicBoolean(false) // whether one was made that makes the others
  private val taken        = AtomicInteger(0)     // overflows
  private val open         = AtomicInteger(0)     // handed over, and not done
  private var lastTaken    = 0
  private var waitingSince = 0L

  def add(expiry: Expiry): Unit =
    open.incrementAndGet(): Unit
    var head = newest.get
    expiry.following = head
    while !newest.compareAndSet(head, expiry) do
      head = newest.get
      expiry.following = head
    fresh.incrementAndGet(): Unit

  /** Whether there are some that no thread has taken. */
  def isWaiting: Boolean = newest.get != null

  /** Has all expire that were added. Without memory for a thread they stay, for the next call. */
  def flush(): Unit =
    if fresh.get > 0 && starting.compareAndSet(false, true) then
      try Thread.ofVirtual().start(() => startAll()): Unit
      catch case _: Throwable => starting.set(false)

  private def startAll(): Unit =
    starting.set(false)
    var left          = fresh.getAndSet(0)
    val one: Runnable = () => expireNext(): Unit
    while left > 0 && isWaiting do
      left -= 1
      try Thread.ofVirtual().start(one): Unit
      catch case _: Throwable => one.run() // no memory for a thread: better late than never

  /** Starts a platform thread if nothing was taken for a while. */
  def look(): Unit =
    val now  = System.nanoTime()
    val seen = taken.get
    if !isWaiting || seen != lastTaken || waitingSince == 0L then
      lastTaken = seen
      waitingSince = if isWaiting then now | 1L else 0L
    else if now - waitingSince > PatienceNanos then
      waitingSince = now | 1L
      help()

  private def help(): Unit =
    try
      val helper = Thread(null, () => while expireNext() do (), name, 0L, false)
      helper.setDaemon(true)
      helper.setContextClassLoader(Thread.currentThread.getContextClassLoader)
      helper.start()
    catch case _: Throwable => () // no memory, or no thread: a later look tries again

  /** Waits until all are done, at most for `nanos`. */
  def await(nanos: Long): Unit =
    val until = System.nanoTime() + nanos
    while open.get > 0 && System.nanoTime() - until < 0 do
      LockSupport.parkNanos(1000000L)
      look()

  /** Lets one expire. False if there is none. */
  private def expireNext(): Boolean =
    val expiry = takeOne()
    if expiry != null then expire(expiry)
    expiry != null

  // None is added twice, so the one that is exchanged is the one that was read.
  private def takeOne(): Expiry =
    var head = newest.get
    while head != null && !newest.compareAndSet(head, head.following) do head = newest.get
    if head != null then
      head.following = null
      taken.incrementAndGet(): Unit
    head

  private def expire(expiry: Expiry): Unit =
    try expiry.expire()
    catch case failure: Throwable => abort(expiry, failure)
    finally open.decrementAndGet(): Unit

  private def abort(expiry: Expiry, failure: Throwable): Unit =
    try expiry.abort(failure)
    catch case _: Throwable => expiry.system.callbackFailed(failure)

private[actor] object Expirations:
  /** How long nothing may be taken before a platform thread stands in. */
  private final val PatienceNanos = 20000000L
