package brine.entity.effect.internal

import java.util.concurrent.{ConcurrentHashMap, CountDownLatch}

/** The keys whose effects are executed now in this process, by whatever runner. Effects that were closed, or started a
  * second time, may have a call that has not ended, and no other call of its key may begin before. Thread-safe.
  *
  * @param log
  *   name of the log: it may have been opened again since
  * @param effects
  *   name of the effects
  * @param stopping
  *   ends a wait
  */
private[internal] final class BusyKeys(log: String, effects: String, stopping: Stopping):
  import BusyKeys.*

  /** Executes a body once no other call of the key is under way. None if the end comes first. For a thread that
    * [[Stopping]] interrupts.
    *
    * @param waits
    *   what is done if there is another one
    */
  def use[A](key: String)(waits: => Unit)(body: => A): Option[A] =
    val call  = Call(log, effects, key)
    val own   = CountDownLatch(1)
    var other = calls.putIfAbsent(call, own)
    if other != null then waits
    while other != null && !stopping.isBegun do
      // An interrupt is a reason to look again.
      try other.await()
      catch case _: InterruptedException => ()
      other = calls.putIfAbsent(call, own)
    if other != null then None
    else
      try Some(body)
      finally
        calls.remove(call): Unit
        own.countDown()

private[internal] object BusyKeys:
  private final case class Call(log: String, effects: String, key: String)

  // Of all effects of this process.
  private val calls = ConcurrentHashMap[Call, CountDownLatch]()
