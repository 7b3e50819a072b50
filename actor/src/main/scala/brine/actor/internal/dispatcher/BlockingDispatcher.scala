package brine.actor.internal.dispatcher

import brine.actor.{Activation, Batch, Cell, CellDispatcher, SystemInternals}
import brine.actor.internal.cell.Termination
import brine.actor.internal.support.{HandlerGuard, Nanos}
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.LongAdder

/** Runs actors on virtual threads: one per activation, and none while an actor is idle. */
private[brine] final class BlockingDispatcher(
    system: SystemInternals,
    batch: Batch,
    handled: LongAdder,
    contextLoader: ClassLoader
) extends CellDispatcher(system, Batch.untimed(batch)):
  private val factory = Thread.ofVirtual().name(s"${system.settings.shownName}-blocking").factory()
  private val running = ConcurrentHashMap[Cell[?], BlockingRun]()

  def schedule(cell: Cell[?]): Unit =
    val run    = BlockingRun(cell)
    val thread = factory.newThread(run)
    thread.setContextClassLoader(contextLoader)
    run.thread = thread
    thread.start()

  def reschedule(cell: Cell[?]): Unit = schedule(cell)

  /** False: the code of these actors may block, and the thread that stops them must not. */
  def stopsInline: Boolean = false

  /** How long an actor has been running, in ns; -1 if it is not running. */
  def ageOf(cell: Cell[?]): Long =
    val run = running.get(cell)
    if run == null then -1L else System.nanoTime() - run.began

  def eachRunning(action: Cell[?] => Unit): Unit = running.keySet.forEach(action(_))

  override def runsHere(cell: Cell[?]): Boolean =
    val run = running.get(cell)
    run != null && (run.thread eq Thread.currentThread)

  /** The actor that this thread runs; null if none. Takes time in proportion to the number of running actors. */
  def cellHere: Cell[?] =
    val thread         = Thread.currentThread
    val runs           = running.values.iterator
    var found: Cell[?] = null
    while runs.hasNext && found == null do
      val run = runs.next()
      if run.thread eq thread then found = run.cell
    found

  def interruptAll(): Unit = running.values.forEach(_.guard.interrupt())

  override def stopRequested(cell: Cell[?]): Unit =
    StopTimer(cell, this, Nanos.of(system.settings.interruptAfter)).start()

  /** What interrupts the code of an actor; null if it is not running. */
  def guardOf(cell: Cell[?]): HandlerGuard =
    val run = running.get(cell)
    if run == null then null else run.guard

  private[internal] final class BlockingRun(val cell: Cell[?]) extends Runnable:
    @volatile var thread: Thread = null
    val began: Long              = System.nanoTime()
    val guard                    = HandlerGuard()
    val activation               = Activation(coalesces = false, guard)

    def run(): Unit =
      // The previous run may still be in the map; it removes only itself.
      val _ = running.put(cell, this)
      try cell.runMessages(activation)
      catch
        case failure: Throwable =>
          guard.leave()
          lost(failure)
      finally
        handled.add(activation.handled)
        val _ = running.remove(cell, this)

    /** Stops the actor, because no thread would run it any more. */
    private def lost(failure: Throwable): Unit =
      try Termination.abandon(cell)
      finally system.failed(cell, null, failure, brine.actor.Directive.Stop)
