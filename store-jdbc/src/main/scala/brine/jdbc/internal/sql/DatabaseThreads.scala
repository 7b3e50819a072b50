package brine.jdbc.internal.sql

import brine.journal.StoreThread
import brine.journal.support.StackProbe
import java.util.concurrent.{ConcurrentHashMap, ExecutionException, FutureTask, LinkedBlockingQueue}
import java.util.concurrent.{ThreadPoolExecutor, TimeUnit}

/** The threads that read the database, each with a connection of its own while it has work. Thread-safe.
  *
  * Callers never use a connection themselves: an interrupt of a virtual thread closes the socket that it reads, and
  * some pools of connections give none to an interrupted thread. So a caller waits, and an interrupt does no harm.
  *
  * @param most
  *   the most threads
  * @param connect
  *   opens a connection, given when the caller asked, as `System.nanoTime`
  */
private[jdbc] final class DatabaseThreads(name: String, most: Int, connect: Long => Session):
  import DatabaseThreads.Place

  private val places              = ConcurrentHashMap.newKeySet[Place]()
  private val current             = ThreadLocal[Place]()
  @volatile private var isClosing = false

  private val pool = ThreadPoolExecutor(
    most,
    most,
    DatabaseThreads.KeepMillis,
    TimeUnit.MILLISECONDS,
    LinkedBlockingQueue[Runnable](),
    task => StoreThread(() => StoreThread.working(runAll(task)), s"brine-jdbc-$name")
  )
  pool.allowCoreThreadTimeOut(true)

  // All that a thread of the pool does, until it has had nothing to do for a while.
  private def runAll(tasks: Runnable): Unit =
    try tasks.run()
    finally
      val place = current.get
      if place != null then
        places.remove(place): Unit
        place.release()

  // Made by the first task, which tells its caller if that fails: a thread that ended before would leave it waiting.
  private def own(): Place =
    val known = current.get
    if known != null then known
    else
      val place = Place(connect)
      places.add(place): Unit
      current.set(place)
      place

  /** Runs a body with a connection on one of the threads, and waits for it. Throws what it throws. */
  def call[A](body: Session => A): A =
    val here  = current.get
    val since = System.nanoTime
    if here != null then here.use(isClosing, since)(body)
    else
      val task = FutureTask[A](() => own().use(isClosing, since)(body))
      StackProbe.require() // the pool takes locks
      pool.execute(task)
      await(task)

  private def await[A](task: FutureTask[A]): A =
    var wasInterrupted = false
    try
      var result = Option.empty[A]
      while result.isEmpty do
        try result = Some(task.get())
        catch case _: InterruptedException => wasInterrupted = true
      result.get
    catch case failed: ExecutionException => throw failed.getCause
    finally if wasInterrupted then Thread.currentThread.interrupt()

  /** Gives the connections back; from now on each is given back after its use. What is called later still works.
    *
    * @param nanos
    *   how long it waits at most for those that are in use. Each is given back at the end of its use in any case
    */
  def close(nanos: Long): Unit =
    isClosing = true
    val until = System.nanoTime + nanos
    places.forEach(_.tryRelease(until - System.nanoTime))

private[jdbc] object DatabaseThreads:
  private final val KeepMillis = 1000L

  /** The connection of a thread, if it has one. Another thread may take it away between two uses. */
  private final class Place(connect: Long => Session):
    private val lock                    = java.util.concurrent.locks.ReentrantLock()
    private var session: Session | Null = null

    def use[A](isLast: => Boolean, since: Long)(body: Session => A): A =
      lock.lock()
      try
        val known = session
        val own   = if known != null then known else connect(since)
        session = own
        try
          val result = body(own)
          if isLast then release()
          result
        catch
          case failed: Throwable =>
            // Nobody knows what state it is in.
            release()
            throw failed
      finally lock.unlock()

    def release(): Unit =
      lock.lock()
      try drop()
      finally lock.unlock()

    /** Gives the connection back, if it is not in use for longer than this. */
    def tryRelease(nanos: Long): Unit =
      val until          = System.nanoTime + nanos
      var wasInterrupted = false
      var isTried        = false
      while !isTried do
        try
          if lock.tryLock(math.max(until - System.nanoTime, 0), TimeUnit.NANOSECONDS) then
            try drop()
            finally lock.unlock()
          isTried = true
        catch case _: InterruptedException => wasInterrupted = true
      if wasInterrupted then Thread.currentThread.interrupt()

    private def drop(): Unit =
      val known = session
      session = null
      if known != null then known.close()
