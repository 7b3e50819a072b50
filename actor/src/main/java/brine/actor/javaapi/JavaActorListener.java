package brine.actor.javaapi;

import brine.actor.ActorRef;
import brine.actor.DeadLetter;
import brine.actor.Directive;
import java.time.Duration;
import java.util.Optional;

/**
 * Receives the events of a system, for metrics, tests and logs.
 *
 * <pre>{@code
 * ActorSystemSettings.defaults().withListener(JavaActors.listener(mine))
 * }</pre>
 *
 * <p>The threads that run the actors call it, many at the same time, so it must be fast and
 * thread-safe. An exception it throws is logged once per method, and otherwise ignored.
 */
public interface JavaActorListener {
  /** An actor was spawned. It has not run yet. */
  default void onSpawn(ActorRef<?> ref) {}

  /**
   * An actor has stopped.
   *
   * @param cause the failure that stopped it; empty if it was stopped without a failure
   */
  default void onStop(ActorRef<?> ref, Optional<Throwable> cause) {}

  /** The handler of an actor threw {@code cause}, and supervision decided on {@code directive}. */
  default void onFailure(ActorRef<?> ref, Throwable cause, Directive directive) {}

  /** A message became a dead letter. */
  default void onDeadLetter(DeadLetter letter) {}

  /**
   * A handler has been running for longer than the settings allow. Called once per handler.
   *
   * @param message class of the message it handles, if it could be seen
   * @param age how long the handler has been running
   */
  default void onSlowHandler(ActorRef<?> ref, Optional<Class<?>> message, Duration age) {}

  /**
   * A mailbox holds at least as many messages as the settings say. Checked only while its actor runs.
   *
   * @param length about how many messages wait
   */
  default void onMailboxHighWater(ActorRef<?> ref, int length) {}

  /**
   * A message was handled whose times were measured. Called only with {@code withMetricsEvery}, and then for each
   * message of the sample.
   *
   * @param message class of the message
   * @param queuedNanos from its sending to its handler, in ns
   * @param handlerNanos how long the handler ran, in ns
   */
  default void onHandled(ActorRef<?> ref, Class<?> message, long queuedNanos, long handlerNanos) {}
}
