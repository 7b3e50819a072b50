package brine.actor;

/** Stands for the start or restart of an actor where an {@link ActorInterceptor} gets a message. */
public enum ActorStart {
  /** The actor starts. */
  Started,
  /** The actor starts again, after a failure. */
  Restarted
}
