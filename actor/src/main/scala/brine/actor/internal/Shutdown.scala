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
    val began      = System.nanoTime()
    def left: Long = Math.max(1L, within.toNanos - (System.nanoTime() - began))
    val before     = runTasks(ShutdownPhase.BeforeActors, left)
    system.allRoots.foreach(_.close())
    stopper.start()
    val forTasks = within.toNanos / 10
    if !awaitActors(left / 2) then
      stopper.signalAll()
      system.interruptBlocking()
      val _ = awaitActors(left - forTasks)
    val stuck = system.allRoots.toList.flatMap(_.children).flatMap(StuckActors.below(_)).map(describe)
    val after = runTasks(ShutdownPhase.AfterActors, left)
    system.endThreads(Math.min(left, 1000000000L))
    ShutdownReport(stuck, before ++ after, (System.nanoTime() - began).nanos)

  /** The actor this thread is ending, if it is the one that ends the idle ones. */
  def cellHere: Cell[?] = if Thread.currentThread eq stopper then stopper.cell else null

  private val stopper = Stopper(system)

  private def awaitActors(nanos: Long): Boolean =
    val deadline = System.nanoTime() + nanos
    system.allRoots.forall(_.awaitEmpty(Math.max(1L, deadline - System.nanoTime())))

  private def describe(cell: Cell[?]): String =
    if stopper.isAt(cell) then s"$cell (onStop of it or of one beside it does not return)"
    else s"$cell (${system.explain(cell)})"

  private def runTasks(phase: ShutdownPhase, nanos: Long): List[String] =
    val deadline = System.nanoTime() + nanos
    val wanted   = tasks.filter(_._1 == phase)
    wanted.flatMap: (_, name, task) =>
      val done   = CompletableFuture[Unit]()
      val thread = Thread
        .ofVirtual()
        .unstarted: () =>
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

/** Ends the actors of the top level, the idle ones itself. Not the thread that waits for them, as their `onStop` may not return. */
private final class Stopper(system: LiveSystem)
    extends Thread(null, null, s"${system.settings.name}-stopper", 0L, false):
  setDaemon(true)

  @volatile var cell: Cell[?] = null

  override def run(): Unit =
    for root <- system.allRoots; child <- root.children do
      if child.cellDispatcher.stopsInline && child.own() then
        cell = child
        Termination.stopOwned(child)
        cell = null
      else
        val _ = child.signal(SystemSignal.Stop())

  /** Whether it has not come back from the tree that `cell` is in. */
  def isAt(cell: Cell[?]): Boolean =
    val top = this.cell
    var at  = cell
    while at != null && (at ne top) do at = at.parentCell
    top != null && at != null

  /** When one of them does not return: the rest is told by a signal, and ended where it runs. */
  def signalAll(): Unit =
    for root <- system.allRoots; child <- root.children do
      val _ = child.signal(SystemSignal.Stop())

/** Finds those that a tree of actors waits for when it does not end: read without owning them, so about right. */
private object StuckActors:
  private final val Most = 100

  /** The actors at and below `cell` that have not ended, but whose children all have. */
  def below(cell: Cell[?]): List[Cell[?]] =
    var found   = List.empty[Cell[?]]
    var waiting = List[Cell[?]](cell)
    var steps   = 0
    while waiting.nonEmpty && steps < 100 * Most && found.length < Most do
      val next      = waiting.head
      val extension = next.cellExtension
      val children  = if extension == null then Nil else extension.children
      waiting = waiting.tail
      if children.nonEmpty then waiting = children ::: waiting
      else if !next.cellClosed then found = next :: found
      steps += 1
    found.reverse
