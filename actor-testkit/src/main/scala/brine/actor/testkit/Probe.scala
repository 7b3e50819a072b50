package brine.actor.testkit

import brine.actor.*
import brine.actor.internal.{SystemSignal, Watcher}
import scala.collection.mutable

/** An actor of a [[TestSystem]] that keeps what it is sent. Its [[ref]] can be given away like any other, watched and stopped.
  *
  * It takes messages as soon as they are sent, without a step of its own. Every `expect` first has the system
  * [[TestSystem.runUntilIdle run until it is idle]], and throws an `AssertionError` that tells what came instead. Of the test's thread alone.
  */
final class Probe[M] private[testkit] (system: TestSystem, name: String) extends Watcher:
  private val received = mutable.Queue[M]()
  private val ended    = java.util.LinkedHashSet[ActorRef[?]]()
  private val watched  = java.util.HashSet[ActorRef[?]]()

  val ref: ActorRef[M] =
    val spawned = system.spawn(Behavior.receive[M](message => received += message: Unit), ActorOptions(name = name))
    system.engine.task(spawned.targetCell).immediate = true
    spawned

  /** The next message is this one. */
  def expectMessage(expected: M): Unit =
    val came = next(s"expected $expected")
    if came != expected then fail(s"expected $expected, but the next message is $came", came +: received.toVector)

  /** The next message is one that `pick` is defined for.
    *
    * @return
    *   what it makes of it
    */
  def expectMessage[A](what: String)(pick: PartialFunction[M, A]): A =
    val came = next(s"expected $what")
    pick.applyOrElse(came, _ => fail(s"expected $what, but the next message is $came", came +: received.toVector))

  /** These messages are the next, in this order. */
  def expectMessages(expected: M*): Unit = expected.foreach(expectMessage)

  /** The next message, whatever it is. */
  def receive(): M = next("expected a message")

  /** All messages that have come, the oldest first; none are left. */
  def receiveAll(): Vector[M] =
    system.runUntilIdle()
    val all = received.toVector
    received.clear()
    all

  /** No message has come that was not looked at yet. */
  def expectNoMessage(): Unit =
    system.runUntilIdle()
    if received.nonEmpty then fail("expected no message", received.toVector)

  /** Wants to know of the end of an actor. */
  def watch(target: ActorRef[?]): Unit =
    val cell = target.targetCell
    if watched.add(cell.publicRef) && !cell.signal(SystemSignal.Watch(this)) then
      val _ = ended.add(cell.publicRef)

  /** The actor has ended. Needs no [[watch]] before. */
  def expectTerminated(target: ActorRef[?]): Unit =
    watch(target)
    system.runUntilIdle()
    if !ended.contains(target.targetCell.publicRef) then
      fail(s"expected $target to end, but it has not", received.toVector)

  /** The actor has not ended. */
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
