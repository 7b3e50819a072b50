package brine.actor;

/** What an actor does at the moment of an {@link ActorDump}. */
public enum ActorState {
  /** It has no message. */
  Idle,
  /** It has messages or signals, and waits for a thread. */
  Queued,
  /** A thread runs it. */
  Running,
  /** It handles no messages until a future completes or a backoff ends. */
  Suspended,
  /** It is stopping, and perhaps waits for its children. */
  Stopping,
  /** It has stopped since the dump began. */
  Stopped
}
