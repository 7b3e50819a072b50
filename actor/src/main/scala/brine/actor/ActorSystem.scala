package brine.actor

import brine.actor.internal.{Cell, LiveSystem, SystemInternals, SystemSignal}
import scala.concurrent.duration.FiniteDuration

/** The home of actors: their threads, timers and top level.
  *
  * {{{
  * val system = ActorSystem()
  * val greeter = system.spawn(Behavior.receive[Greeter] { case Greeter.Greet(name, replyTo) => replyTo ! s"Hello, $name" })
  * system.shutdown()
  * }}}
  *
  * Starts a thread a core and one for timers; idle, it takes no processor time. How long a start takes is a case of `./brine lab actors`.
  * Thread-safe.
  */
abstract class ActorSystem private[brine] (settings: ActorSystemSettings)
    extends SystemInternals(settings),
      AutoCloseable:

  /** Makes an actor at the top level.
    *
    * @throws IllegalStateException
    *   when the system is shutting down
    */
  final def spawn[M](behavior: Behavior[M], options: ActorOptions): ActorRef[M] =
    adopt(Spawner.cellOf(behavior, Spawner.restartable(options)), options)
  final def spawn[M](behavior: Behavior[M]): ActorRef[M] = adopt(Spawner.cellOf(behavior, false), null)

  /** As above, for a class. `actor` is evaluated now, and once more for each restart. */
  final def spawn[M](actor: => Actor[M], options: ActorOptions): ActorRef[M] =
    adopt(Spawner.cellOf(() => actor, Spawner.restartable(options)), options)
  final def spawn[M](actor: => Actor[M]): ActorRef[M] = adopt(actor, null)

  /** Makes an actor without a parent: nobody ends it but itself, no shutdown waits for it, and it is garbage once nobody refers to it.
    * For the many small ones that answer once.
    */
  final def spawnDetached[M](behavior: Behavior[M]): ActorRef[M] = detach(Spawner.cellOf(behavior, restartable = false))
  final def spawnDetached[M](actor: => Actor[M]): ActorRef[M]    = detach(actor)

  /** Ends an actor of the top level, and its children. No effect on one that has ended. */
  final def stop(ref: ActorRef[?]): Unit =
    val _ = ref.targetCell.signal(SystemSignal.Stop())

  /** An address that takes `count` answers and has them all, in the order in which they came: see [[Gather]].
    *
    * @param count
    *   at least 0
    * @param timeout
    *   after which the future fails
    */
  final def gather[A](count: Int, timeout: FiniteDuration): Gather[A, Vector[A]] =
    GatherAll[A](this, count, timeout).begin()

  /** As [[gather]], but only counts: for millions of answers that say no more than that something is done. */
  final def gatherCount[A](count: Int, timeout: FiniteDuration): Gather[A, Int] =
    GatherCount[A](this, count, timeout).begin()

  /** As [[gather]], but keeps only what `add` makes of the answers, one at a time and in the order in which they come; senders wait for
    * it, so it must be short. When it throws the future fails with that.
    */
  final def gatherFold[A, B](count: Int, timeout: FiniteDuration)(zero: B)(add: (B, A) => B): Gather[A, B] =
    GatherFold[A, B](this, count, timeout, zero, add).begin()

  /** How much the system has done since it began. Counters of threads that run on are read as they are. */
  def statistics: ActorStatistics

  /** Has `task` run when the system shuts down. Tasks of one phase run one after the other, the last registered first.
    *
    * @param name
    *   how the report calls it
    */
  def onShutdown(phase: ShutdownPhase, name: String)(task: () => Unit): Unit

  /** Ends all actors and then the threads. Those of the top level are told in turn, of one thread's the newest first, and end once their
    * children have. Actors finish the message they handle; what waits behind it goes to the dead letters. Blocking actors that are still
    * busy after half of the time are interrupted.
    *
    * Waits until that is done, at most for `within`, of which a tenth is kept for the tasks of [[ShutdownPhase.AfterActors]]; the report
    * names what had not ended by then. Asks and gathers that are still open fail then. A second call gives the first's report.
    *
    * @throws IllegalStateException
    *   within an actor, which would wait for itself
    */
  final def shutdown(within: FiniteDuration): ShutdownReport = shutDown(within.toNanos)

  /** As above, within 10 seconds. */
  final def shutdown(): ShutdownReport = shutDown(10000000000L)

  private[brine] def shutDown(nanos: Long): ShutdownReport

  /** [[shutdown]] with the time it has by default. */
  final def close(): Unit =
    val _ = shutdown()

  private def adopt[M](cell: Cell[M], options: ActorOptions): ActorRef[M] =
    Spawner.prepare(cell, options, this)
    if !root.add(cell) then throw IllegalStateException(s"$this is shutting down and takes no new actors")
    Spawner.launch(cell, this)

  private def detach[M](cell: Cell[M]): ActorRef[M] =
    Spawner.prepare(cell, null, this)
    Spawner.launch(cell, this)

  override def toString: String = s"actor system ${settings.name}"

object ActorSystem:
  def apply(settings: ActorSystemSettings = ActorSystemSettings()): ActorSystem = LiveSystem.start(settings)
