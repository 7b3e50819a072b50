package brine.actor;

/** Which threads run an actor. */
public enum Dispatcher {
  /**
   * The workers of the system, one per processor. They run actors with messages in the order in which
   * they became runnable.
   */
  Default,

  /**
   * Separate workers that run the newest actor first. Use it for trees of actors that divide a problem:
   * far fewer are alive at once.
   *
   * <p>Under load an actor waits for long: only one turn in 32 goes to the oldest one.
   */
  NewestFirst,

  /**
   * A virtual thread while there are messages, and no thread otherwise. Use it for handlers that block:
   * on files, drivers, locks, sleep or a blocking ask.
   *
   * <p>Slower than workers for handlers that do not block.
   */
  Blocking
}
