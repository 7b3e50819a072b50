package brine.lab.run

import brine.lab.child.Cancellation
import brine.lab.plan.Task
import java.util.concurrent.{ExecutionException, Executors}

/** Runs children that time nothing beside each other, as many at a time as there are cores. */
object SideBySide:
  /** Each child takes up to a gigabyte of memory. */
  private val most = 4

  /** Number of children at a time. */
  val lanes: Int = Runtime.getRuntime.availableProcessors.max(1).min(most)

  /** Expected seconds of tasks, of which those without times run beside each other. */
  def seconds(tasks: List[Task]): Double =
    val (untimed, timed) = tasks.partition(_.isUntimed)
    untimed.map(_.estimate).sum / lanes + timed.map(_.estimate).sum

  /** Does the work of each task, in any order, by several threads. After a cancellation or a failure no further task
    * begins. Throws the first failure once all threads are done.
    */
  def run(tasks: List[Task], cancellation: Cancellation)(work: Task => Unit): Unit =
    val pool = Executors.newFixedThreadPool(lanes)
    try
      @volatile var hasFailed = false
      val ended               = tasks
        .map: task =>
          pool.submit[Unit]: () =>
            if !cancellation.requested && !hasFailed then
              try work(task)
              catch
                case failure: Throwable =>
                  hasFailed = true
                  throw failure
        .map: future =>
          try Right(future.get)
          catch case failure: ExecutionException => Left(failure.getCause)
      ended.foreach(_.left.foreach(failure => throw failure))
    finally { val _ = pool.shutdownNow() }
