package brine.actor.javaapi

import brine.actor.{
  ActorOptions,
  ActorRef,
  ActorSystem,
  ActorSystemSettings,
  DeadLetterReason,
  ShutdownPhase,
  ShutdownReport
}
import java.time.Duration
import java.util.Map as JavaMap
import java.util.function.Supplier
import scala.jdk.CollectionConverters.*
import scala.jdk.DurationConverters.*

/** Runs actors written in Java: [[brine.actor.ActorSystem]] with Java's types.
  *
  * {{{
  * try (JavaActorSystem system = JavaActorSystem.create()) {
  *   ActorRef<Counter.Command> counter = system.spawn(Counter::new);
  *   counter.tell(new Counter.Add(3));
  * }
  * }}}
  *
  * Thread-safe. An actor takes two small objects more on the heap than one written in Scala. Messages cost the same.
  */
final class JavaActorSystem private (underlying: ActorSystem) extends AutoCloseable:
  /** The Scala system, for example to spawn a behavior that is written in Scala. */
  def system: ActorSystem = underlying

  /** Spawns an actor at the top level. Calls `factory` now, and again for each restart.
    *
    * @throws java.lang.IllegalStateException
    *   when the system is shutting down
    */
  def spawn[M](factory: Supplier[? <: JavaActor[M]]): ActorRef[M] = underlying.spawn(JavaCell.of(factory))

  /** Spawns an actor at the top level, with options. Calls `factory` now, and again for each restart. */
  def spawn[M](factory: Supplier[? <: JavaActor[M]], options: ActorOptions): ActorRef[M] =
    underlying.spawn(JavaCell.of(factory), options)

  /** Spawns an actor at the top level: a lambda, or one object. After a restart the same object continues, so an actor
    * with state that may restart needs a factory.
    */
  def spawn[M](actor: JavaActor[M]): ActorRef[M] = underlying.spawn(JavaCell(actor))

  /** Spawns an actor at the top level, with options: a lambda, or one object. */
  def spawn[M](actor: JavaActor[M], options: ActorOptions): ActorRef[M] = underlying.spawn(JavaCell(actor), options)

  /** Stops an actor of the top level, and its children. Does nothing if it has stopped already. A blocking actor is
    * interrupted if its handler still runs after `interruptAfter` of the settings.
    *
    * @throws java.lang.IllegalArgumentException
    *   when `ref` is the address of a reply, which is no actor
    */
  def stop(ref: ActorRef[?]): Unit = underlying.stop(ref)

  /** The counts of the system since it started. */
  def statistics: JavaActorStatistics =
    val counts                                             = underlying.statistics
    val letters: JavaMap[DeadLetterReason, java.lang.Long] =
      counts.deadLetters.map((reason, count) => reason -> Long.box(count)).asJava
    JavaActorStatistics(counts.handled, JavaMap.copyOf(letters), counts.failures)

  /** Registers a task that runs at shutdown. Tasks of one phase run one after the other, the last registered first.
    *
    * @param name
    *   name of the task in the report
    */
  def onShutdown(phase: ShutdownPhase, name: String, task: Runnable): Unit =
    underlying.onShutdown(phase, name)(() => task.run())

  /** Stops all actors and then ends the threads, as [[brine.actor.ActorSystem.shutdown]] does.
    *
    * @param within
    *   the longest wait
    * @throws java.lang.IllegalStateException
    *   in an actor of this system, which would wait for itself
    */
  def shutdown(within: Duration): JavaShutdownReport = report(underlying.shutdown(Durations.toScala(within)))

  /** Shuts down within 10 seconds. */
  def shutdown(): JavaShutdownReport = report(underlying.shutdown())

  /** Shuts down within 10 seconds. */
  def close(): Unit = underlying.close()

  private def report(done: ShutdownReport): JavaShutdownReport =
    JavaShutdownReport(done.left.asJava, done.failedTasks.asJava, done.took.toJava)

  override def toString: String = underlying.toString

object JavaActorSystem:
  /** Starts a system with the default settings. */
  def create(): JavaActorSystem = of(ActorSystem())

  /** Starts a system. */
  def create(settings: ActorSystemSettings): JavaActorSystem = of(ActorSystem(settings))

  /** The facade of a running system, for example of a test system. */
  def of(system: ActorSystem): JavaActorSystem = new JavaActorSystem(system)
