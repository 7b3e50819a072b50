package brine.actor.javaapi;

import brine.actor.ActorRef;
import brine.actor.Directive;
import java.util.Optional;

/**
 * An actor written in Java: a class whose fields are its state, or a lambda.
 *
 * <pre>{@code
 * final class Counter implements JavaActor<Counter.Command> {
 *   private int count;
 *
 *   public void receive(JavaActorContext<Command> context, Command message) {
 *     switch (message) {
 *       case Add(int number) -> count += number;
 *       case Get(ActorRef<Integer> replyTo) -> replyTo.tell(count);
 *     }
 *   }
 * }
 *
 * ActorRef<Counter.Command> counter = system.spawn(Counter::new);
 * }</pre>
 *
 * <p>The methods of one actor run one at a time, and each sees what the previous one wrote. An
 * exception of any of them is a failure of the actor, and its {@link brine.actor.Supervision}
 * decides what happens. Other code talks to the actor through the reference that {@code spawn}
 * returned, never to the object.
 */
@FunctionalInterface
public interface JavaActor<M> {
  /** Handles one message. */
  void receive(JavaActorContext<M> context, M message) throws Exception;

  /** Runs before the first message, and again after a restart. */
  default void onStart(JavaActorContext<M> context) throws Exception {}

  /** Runs last, also when the actor stops because of a failure. Does not run if the actor never started. */
  default void onStop(JavaActorContext<M> context) throws Exception {}

  /**
   * A watched actor has stopped. It is not watched any more.
   *
   * @param cause the failure that stopped it; empty if it was stopped without a failure
   */
  default void onTerminated(JavaActorContext<M> context, ActorRef<?> ref, Optional<Throwable> cause)
      throws Exception {}

  /** A handler of a child has thrown {@code cause}, and {@code directive} is what happens to the child. */
  default void onChildFailed(
      JavaActorContext<M> context, ActorRef<?> child, Throwable cause, Directive directive) throws Exception {}

  /** This actor has failed and is about to restart. Its children have not stopped yet. */
  default void onRestarting(JavaActorContext<M> context, Throwable cause) throws Exception {}
}
