package brine.actor.testkit

import brine.actor.*
import brine.actor.internal.*
import brine.actor.testkit.internal.*
import scala.collection.mutable
import scala.concurrent.duration.*

/** One behavior without the actors around it: messages go in, what it does comes out as [[Effect]]s.
  *
  * {{{
  * val probe  = BehaviorProbe(greeter)
  * val client = probe.outbox[String]("client")
  * assertEquals(probe.send(Greet("Ada", client)), Vector(Effect.Sent(client, "Hello, Ada")))
  * }}}
  *
  * The behavior runs in an actor of its own. Its children are made but never begin, nothing it sends is handled by anybody but itself, and its
  * timers are due when the test moves the clock on. A list of effects has those on children and timers in the order in which they happened,
  * then messages and what is told to others, receiver by receiver, then what became of the actor. Of the test's thread alone.
  */
final class BehaviorProbe[M] private (system: TestSystem, make: TestSystem => ActorRef[M]):
  private val engine           = system.engine
  private val found            = mutable.ArrayBuffer[Effect]()
  private val seenTimers       = java.util.HashSet[ActorTimer]()
  private var subject: Cell[?] = null
  private var handler: AnyRef  = null
  private var failed           = 0
  private var ended            = false

  engine.observer.listener = Listener

  /** The actor's own address. */
  val ref: ActorRef[M] = make(system)
  subject = ref.targetCell

  /** What it did when it began. */
  val begun: Vector[Effect] = collect(engine.runOnly(wanted))

  /** Has it handle a message, and those it sends itself.
    *
    * @return
    *   what it did then
    */
  def send(message: M): Vector[Effect] =
    collect:
      ref ! message
      engine.runOnly(wanted)

  /** Tells it that an actor it watches has ended. */
  def end(watched: ActorRef[?], cause: Option[Throwable] = None): Vector[Effect] =
    collect:
      subject.watchedEnded(watched.targetCell.publicRef, cause.orNull)
      engine.runOnly(wanted)

  /** Moves the clock on, so that timers are due and asks are over. */
  def advance(duration: FiniteDuration): Vector[Effect] = collect(engine.advanceOnly(duration.toNanos, wanted))

  /** Has it stop, as its parent may. */
  def stop(): Vector[Effect] =
    collect:
      system.stop(ref)
      engine.runOnly(wanted)

  /** An address to give to the behavior. What is sent there is an effect, and nobody else's concern. */
  def outbox[N](name: String): ActorRef[N] = system.spawn(Behavior.receive[N](_ => ()), ActorOptions(name = name))

  def isAlive: Boolean = !subject.cellClosed

  /** What the behavior reported with [[Behavior.unhandled]], and what came after its end. */
  def deadLetters: Vector[DeadLetter] = system.deadLetters

  /** What [[TestSystem.choose]] of this system says; for fakes the behavior is given. */
  def testSystem: TestSystem = system

  private def collect(steps: => Unit): Vector[Effect] =
    found.clear()
    val before = handler
    steps
    handler = current
    if before != null && (handler ne before) then found += Effect.BehaviorChanged
    system.failures.drop(failed).foreach(failure => found += Effect.Failed(failure.cause, failure.directive))
    failed = system.failures.size
    if !isAlive && !ended then
      ended = true
      found += Effect.Stopped
    found.toVector

  private def current: AnyRef = subject match
    case cell: BehaviorCell[?] => cell.current
    case other                 => other

  /** What may run: the actor, its timers, and children that are only to end; those never began and have no code to run then. */
  private def wanted(task: Task): Boolean = task match
    case task: CellTask =>
      (task.cell eq subject) || CellView.signals(task.cell, null).exists(_.isInstanceOf[SystemSignal.Stop])
    case _ => true

  private def isItsStep: Boolean = engine.running match
    case task: CellTask => task.cell eq subject
    case _              => false

  private object Listener extends EffectListener:
    def sent(target: CellTask, node: Node): Unit =
      if isItsStep then found += Effect.Sent(target.cell.publicRef, CellView.message(target.cell, node))

    def signalled(target: CellTask, signal: SystemSignal): Unit =
      if isItsStep then
        signal match
          case _: SystemSignal.Stop    => found += Effect.ChildStopped(target.cell.publicRef)
          case _: SystemSignal.Watch   => found += Effect.Watched(target.cell.publicRef)
          case _: SystemSignal.Unwatch => found += Effect.Unwatched(target.cell.publicRef)
          case _                       => ()

    def spawned(task: CellTask): Unit = if isItsStep then found += Effect.Spawned(task.cell.publicRef)

    def armed(entry: TimerEntry, delayNanos: Long): Unit = entry match
      case timer: ActorTimer if seenTimers.add(timer) =>
        found += Effect.TimerStarted(timer.key, timer.message, delayNanos.nanos, timer.periodNanos > 0)
      case _ => ()

    def disarmed(entry: TimerEntry): Unit = entry match
      case timer: ActorTimer if isItsStep => found += Effect.TimerCancelled(timer.key)
      case _                              => ()

object BehaviorProbe:
  def apply[M](behavior: Behavior[M], options: ActorOptions = ActorOptions(name = "subject")): BehaviorProbe[M] =
    new BehaviorProbe(TestSystem(), _.spawn(behavior, options))

  def actor[M](actor: => Actor[M], options: ActorOptions = ActorOptions(name = "subject")): BehaviorProbe[M] =
    new BehaviorProbe(TestSystem(), _.spawn(actor, options))
