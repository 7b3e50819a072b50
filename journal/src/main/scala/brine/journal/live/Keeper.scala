package brine.journal.live

import brine.journal.StoreThread
import brine.journal.flight.KeeperFailureEvent
import java.nio.file.Path
import java.time.Duration
import java.util.concurrent.{RejectedExecutionException, ScheduledThreadPoolExecutor, TimeUnit}

/** The thread that does what takes time, so that the writer does not wait for it. Its work can be repeated, or is done
  * by whoever needs it. So a failure is reported as a flight event and harms nobody.
  *
  * @param onFailure
  *   called after a failure
  */
private[live] final class Keeper(folder: Path, onFailure: () => Unit):
  private val executor =
    val one = ScheduledThreadPoolExecutor(
      1,
      task => StoreThread(task, s"brine-journal-keeper-${folder.getFileName}")
    )
    one.setExecuteExistingDelayedTasksAfterShutdownPolicy(false)
    one

  /** Starts the thread, which otherwise begins with its first work: where there is none to be had, the journal should
    * say so when it is opened.
    */
  def start(): Unit = executor.prestartCoreThread(): Unit

  /** Runs a body on the thread. After [[shutdown]] it does nothing. */
  def run(body: => Unit): Unit =
    try executor.execute(() => guarded(body))
    catch case _: RejectedExecutionException => ()

  /** Runs a body on the thread after this time. */
  def later(time: Duration)(body: => Unit): Unit =
    try executor.schedule((() => guarded(body)): Runnable, time.toNanos, TimeUnit.NANOSECONDS): Unit
    catch case _: RejectedExecutionException => ()

  /** Runs a body on the current thread, and reports its exceptions. */
  def guarded(body: => Unit): Unit =
    try StoreThread.working(body)
    catch
      case error: Throwable =>
        onFailure()
        val event = KeeperFailureEvent()
        if event.isEnabled then
          event.journal = folder.toString
          event.problem = error.toString
          event.commit()

  /** Ends the thread after its current work. */
  def shutdown(): Unit = executor.shutdown()

  /** Waits for its end, at most this long. */
  def awaitEnd(nanos: Long): Unit = executor.awaitTermination(nanos, TimeUnit.NANOSECONDS): Unit
