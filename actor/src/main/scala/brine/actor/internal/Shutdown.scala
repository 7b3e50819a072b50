package brine.actor.internal

import brine.actor.{ShutdownPhase, ShutdownReport}
import java.util.concurrent.{CompletableFuture, ExecutionException, TimeUnit, TimeoutException}
import scala.concurrent.duration.*

/** The end of a system: its tasks, its actors, its threads, each within what is left of the time. */
private[internal] final class Shutdown(system: LiveSystem):
  private var tasks: List[(ShutdownPhase, String, () => Unit)] = Nil
  private var report: ShutdownReport                           = null
  private val lock                                             = java.util.concurrent.locks.ReentrantLock()
  private val tasksLock                                        = java.util.concurrent.locks.ReentrantLock()

  def register(phase: ShutdownPhase, name: String, task: () => Unit): Unit =
    tasksLock.lock()
    try tasks = (phase, name, task) :: tasks
    finally tasksLock.unlock()

  def run(within: FiniteDuration): ShutdownReport =
    lock.lock()
    try
      if report == null then report = shutDown(within)
      report
    finally lock.unlock()

  private def shutDown(within: FiniteDuration): ShutdownReport =
    val began                   = System.nanoTime()
    def left: Long              = Math.max(1L, within.toNanos - (System.nanoTime() - began))
    val before                  = runTasks(ShutdownPhase.BeforeActors, left)
    system.allRoots.foreach(_.close())
    stopActors()
    val half = left / 2
    if !awaitActors(half) then
      system.interruptBlocking()
      val _ = awaitActors(left)
    val stuck = system.allRoots.toList.flatMap(_.children).map(describe)
    val after = runTasks(ShutdownPhase.AfterActors, left)
    system.endThreads(Math.min(left, 1000000000L))
    ShutdownReport(stuck, before ++ after, (System.nanoTime() - began).nanos)

  private def stopActors(): Unit =
    for root <- system.allRoots; child <- root.children do
      if child.cellDispatcher.stopsInline && child.own() then Termination.stopOwned(child)
      else
        val _ = child.signal(SystemSignal.Stop())

  private def awaitActors(nanos: Long): Boolean =
    val deadline = System.nanoTime() + nanos
    system.allRoots.forall(_.awaitEmpty(Math.max(1L, deadline - System.nanoTime())))

  private def describe(cell: Cell[?]): String = s"$cell (${system.explain(cell)})"

  private def runTasks(phase: ShutdownPhase, nanos: Long): List[String] =
    val deadline = System.nanoTime() + nanos
    val wanted   = tasks.filter(_._1 == phase)
    wanted.flatMap: (_, name, task) =>
      val done   = CompletableFuture[Unit]()
      val thread = Thread.ofVirtual().unstarted: () =>
        try
          task()
          val _ = done.complete(())
        catch
          case failure: Throwable =>
            val _ = done.completeExceptionally(failure)
      thread.start()
      try
        done.get(Math.max(1L, deadline - System.nanoTime()), TimeUnit.NANOSECONDS)
        Nil
      catch
        case _: TimeoutException =>
          thread.interrupt()
          List(s"$name (took too long)")
        case failure: ExecutionException => List(s"$name (${failure.getCause})")
