package brine.actor;

/** What happens to the other children of an actor when one of them is stopped or restarted after a failure. */
public enum SiblingStrategy {
  /** Nothing happens to the others. */
  OneForOne,

  /** All children stop or restart with it. */
  OneForAll,

  /** The children spawned after it stop or restart with it. */
  RestForOne
}
