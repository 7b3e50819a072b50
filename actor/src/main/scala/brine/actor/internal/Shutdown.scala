package brine.actor.internal

import brine.actor.{ShutdownPhase, ShutdownReport}
import java.util.ArrayList
import java.util.concurrent.locks.ReentrantLock
import java.util.concurrent.{CompletableFuture, ExecutionException, TimeUnit, TimeoutException}

/** The end of a system: its tasks, its actors, its threads, each within what is left of the time. */
private[internal] final class Shutdown(system: LiveSystem):
  private val lock                   = ReentrantLock()
  private val tasksLock              = ReentrantLock()
  private val tasks                  = ArrayList[Shutdown.Task]() // guarded by its lock
  private var report: ShutdownReport = null

  def register(phase: ShutdownPhase, name: String, task: () => Unit): Unit =
    tasksLock.lock()
    try
      val _ = tasks.add(Shutdown.Task(phase, name, task))
    finally tasksLock.unlock()

  def run(nanos: Long): ShutdownReport =
    lock.lock()
    try
      if report == null then report = shutDown(nanos)
      report
    finally lock.unlock()

  private def shutDown(nanos: Long): ShutdownReport =
    val began    = System.nanoTime()
    val deadline = began + nanos
    val failed   = ArrayList[String]()
    runTasks(ShutdownPhase.BeforeActors, deadline, failed)
    val roots = system.allRoots
    var i     = 0
    while i < roots.length do
      roots(i).close()
      i += 1
    stopActors(roots)
    if !awaitActors(roots, began + nanos / 2) then
      system.interruptBlocking()
      val _ = awaitActors(roots, deadline)
    val stuck = describeLeft(roots)
    runTasks(ShutdownPhase.AfterActors, deadline, failed)
    system.endThreads(Math.min(Shutdown.left(deadline), 1000000000L))
    ShutdownReport(stuck, failed.toArray(new Array[String](0)), System.nanoTime() - began)

  private def stopActors(roots: Array[Root]): Unit =
    var i = 0
    while i < roots.length do
      val children = roots(i).children
      var j        = 0
      while j < children.length do
        val child = children(j)
        if child.cellDispatcher.stopsInline && child.own() then Termination.stopOwned(child)
        else
          val _ = child.signal(SystemSignal.Stop())
        j += 1
      i += 1

  private def awaitActors(roots: Array[Root], deadline: Long): Boolean =
    var ended = true
    var i     = 0
    while i < roots.length do
      ended = roots(i).awaitEmpty(Shutdown.left(deadline)) && ended
      i += 1
    ended

  private def describeLeft(roots: Array[Root]): Array[String] =
    val described = ArrayList[String]()
    var i         = 0
    while i < roots.length do
      val children = roots(i).children
      var j        = 0
      while j < children.length do
        val _ = described.add(s"${children(j)} (${system.explain(children(j))})")
        j += 1
      i += 1
    described.toArray(new Array[String](0))

  private def runTasks(phase: ShutdownPhase, deadline: Long, failed: ArrayList[String]): Unit =
    tasksLock.lock()
    val all =
      try tasks.toArray(new Array[Shutdown.Task](0))
      finally tasksLock.unlock()
    var i = all.length - 1
    while i >= 0 do
      if all(i).phase == phase then all(i).run(deadline, failed)
      i -= 1

private object Shutdown:
  def left(deadline: Long): Long = Math.max(1L, deadline - System.nanoTime())

  /** Runs on a thread of its own, so that one that does not end cannot keep the others from theirs. */
  final class Task(val phase: ShutdownPhase, name: String, task: () => Unit):
    def run(deadline: Long, failed: ArrayList[String]): Unit =
      val done   = CompletableFuture[Unit]()
      val thread = Thread
        .ofVirtual()
        .start: () =>
          try
            task()
            val _ = done.complete(())
          catch
            case failure: Throwable =>
              val _ = done.completeExceptionally(failure)
      try done.get(left(deadline), TimeUnit.NANOSECONDS)
      catch
        case _: TimeoutException =>
          thread.interrupt()
          val _ = failed.add(s"$name (took too long)")
        case failure: ExecutionException =>
          val _ = failed.add(s"$name (${failure.getCause})")
