package brine.actor.internal.task

import brine.actor.{Cell, Signal}
import java.util.concurrent.RejectedExecutionException
import scala.concurrent.ExecutionContext

/** A task of an execution context, for the threads that run actors: its start is all it does. */
private[internal] final class TaskCell(task: Runnable, tasks: OpenTasks, context: ExecutionContext) extends Cell[Any]:
  private[brine] def startBehavior(): Unit =
    try task.run()
    catch
      case failure: Throwable =>
        if failure.isInstanceOf[InterruptedException] then
          val _ = Thread.interrupted()
        report(failure)
    finally tasks.end()

  /** Called when no thread is left to run it. */
  private[internal] def rejected(): Unit =
    tasks.end()
    report(RejectedExecutionException("the system has ended before the task began"))

  private def report(failure: Throwable): Unit =
    try context.reportFailure(failure)
    catch case _: Throwable => () // a log that throws

  private[brine] def handleMessage(message: Any): Unit  = ()
  private[brine] def handleSignal(signal: Signal): Unit = ()
  private[brine] def restartBehavior(): Unit            = ()
  private[brine] def behaviorName: String               = "task"
