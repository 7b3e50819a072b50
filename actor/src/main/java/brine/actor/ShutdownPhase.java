package brine.actor;

/** When a task of {@code ActorSystem.onShutdown} runs. A phase begins when the one before is over. */
public enum ShutdownPhase {
  /** Before any actor is stopped. Use it to let no new work in. */
  BeforeActors,

  /** After all actors have stopped, or their time is over. Use it to close what they used. */
  AfterActors
}
