package brine.actor;

/** What happens to an actor whose handler has failed. */
public enum Directive {
  /** It stops, with its children. Its waiting messages become dead letters. */
  Stop,

  /** Its children stop, and it restarts with the mailbox it has. Only the message that failed is lost. */
  Restart,

  /**
   * It continues with the next message and the state it has. If it failed while it started, it has no
   * state, and stops.
   */
  Resume,

  /** It stops, and its parent fails with the same cause. */
  Escalate
}
