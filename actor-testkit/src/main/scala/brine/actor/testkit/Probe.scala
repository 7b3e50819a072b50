package brine.actor.testkit

import brine.actor.*
import scala.collection.mutable

/** An actor of a [[TestSystem]] that keeps its messages. You can pass its [[ref]] on, watch it and stop it like any
  * other.
  *
  * It takes messages as soon as they are sent, without its own step. Every `expect` method first
  * [[TestSystem.runUntilIdle runs the system until it is idle]]. If the expectation does not hold, it throws an
  * `AssertionError` that shows what came instead. Use it only on the thread of the test.
  */
final class Probe[M] private[testkit] (system: TestSystem, name: String) extends Watcher:
  private val received = mutable.Queue[M]()
  private val ended    = java.util.LinkedHashSet[ActorRef[?]]()
  private val watched  = java.util.HashSet[ActorRef[?]]()

  /** The address of the probe. */
  val ref: ActorRef[M] =
    val spawned = system.spawn(Behavior.receive[M](message => received += message: Unit), ActorOptions(name = name))
    system.engine.task(spawned.targetCell).immediate = true
    spawned

  /** Expects `expected` as the next message. */
  def expectMessage(expected: M): Unit =
    val came = next(s"expected $expected")
    if came != expected then fail(s"expected $expected, but the next message is $came", came +: received.toVector)

  /** Expects a next message for which `pick` is defined.
    *
    * @param what
    *   description of the expected message, for the failure
    * @return
    *   result of `pick`
    */
  def expectMessage[A](what: String)(pick: PartialFunction[M, A]): A =
    val came = next(s"expected $what")
    pick.applyOrElse(came, _ => fail(s"expected $what, but the next message is $came", came +: received.toVector))

  /** Expects these messages next, in this order. */
  def expectMessages(expected: M*): Unit = expected.foreach(expectMessage)

  /** Expects a next message, and returns it. */
  def receive(): M = next("expected a message")

  /** Removes and returns all messages that have arrived, oldest first. */
  def receiveAll(): Vector[M] =
    system.runUntilIdle()
    val all = received.toVector
    received.clear()
    all

  /** Expects that no further message has arrived. */
  def expectNoMessage(): Unit =
    system.runUntilIdle()
    if received.nonEmpty then fail("expected no message", received.toVector)

  /** Watches an actor, so that [[expectTerminated]] can see its end. */
  def watch(target: ActorRef[?]): Unit =
    val cell = target.targetCell
    if watched.add(cell.publicRef) && !cell.signal(SystemSignal.Watch(this)) then
      val _ = ended.add(cell.publicRef)

  /** Expects that the actor has stopped. Watches it first if necessary. */
  def expectTerminated(target: ActorRef[?]): Unit =
    watch(target)
    system.runUntilIdle()
    if !ended.contains(target.targetCell.publicRef) then
      fail(s"expected $target to end, but it has not", received.toVector)

  /** Expects that the actor has not stopped. */
  def expectAlive(target: ActorRef[?]): Unit =
    system.runUntilIdle()
    if target.targetCell.cellClosed then fail(s"expected $target to be alive, but it has ended", received.toVector)

  private[brine] def watchedEnded(ref: ActorRef[?], cause: Throwable): Unit =
    val _ = ended.add(ref)

  private def next(expectation: String): M =
    system.runUntilIdle()
    if received.isEmpty then fail(s"$expectation, but there is no message", Vector.empty)
    received.dequeue()

  private def fail(problem: String, waiting: Vector[M]): Nothing =
    val came = if waiting.isEmpty then "" else waiting.map(TraceEntry.text).mkString("\nwaiting:\n  ", "\n  ", "")
    // An exploration prints all steps itself.
    val steps = if system.explored then "" else s"\nthe last steps:\n${TraceEntry.render(system.trace.takeRight(20))}"
    throw AssertionError(s"$name: $problem$came$steps")

  override def toString: String = name
