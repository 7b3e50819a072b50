package brine.lab.peer;

/** The reply to a request: {@code SiteReply} of the model. Immutable; equal replies are {@code equals}. */
public interface EntityReply {

  /** Whether the command was accepted; true for a query. */
  boolean isAccepted();

  /** Number of events that the entity has after the request. */
  long version();

  /** Number of events of this request. */
  int events();
}
