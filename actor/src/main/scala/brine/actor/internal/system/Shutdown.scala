package brine.actor.internal.system

import brine.actor.{Cell, ShutdownPhase, ShutdownReport, SystemSignal}
import brine.actor.internal.cell.{Root, StoppingThread, Termination}
import brine.actor.internal.mailbox.OwnerNode
import brine.actor.internal.support.{Described, Interruption, StackProbe}
import java.util.{ArrayList, Objects}
import java.util.concurrent.atomic.AtomicBoolean
import java.util.concurrent.locks.ReentrantLock
import java.util.concurrent.{CompletableFuture, ExecutionException, TimeUnit, TimeoutException}
import scala.concurrent.{Future, Promise}

/** The shutdown of a system: its tasks, its actors and its threads, each within the remaining time. */
private[internal] final class Shutdown(system: LiveSystem):
  private val lock                      = ReentrantLock()
  private val tasksLock                 = ReentrantLock()
  private val tasks                     = ArrayList[Shutdown.Task]() // guarded by its lock
  private var begunPhase: ShutdownPhase = null                       // the last one; guarded by the lock of the tasks
  private var report: ShutdownReport    = null

  def register(phase: ShutdownPhase, name: String, task: () => Unit): Unit =
    Objects.requireNonNull(phase, "phase"): Unit
    Objects.requireNonNull(name, "name"): Unit
    Objects.requireNonNull(task, "task"): Unit
    locked:
      if begunPhase != null && phase.compareTo(begunPhase) <= 0 then
        throw IllegalStateException(
          s"the shutdown of $system has begun its tasks of $phase, so ${Described.inLine(name)} would not run"
        )
      tasks.add(Shutdown.Task(phase, name, task)): Unit

  def run(nanos: Long): ShutdownReport =
    lock.lock()
    try
      if report == null then
        val made = shutDown(nanos)
        locked:
          report = made
    finally lock.unlock()
    val waiting = locked(done)
    if waiting != null then
      val _ = waiting.trySuccess(report)
    report

  // Not within the inline method: Scala 3.3.7 makes a broken accessor for an object of another package there.
  private def checkStack(): Unit = StackProbe.require()

  private inline def locked[A](inline body: A): A =
    checkStack() // or the lock might stay locked
    tasksLock.lock()
    try body
    finally tasksLock.unlock()

  private val begun                         = AtomicBoolean()
  private var done: Promise[ShutdownReport] = null // made for the first who asks; guarded by tasksLock

  /** Completes when the shutdown is done, whoever has called for it. */
  def whenDone: Future[ShutdownReport] =
    locked:
      if done == null then done = Promise()
      if report != null then
        val _ = done.trySuccess(report)
      done.future

  /** Begins the shutdown on a thread of its own, unless that has been done before. */
  def begin(nanos: Long): Unit = if begun.compareAndSet(false, true) then
    var started = false
    try
      val thread = Thread(null, () => run(nanos): Unit, system.settings.shownName.concat("-terminator"), 0L, false)
      // Not a daemon unless the others are: the program must not end before the report is there.
      thread.setDaemon(system.settings.daemon)
      thread.start()
      started = true
    finally if !started then begun.set(false)

  private def shutDown(nanos: Long): ShutdownReport =
    val interruption = Interruption()
    try shutDown(nanos, interruption)
    finally interruption.restore()

  private def shutDown(nanos: Long, interruption: Interruption): ShutdownReport =
    val began    = System.nanoTime()
    val deadline = began + nanos
    val failed   = ArrayList[String]()
    // What comes after them has its time, however long these tasks take.
    runTasks(ShutdownPhase.BeforeActors, deadline - nanos / 5, failed, interruption)
    val untilStop = Math.max(nanos / 2 - (System.nanoTime() - began), Shutdown.left(deadline - nanos / 10) / 2)
    val half      = System.nanoTime() + untilStop
    val roots     = system.allRoots
    var i         = 0
    while i < roots.length do
      roots(i).close()
      i += 1
    val stopper = Stopper(system)
    this.stopper = stopper
    stopper.start()
    if !awaitActors(roots, half, interruption) then
      stopper.signalAll()
      system.interruptBlocking()
      val _ = awaitActors(roots, deadline - nanos / 10, interruption)
    val tasks = system.openTasks
    tasks.awaitNone(deadline - nanos / 10, interruption): Unit
    val stuck = describeLeft(roots, stopper)
    runTasks(ShutdownPhase.AfterActors, deadline, failed, interruption)
    tasks.close()
    if !tasks.awaitNone(deadline, interruption) then stuck.add(s"${tasks.count} tasks of execution contexts"): Unit
    system.endThreads(Math.min(Shutdown.left(deadline), 1000000000L), interruption)
    ShutdownReport(stuck.toArray(new Array[String](0)), failed.toArray(new Array[String](0)), System.nanoTime() - began)

  @volatile private var stopper: Stopper = null // created at shutdown

  @volatile private var taskThread: Thread = null // runs the task that the shutdown waits for

  /** Whether this thread runs a task that the shutdown waits for. */
  def runsTaskHere: Boolean = Thread.currentThread eq taskThread

  /** The actor that this thread is stopping, if this is the thread that stops the idle ones. */
  def cellHere: Cell[?] = Thread.currentThread match
    case current: Stopper if current eq stopper => current.cell
    case _                                      => null

  private def awaitActors(roots: Array[Root], deadline: Long, interruption: Interruption): Boolean =
    var ended = true
    var i     = 0
    while i < roots.length do
      ended = interruption.defer(roots(i).awaitEmpty(Shutdown.left(deadline))) && ended
      i += 1
    ended

  private def describeLeft(roots: Array[Root], stopper: Stopper): ArrayList[String] =
    val described = ArrayList[String]()
    var i         = 0
    while i < roots.length do
      val children = roots(i).children
      var j        = 0
      while j < children.length do
        StuckActors
          .below(children(j))
          .foreach: cell =>
            val why =
              if stopper.isAt(cell) then "onStop of an actor in its tree does not return" else system.explain(cell)
            val _ = described.add(s"$cell ($why)")
        j += 1
      i += 1
    described

  private def runTasks(
      phase: ShutdownPhase,
      deadline: Long,
      failed: ArrayList[String],
      interruption: Interruption
  ): Unit =
    val all = locked:
      begunPhase = phase
      tasks.toArray(new Array[Shutdown.Task](0))
    var i = all.length - 1
    while i >= 0 do
      if all(i).phase == phase then all(i).run(this, deadline, failed, interruption)
      i -= 1

private[internal] object Shutdown:
  def left(deadline: Long): Long = Math.max(1L, deadline - System.nanoTime())

  /** A task with its own thread, so that a task that does not end cannot block the others. */
  final class Task(val phase: ShutdownPhase, name: String, task: () => Unit):
    def run(shutdown: Shutdown, deadline: Long, failed: ArrayList[String], interruption: Interruption): Unit =
      val done   = CompletableFuture[Unit]()
      val thread = Thread
        .ofVirtual()
        .start: () =>
          shutdown.taskThread = Thread.currentThread
          try
            task()
            val _ = done.complete(())
          catch
            case failure: Throwable =>
              val _ = done.completeExceptionally(failure)
      try interruption.defer(done.get(left(deadline), TimeUnit.NANOSECONDS))
      catch
        case _: TimeoutException =>
          thread.interrupt()
          val _ = failed.add(s"${Described.inLine(name)} (took too long)")
        case failure: ExecutionException =>
          val _ = failed.add(Described.inLine(s"$name (${Described.failure(failure.getCause)})"))

/** Stops the actors of the top level: idle ones itself, others by a signal. It has its own thread, because an `onStop`
  * may not return.
  */
private[internal] final class Stopper(system: LiveSystem)
    extends StoppingThread(system.settings.shownName.concat("-stopper")):
  setDaemon(true)
  setContextClassLoader(system.contextLoader)

  /** The actor of the top level that it stops, or one without children that it has stopped. */
  @volatile var cell: Cell[?] = null

  private var free: OwnerNode = null // serves for one idle actor without children after the other

  override def run(): Unit =
    val roots = system.allRoots
    var i     = 0
    while i < roots.length do
      stopAll(roots(i))
      i += 1

  /** Stops the actors of one top level, in groups: so an actor is in a cache of the processor from the time when its
    * group is taken until it leaves, and there is one lock for each group.
    */
  private def stopAll(root: Root): Unit =
    val cells = new Array[Cell[?]](Stopper.Group)
    root.beginStop()
    var taken = root.exchange(cells, 0)
    while taken > 0 do taken = root.exchange(cells, stop(cells, taken))

  /** Returns the number of those that have no children and were stopped here. These come first in the array then. */
  private def stop(cells: Array[Cell[?]], number: Int): Int =
    var stopped = 0
    var i       = 0
    while i < number do
      val child = cells(i)
      if free == null then free = OwnerNode()
      if child.cellDispatcher.stopsInline && child.own(free) then
        cell = child
        if Termination.hasChildren(child) then
          free = null
          Termination.stopParent(child)
          cell = null
        else
          Termination.finish(child, free, true)
          if !free.isFree then free = null
          cells(stopped) = child
          stopped += 1
      else
        cell = null
        child.signal(SystemSignal.Stop()): Unit
      i += 1
    cell = null
    stopped

  /** Stops all remaining actors by a signal, on their own threads. Used when an `onStop` does not return. */
  def signalAll(): Unit =
    val roots = system.allRoots
    var i     = 0
    while i < roots.length do
      val children = roots(i).children
      var j        = 0
      while j < children.length do
        children(j).signal(SystemSignal.Stop()): Unit
        j += 1
      i += 1

  /** Whether it has not returned from the tree that `cell` is in. */
  def isAt(cell: Cell[?]): Boolean =
    val top = this.cell
    var at  = cell
    while at != null && (at ne top) do at = at.parentCell
    top != null && at != null

private[internal] object Stopper:
  /** How many actors leave the top level at a time. */
  final val Group = 64
