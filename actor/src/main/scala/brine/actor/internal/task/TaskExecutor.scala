package brine.actor.internal.task

import brine.actor.CellDispatcher
import brine.actor.internal.support.{RuntimeLog, StackProbe}
import java.lang.System.Logger.Level
import java.util.Objects
import java.util.concurrent.RejectedExecutionException
import scala.concurrent.ExecutionContextExecutor

/** Runs tasks on the threads of a dispatcher, among its actors. */
private[internal] final class TaskExecutor(name: String, dispatcher: CellDispatcher, tasks: OpenTasks)
    extends ExecutionContextExecutor:
  def execute(task: Runnable): Unit =
    Objects.requireNonNull(task, "task"): Unit
    StackProbe.require() // or a task could stay counted that never runs, and a shutdown would wait for it
    if !tasks.begin() then throw RejectedExecutionException(s"$this takes no more tasks: its system has ended")
    var scheduled = false
    try
      val cell = TaskCell(task, tasks, this)
      cell.prepare(dispatcher)
      dispatcher.schedule(cell)
      scheduled = true
    finally if !scheduled then tasks.end()

  def reportFailure(cause: Throwable): Unit = RuntimeLog.logger.log(Level.ERROR, s"a task of $this failed", cause)

  override def toString: String = s"the execution context of $name"
