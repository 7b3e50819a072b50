package brine.lab.peer;

import java.util.List;

/**
 * The entities of study {@code whole} as the lab sees them: requests by number, and the replies and states that are
 * correct. {@code brine.lab.model.entity.SiteEntityModel} implements it in every Scala version. Thread-safe.
 */
public interface EntityModel {

  /** Events of {@link #creating}, in total. */
  int CREATED = 10;

  /**
   * The commands that create an entity, in order. They have {@link #CREATED} events.
   *
   * @param id id of the entity
   */
  List<EntityRequest> creating(String id);

  /**
   * A command that an entity accepts after {@link #creating}, whatever other commands of this kind came before it. It
   * has one or two events, and the state does not grow by it.
   *
   * @param number decides which, from 0 on
   */
  EntityRequest change(long number);

  /** A query. */
  EntityRequest query();

  /**
   * Any request of the model, which may be refused. Numbers that follow each other give all kinds of requests and of
   * events.
   *
   * @param id id of the entity
   * @param number decides which
   */
  EntityRequest any(String id, long number);

  /** A new entity in memory, for comparison. */
  Expected expected();

  /** An entity in memory, without any library. Used by one thread. */
  interface Expected {

    /** Executes a request, and returns the reply that is correct. */
    EntityReply execute(EntityRequest request);

    /** The state that is correct. */
    Object state();
  }
}
