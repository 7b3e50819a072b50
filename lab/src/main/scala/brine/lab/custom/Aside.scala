package brine.lab.custom

import brine.lab.child.Cancellation
import brine.lab.failure.RunFailure
import java.util.concurrent.*

/** Work in threads of its own: with room for deep recursion, and left behind when the run is cancelled, because neither
  * inference nor the compiler can be interrupted.
  */
private[custom] object Aside:
  /** Bytes of address space for each stack; memory is taken as the recursion needs it. Nesting of
    * [[brine.lab.sample.JsonReader.depthLimit]] levels needs some megabytes.
    */
  private val stack = 512L << 20

  /** Does one piece of work.
    *
    * @throws brine.lab.failure.RunFailure
    *   with `ended`, as soon as the run is cancelled
    */
  def one[A](cancellation: Cancellation, ended: String)(work: => A): A =
    all(1, cancellation, ended)(List(() => work)).head

  /** Does several pieces of work, at most `threads` at a time. */
  def all[A](threads: Int, cancellation: Cancellation, ended: String)(works: List[() => A]): List[A] =
    def thread(work: Runnable) =
      val made = Thread(null, work, "lab-custom", stack)
      made.setDaemon(true)
      made
    val pool = Executors.newFixedThreadPool(threads, thread(_))
    try works.map(work => pool.submit((() => work()): Callable[A])).map(await(_, cancellation, ended))
    finally { val _ = pool.shutdownNow() }

  @annotation.tailrec
  private def await[A](work: Future[A], cancellation: Cancellation, ended: String): A =
    val done =
      try Some(work.get(50, TimeUnit.MILLISECONDS))
      catch
        case _: TimeoutException         => None
        case failure: ExecutionException => throw failure.getCause
    done match
      case Some(result)                   => result
      case None if cancellation.requested => throw RunFailure(ended)
      case None                           => await(work, cancellation, ended)
