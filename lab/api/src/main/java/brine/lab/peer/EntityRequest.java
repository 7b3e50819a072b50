package brine.lab.peer;

/** A command or a query of an entity: {@code SiteRequest} of the model. Immutable. */
public interface EntityRequest {

  /** Whether it only reads: its reply has no events. */
  boolean isQuery();
}
