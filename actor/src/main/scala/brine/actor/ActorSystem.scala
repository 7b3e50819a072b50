package brine.actor

import brine.actor.internal.support.StackProbe
import java.util.concurrent.locks.ReentrantLock
import scala.concurrent.duration.FiniteDuration
import scala.concurrent.{ExecutionContext, Future}

/** Runs actors: owns their threads, their timers and the top level of the tree.
  *
  * {{{
  * def hello(): Unit =
  *   val system  = ActorSystem()
  *   val greeter = system.spawn(Behavior.receive[Greeter] { case Greeter.Greet(name, replyTo) =>
  *     replyTo ! s"Hello, $name"
  *   })
  *   println(greeter.askBlocking[String](Greeter.Greet("Ada", _), 1.second))
  *   system.close()
  * }}}
  *
  * Create it in a method: if the initializer of an object creates a system and waits for its actors, the program
  * deadlocks.
  *
  * A system starts one thread per processor and one for timers. An idle system takes no processor time.
  * `./brine lab actors` measures how long a start takes on your machine. Thread-safe.
  */
abstract class ActorSystem private[brine] (settings: ActorSystemSettings)
    extends SystemInternals(settings),
      AutoCloseable:

  /** Spawns an actor at the top level.
    *
    * @throws IllegalStateException
    *   when the system is shutting down
    */
  final def spawn[M](behavior: Behavior[M], options: ActorOptions): ActorRef[M] =
    adopt(cellOf(behavior, ActorOptions.restartable(options)), options)

  /** Spawns an actor at the top level with default options. */
  final def spawn[M](behavior: Behavior[M]): ActorRef[M] = adopt(cellOf(behavior, false), null)

  /** Spawns an actor that is a class. Evaluates `actor` now, and again for each restart. */
  final def spawn[M](actor: => Actor[M], options: ActorOptions): ActorRef[M] =
    adopt(cellOf(() => actor, ActorOptions.restartable(options)), options)

  /** Spawns an actor that is a class, with default options. */
  final def spawn[M](actor: => Actor[M]): ActorRef[M] = adopt(actor, null)

  /** Spawns an actor without a parent, for many small actors that reply once.
    *
    * It stops itself, or by [[stop]]. Shutdown does not wait for it, and the garbage collector takes it once nothing
    * refers to it.
    */
  final def spawnDetached[M](behavior: Behavior[M]): ActorRef[M] = detach(cellOf(behavior, restartable = false))

  /** Spawns an actor that is a class, without a parent. */
  final def spawnDetached[M](actor: => Actor[M]): ActorRef[M] = detach(actor)

  /** Stops an actor, and its children. Does nothing if it has stopped already. A blocking actor is interrupted if its
    * handler still runs after [[ActorSystemSettings.interruptAfter]].
    *
    * It is meant for actors of the top level. It stops others too: their parent does not decide, and learns of it only
    * if it watches them.
    *
    * @throws IllegalArgumentException
    *   when `ref` is the address of a reply, which is no actor
    */
  final def stop(ref: ActorRef[?]): Unit =
    RuntimeLink.LIVE.stop(ref)

  /** Stops an actor of the top level once it has handled the messages that wait for it now. Its stashed messages become
    * dead letters.
    *
    * @return
    *   completes when the actor has stopped, also if it had before; fails with a
    *   `java.util.concurrent.TimeoutException` if `timeout` passes first, and then the actor still stops
    */
  final def gracefulStop(ref: ActorRef[?], timeout: FiniteDuration): Future[Unit] =
    RuntimeLink.LIVE.gracefulStop(ref, timeout)

  /** Returns an address that takes `count` replies and keeps all of them, in the order in which they arrive: see
    * [[Gather]].
    *
    * @param count
    *   number of replies; at least 0
    * @param timeout
    *   time after which the future fails
    */
  final def gather[A](count: Int, timeout: FiniteDuration): Gather[A, Vector[A]] =
    GatherAll[A](this, count, timeout).begin()

  /** Works like [[gather]] but only counts: for millions of replies that just say that something is done. */
  final def gatherCount[A](count: Int, timeout: FiniteDuration): Gather[A, Int] =
    GatherCount[A](this, count, timeout).begin()

  /** Works like [[gather]] but combines the replies with `add`, one at a time, in the order in which they arrive.
    *
    * Senders wait for `add`, so it must be short. If it throws, the future fails with that exception.
    */
  final def gatherFold[A, B](count: Int, timeout: FiniteDuration)(zero: B)(add: (B, A) => B): Gather[A, B] =
    GatherFold[A, B](this, count, timeout, zero, add).begin()

  /** The counts of the system since it started. Reads the counters of running threads without stopping them. */
  def statistics: ActorStatistics

  /** The measurements of all actors, by kind and in the order of the kinds' names. Empty unless the settings say
    * [[ActorSystemSettings.withMetricsEvery]].
    */
  final def metrics: Vector[ActorMetrics] =
    if metricsBook == null then Vector.empty else metricsBook.all.map(ActorMetrics.of)

  /** What the actors do at this moment: the tree of the first `most` actors, parents before their children.
    *
    * Reads the actors while they run, and stops none. So it is a picture to look at, not a count to rely on: it may
    * miss actors that are spawned or stop meanwhile. The actors of [[spawnDetached]] are in no tree.
    *
    * Takes time and memory in proportion to `most`, however many actors there are.
    *
    * @param most
    *   number of actors at which to stop, from 1 to 1,000,000
    */
  final def dump(most: Int): ActorDump = RuntimeLink.LIVE.dump(this, most)

  /** The first 1,000 actors; see the other [[dump]]. */
  final def dump(): ActorDump = dump(1000)

  /** The receptionist of the system: see [[Receptionist]]. Its actor is spawned by the first call.
    *
    * @throws IllegalStateException
    *   when the system is shutting down, and no call came before
    */
  final def receptionist: ActorRef[Receptionist.Command] =
    if knownReceptionist == null then
      StackProbe.require() // or the lock might stay locked
      receptionistLock.lock()
      try
        // All parts of a program share it, so a failure, such as a lack of memory, must not end it.
        if knownReceptionist == null then
          val options = ActorOptions(name = "receptionist", supervision = Supervision.resume)
          knownReceptionist = spawn(Receptionist(), options)
      finally receptionistLock.unlock()
    knownReceptionist

  private val receptionistLock                                            = ReentrantLock()
  @volatile private var knownReceptionist: ActorRef[Receptionist.Command] = null

  /** Runs tasks, for example the callbacks of futures, on the workers of this system, among its actors.
    *
    * A shutdown waits for tasks, within its time, and takes new ones until [[ShutdownPhase.AfterActors]] has ended.
    * Then tasks are refused with a `java.util.concurrent.RejectedExecutionException`. A task that throws is logged.
    */
  def executionContext: ExecutionContext

  /** Works like the other [[executionContext]], on the threads of this dispatcher: a pool, or a virtual thread for each
    * task with [[Dispatcher.Blocking]].
    *
    * @throws IllegalArgumentException
    *   if there is no pool of that name
    */
  def executionContext(dispatcher: Dispatcher): ExecutionContext

  /** Registers a task that runs at shutdown. Tasks of one phase run one after the other, the last registered first.
    * Those of [[ShutdownPhase.BeforeActors]] have eight tenths of the time together. A task that takes longer is
    * interrupted, and those after it have no time.
    *
    * @param name
    *   name of the task in the report
    * @throws IllegalStateException
    *   when a shutdown has begun the tasks of this phase, so that this one would not run
    */
  def onShutdown(phase: ShutdownPhase, name: String)(task: () => Unit): Unit

  /** Stops all actors and then ends the threads. Waits until that is done, at most for `within`.
    *
    *   - Actors finish the message they handle. Messages behind it become dead letters.
    *   - Children stop before their parents. Actors of the top level are told to stop newest first for each thread that
    *     spawned them.
    *   - Blocking actors that are still busy after half of the time are interrupted.
    *   - One tenth of the time is reserved for the tasks of [[ShutdownPhase.AfterActors]], and another for the actors.
    *   - Asks and gathers that are still open at the end fail.
    *
    * The report names the actors that had not stopped in time. A second call returns the report of the first. An
    * interruption of the calling thread does not end the shutdown: the thread's flag is set again when it is done.
    *
    * @throws IllegalStateException
    *   in an actor of this system, or in a task of its shutdown, which would wait for itself: see [[terminate]]
    */
  final def shutdown(within: FiniteDuration): ShutdownReport = shutDown(within.toNanos)

  /** Shuts down within 10 seconds. */
  final def shutdown(): ShutdownReport = shutDown(10000000000L)

  private[brine] def shutDown(nanos: Long): ShutdownReport

  /** Begins to shut down as [[shutdown]] does, and does not wait. Actors may call it. Does nothing if the system is
    * shutting down already.
    */
  final def terminate(within: FiniteDuration): Unit = beginShutDown(within.toNanos)

  /** Begins to shut down within 10 seconds. */
  final def terminate(): Unit = beginShutDown(10000000000L)

  private[brine] def beginShutDown(nanos: Long): Unit

  /** Completes with the report when the system has shut down, whoever has called for it. Its callbacks need an
    * execution context that does not end with the system.
    */
  def whenTerminated: Future[ShutdownReport]

  /** Shuts down within 10 seconds, as [[shutdown]] does. */
  final def close(): Unit =
    val _ = shutdown()

  private def cellOf[M](behavior: Behavior[M], restartable: Boolean): Cell[M] =
    RuntimeLink.LIVE.cellOf(behavior, restartable)

  private def cellOf[M](make: () => Actor[M], restartable: Boolean): Cell[M] =
    RuntimeLink.LIVE.cellOf(make, restartable)

  /** Starts a new actor without a parent.
    *
    * @param options
    *   null for the defaults
    */
  private[brine] def adopt[M](cell: Cell[M], options: ActorOptions): ActorRef[M]

  /** Starts a new actor that the system does not list. */
  private[brine] def detach[M](cell: Cell[M]): ActorRef[M]

  override def toString: String = s"actor system ${settings.shownName}"

object ActorSystem:
  /** Starts a system. Create it in a method, not in the initializer of an object. */
  def apply(settings: ActorSystemSettings = ActorSystemSettings()): ActorSystem = RuntimeLink.LIVE.start(settings)
