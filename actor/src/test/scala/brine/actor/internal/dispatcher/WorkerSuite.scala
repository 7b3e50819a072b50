package brine.actor.internal.dispatcher

import brine.actor.internal.task.{OpenTasks, TaskCell}
import brine.actor.*
import java.net.{URL, URLClassLoader}
import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue}

/** The threads that run actors. */
class WorkerSuite extends ActorTest:
  private def loaderOf(system: ActorSystem, options: ActorOptions): ClassLoader =
    val seen  = LinkedBlockingQueue[ClassLoader]()
    val actor =
      system.spawn(Behavior.receive[Unit](_ => seen.add(Thread.currentThread.getContextClassLoader): Unit), options)
    // Sent by a thread with another loader: what counts is the one that created the system.
    val sender = Thread(() => actor ! ())
    sender.setContextClassLoader(null)
    sender.start()
    seen.next

  for kind <- List(Dispatcher.Default, Dispatcher.NewestFirst, Dispatcher.Blocking) do
    test(s"handlers see the context class loader of the thread that created the system, $kind"):
      val loader = URLClassLoader(Array.empty[URL], getClass.getClassLoader)
      val thread = Thread.currentThread
      val before = thread.getContextClassLoader
      thread.setContextClassLoader(loader)
      try
        withSystem: system =>
          thread.setContextClassLoader(before)
          assert(loaderOf(system, ActorOptions(dispatcher = kind)) eq loader)
      finally thread.setContextClassLoader(before)

  /** Reports that fail, as for lack of memory. */
  private final class Deaf extends PoolListener:
    val tried                                         = CountDownLatch(1)
    def lost(cell: Cell[?], failure: Throwable): Unit =
      tried.countDown()
      throw OutOfMemoryError("not really")
    def active(): Unit                                   = ()
    def blocks(cell: Cell[?]): Unit                      = ()
    def sparesUsedUp(pool: String, most: Int): Unit      = ()
    def noThread(pool: String, failure: Throwable): Unit = ()
    def mostSpares: Int                                  = 0
    def contextLoader: ClassLoader                       = getClass.getClassLoader

  for newestFirst <- List(false, true) do
    test(s"a worker continues where memory ends between two handlers, newest first: $newestFirst"):
      withSystem: system =>
        val listener = Deaf()
        val pool     = WorkerPool("deaf", 1, newestFirst, listener)
        pool.start()
        pool.launch()
        try
          val tasks = OpenTasks()
          // Without a dispatcher, the first fails in a way that no actor can handle.
          pool.schedule(TaskCell(() => (), tasks, system.executionContext))
          await(listener.tried)
          val ran  = CountDownLatch(1)
          val cell = TaskCell(() => ran.countDown(), tasks, system.executionContext)
          cell.prepare(WorkerDispatcher(system, Batch.defaults, pool))
          pool.schedule(cell)
          await(ran)
        finally
          pool.stop()
          assert(pool.join(ActorTest.Limit.toNanos))

  test("so do handlers on a spare worker"):
    val loader = URLClassLoader(Array.empty[URL], getClass.getClassLoader)
    val thread = Thread.currentThread
    val before = thread.getContextClassLoader
    thread.setContextClassLoader(loader)
    try
      withSystem(ActorSystemSettings(workers = 1)): system =>
        val gate  = CountDownLatch(1)
        val begun = CountDownLatch(1)
        val stuck = system.spawn(Behavior.receive[Unit]: _ =>
          begun.countDown()
          await(gate))
        stuck ! ()
        await(begun)
        assert(loaderOf(system, ActorOptions.defaults) eq loader)
        gate.countDown()
    finally thread.setContextClassLoader(before)
