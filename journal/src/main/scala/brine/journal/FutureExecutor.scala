package brine.journal

import java.util.concurrent.{Executor, ForkJoinPool}

/** Chooses where the futures of appends complete. */
private[journal] object FutureExecutor:
  private val perTask: Executor = task => Thread.ofVirtual.start(task): Unit

  /** The common pool, or a virtual thread for each task if that pool may have no thread. */
  val default: Executor = of(ForkJoinPool.getCommonPoolParallelism)

  /** The executor for a common pool of this parallelism. The pool says 1 even if it has no thread. */
  def of(parallelism: Int): Executor = if parallelism < 2 then perTask else ForkJoinPool.commonPool

  /** A task that runs a body there; on the current thread if there is no memory for another one: whoever waits for the
    * future must hear of it. The body may run twice, since a pool that lacks a thread may have taken the task.
    *
    * @param executor
    *   where to run it
    */
  def task(body: => Unit, executor: Executor = default): Runnable =
    val there: Runnable = () => body
    () =>
      try executor.execute(there)
      catch case _: Throwable => there.run()
