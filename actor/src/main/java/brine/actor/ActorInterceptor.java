package brine.actor;

/**
 * Sees each message where it is sent, and around the handler that takes it. Use it for tracing and for the
 * context of a log, such as SLF4J's {@code MDC}.
 *
 * <pre>{@code
 * final class Tracing implements ActorInterceptor {
 *   public Object onSend(ActorRef<?> ref, Object message) { return Context.current(); }
 *
 *   public Object beforeHandler(ActorRef<?> ref, Object message, Object carried) {
 *     return carried == null ? null : ((Context) carried).makeCurrent();
 *   }
 *
 *   public void afterHandler(ActorRef<?> ref, Object message, Object token, Throwable failure) {
 *     if (token != null) ((Scope) token).close();
 *   }
 * }
 *
 * ActorSystemSettings.defaults().withInterceptor(new Tracing());             // all actors
 * ActorOptions.defaults().withInterceptor(ActorInterceptor.none());          // except this one
 * }</pre>
 *
 * <p>Many threads call it at the same time, so it must be fast and thread-safe. What it throws is logged once per
 * method. Otherwise it changes nothing: the message is sent and handled, and neither sender nor actor fails.
 *
 * <p>What an interceptor itself sends is not passed to {@link #onSend}, of this or any other interceptor.
 *
 * <p>Actors without an interceptor pay nothing. An actor with one takes 304 bytes in place of 48, and a message to it a
 * node of 40 bytes in place of 24. The sender does not collect its messages in bursts.
 */
public interface ActorInterceptor {
  /**
   * A message is about to be sent. Runs on the thread of the sender. Not called for messages of timers.
   *
   * @param ref the receiver
   * @param message the message, before an adapter of {@link ActorRef#contramap} sees it
   * @return a value that travels with the message to {@link #beforeHandler}; may be null
   */
  default Object onSend(ActorRef<?> ref, Object message) {
    return null;
  }

  /**
   * A handler is about to run. Runs on the thread of the handler.
   *
   * @param message the message; a {@link Signal} for the handler of a signal; {@link ActorStart} for the start
   * @param carried what {@link #onSend} returned; null for timers and signals, and if it threw
   * @return a value for {@link #afterHandler} of this call; may be null
   */
  default Object beforeHandler(ActorRef<?> ref, Object message, Object carried) {
    return null;
  }

  /**
   * The handler has ended. Called once after each {@link #beforeHandler}, on the same thread, also if that threw. If
   * the handler failed, its failure has been logged already: the log has seen the context that beforeHandler set.
   *
   * @param token what {@link #beforeHandler} returned; null if it threw
   * @param failure what the handler threw; null if it returned
   */
  default void afterHandler(ActorRef<?> ref, Object message, Object token, Throwable failure) {}

  /** No interceptor: for one actor of a system that has one. */
  static ActorInterceptor none() {
    return InterceptorGroup.None;
  }

  /** The interceptor of the system: the default of an actor. */
  static ActorInterceptor ofSystem() {
    return InterceptorGroup.OfSystem;
  }

  /**
   * Several interceptors. Called in this order where a message is sent and before a handler, and in the opposite
   * order after it. Each has its own values.
   */
  static ActorInterceptor all(ActorInterceptor... interceptors) {
    return InterceptorGroup.of(interceptors);
  }
}
