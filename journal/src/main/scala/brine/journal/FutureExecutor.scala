package brine.journal

import java.util.concurrent.{Executor, ForkJoinPool}

/** Chooses where the futures of appends complete. */
private[journal] object FutureExecutor:
  private val perTask: Executor = task => Thread.ofVirtual.start(task): Unit

  /** The common pool, or a virtual thread for each task if that pool may have no thread. */
  val default: Executor = of(ForkJoinPool.getCommonPoolParallelism)

  /** The executor for a common pool of this parallelism. The pool says 1 even if it has no thread. */
  def of(parallelism: Int): Executor = if parallelism < 2 then perTask else ForkJoinPool.commonPool
