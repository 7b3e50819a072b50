package brine.actor.javaapi

import brine.actor.{
  ActorMetrics,
  ActorOptions,
  ActorRef,
  ActorSystem,
  ActorSystemSettings,
  DeadLetterReason,
  Dispatcher,
  Receptionist,
  ShutdownPhase,
  ShutdownReport,
  Topic
}
import java.time.Duration
import java.util.concurrent.{CompletableFuture, Executor}
import java.util.function.Supplier
import java.util.{List as JavaList, Map as JavaMap}
import scala.concurrent.ExecutionContext
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

  /** Stops an actor of the top level once it has handled the messages that wait for it now.
    *
    * @return
    *   completes when the actor has stopped; fails with a `java.util.concurrent.TimeoutException` if `timeout` passes
    *   first, and then the actor still stops
    */
  def gracefulStop(ref: ActorRef[?], timeout: Duration): CompletableFuture[Void] =
    Stages.done(underlying.gracefulStop(ref, Durations.toScala(timeout)))

  /** Spawns a topic: see [[brine.actor.Topic]]. Its messages are `Topic.Subscribe`, `Topic.Publish` and so on. */
  def spawnTopic[E](options: ActorOptions): ActorRef[Topic.Command[E]] = underlying.spawn(Topic[E](), options)

  /** The receptionist of the system: see [[brine.actor.Receptionist]]. */
  def receptionist: ActorRef[Receptionist.Command] = underlying.receptionist

  /** Runs tasks on the workers of this system, among its actors: see [[brine.actor.ActorSystem.executionContext]]. */
  def executor: Executor = underlying.executionContext.execute(_)

  /** Runs tasks on the threads of this dispatcher.
    *
    * @throws java.lang.IllegalArgumentException
    *   if there is no pool of that name
    */
  def executor(dispatcher: Dispatcher): Executor =
    val context = underlying.executionContext(dispatcher)
    context.execute(_)

  /** The measurements of all actors by kind. Empty unless the settings say `withMetricsEvery`. */
  def metrics: JavaList[ActorMetrics] = underlying.metrics.asJava

  /** The tree of the first `most` actors at this moment: see [[brine.actor.ActorSystem.dump]].
    *
    * @param most
    *   from 1 to 1,000,000
    */
  def dump(most: Int): JavaActorDump =
    val found = underlying.dump(most)
    JavaActorDump(found.entries.asJava, found.isCut)

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
    * @throws IllegalStateException
    *   when a shutdown has begun the tasks of this phase, so that this one would not run
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

  /** Begins to shut down, and does not wait. Actors may call it. */
  def terminate(within: Duration): Unit = underlying.terminate(Durations.toScala(within))

  /** Begins to shut down within 10 seconds. */
  def terminate(): Unit = underlying.terminate()

  /** Completes with the report when the system has shut down, whoever has called for it. */
  def whenTerminated: CompletableFuture[JavaShutdownReport] =
    Stages.toJava(underlying.whenTerminated.map(report)(using ExecutionContext.parasitic))

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
