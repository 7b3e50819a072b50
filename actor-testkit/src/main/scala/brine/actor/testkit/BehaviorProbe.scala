package brine.actor.testkit

import brine.actor.internal.cell.{ActorTimer, BehaviorCell, CellView}
import brine.actor.internal.mailbox.Node
import brine.actor.internal.timer.TimerEntry
import brine.actor.*
import brine.actor.testkit.internal.*
import scala.collection.mutable
import scala.concurrent.duration.*

/** Runs one behavior without other actors: messages go in, and what it does comes out as [[Effect]]s.
  *
  * {{{
  * val probe  = BehaviorProbe(greeter)
  * val client = probe.outbox[String]("client")
  * assertEquals(probe.send(Greet("Ada", client)), Vector(Effect.Sent(client, "Hello, Ada")))
  * }}}
  *
  * The behavior runs in its own actor. Its children are created but never start. No other actor handles what it sends.
  * Its timers fire when the test advances the clock.
  *
  * The effects are in this order:
  *
  *   - children and timers, in the order in which they happened;
  *   - messages, and what else was sent to other actors, receiver by receiver;
  *   - changes of the actor itself.
  *
  * Use it only on the thread of the test.
  */
final class BehaviorProbe[M] private (system: TestSystem, make: TestSystem => ActorRef[M]):
  private val engine           = system.engine
  private val found            = mutable.ArrayBuffer[Effect]()
  private val seenTimers       = java.util.HashSet[ActorTimer]()
  private var subject: Cell[?] = null
  private var handler: AnyRef  = null
  private var failed           = 0
  private var ended            = false

  engine.observer.listener = new Listener

  /** The address of the actor. */
  val ref: ActorRef[M] = make(system)
  subject = ref.targetCell

  /** The effects of starting it. */
  val begun: Vector[Effect] = collect(engine.runOnly(wanted))

  /** Sends a message, and lets the actor handle it together with the messages it sends to itself.
    *
    * @return
    *   effects of that
    */
  def send(message: M): Vector[Effect] =
    collect:
      ref ! message
      engine.runOnly(wanted)

  /** Tells the actor that an actor it watches has stopped, and returns the effects. */
  def end(watched: ActorRef[?], cause: Option[Throwable] = None): Vector[Effect] =
    collect:
      subject.watchedEnded(watched.targetCell.publicRef, cause.orNull)
      engine.runOnly(wanted)

  /** Advances the virtual clock, so that timers fire and asks time out, and returns the effects. */
  def advance(duration: FiniteDuration): Vector[Effect] = collect(engine.advanceOnly(duration.toNanos, wanted))

  /** Stops the actor, as its parent may, and returns the effects. */
  def stop(): Vector[Effect] =
    collect:
      system.stop(ref)
      engine.runOnly(wanted)

  /** Creates an address to give to the behavior. A message sent there is an effect, and nothing else happens to it. */
  def outbox[N](name: String): ActorRef[N] = system.spawn(Behavior.receive[N](_ => ()), ActorOptions(name = name))

  /** Whether the actor has not stopped. */
  def isAlive: Boolean = !subject.cellClosed

  /** The messages that the behavior reported with [[Behavior.unhandled]], and those that arrived after its end. */
  def deadLetters: Vector[DeadLetter] = system.deadLetters

  /** The system in which the behavior runs. Use its [[TestSystem.choose]] for fakes that you give to the behavior. */
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

  /** Which tasks may run: the actor, its timers, and children that are only to stop. Those never started, so none of
    * their code runs.
    */
  private def wanted(task: Task): Boolean = task match
    case task: CellTask =>
      (task.cell eq subject) || CellView.signals(task.cell, null).exists(_.isInstanceOf[SystemSignal.Stop])
    case _ => true

  private def isItsStep: Boolean = engine.running match
    case task: CellTask => task.cell eq subject
    case _              => false

  private final class Listener extends EffectListener:
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
  /** A probe of a behavior. */
  def apply[M](behavior: Behavior[M], options: ActorOptions = ActorOptions(name = "subject")): BehaviorProbe[M] =
    new BehaviorProbe(TestSystem(), _.spawn(behavior, options))

  /** A probe of an actor that is a class. */
  def actor[M](actor: => Actor[M], options: ActorOptions = ActorOptions(name = "subject")): BehaviorProbe[M] =
    new BehaviorProbe(TestSystem(), _.spawn(actor, options))
