package brine.lab.peer;

import java.io.IOException;

/** A store of entities in its own folder. One call at a time. */
public interface EntityStore extends AutoCloseable {

  /**
   * Starts to run entities. A new name begins without any event; an existing one continues with what was stored under
   * it, as a new process does: nothing of an earlier run is used again, such as a state in memory. No state is saved
   * beside the events, so that entities are made of their events.
   *
   * <p>The entities of an earlier call are closed before, also those of another name.
   *
   * @param name letters and digits
   * @param level what a reply waits for. {@link LogStore.Level#OS_CACHE} fills a store before something is measured:
   *     use whatever is fastest for the same files
   */
  RunningEntities entities(String name, LogStore.Level level) throws Exception;

  /** Deletes the events of entities that are closed. */
  void drop(String name) throws Exception;

  /** Stops everything that {@link EntityPeer#open} started; entities are closed before. */
  @Override
  void close() throws IOException;
}
