package brine.lab.peer;

import java.io.IOException;
import java.util.function.BiConsumer;

/**
 * Entities that execute requests. An entity exists under every id; without events it is in the model's first state.
 *
 * <p>The events of one command are stored together, all or none. A reply comes when the {@link LogStore.Level} is
 * reached for every event that it follows from, also for those of earlier commands that a query or a refusal has seen.
 * Requests that the same caller sends one after the other, each after the reply before it, see each other's events.
 *
 * <p>{@link #execute} and {@link #send} are thread-safe. There may be 4,096 callers at a time.
 */
public interface RunningEntities extends AutoCloseable {

  /**
   * Executes a request and waits for the reply. Callers are platform threads or virtual threads.
   *
   * @param id letters, digits and {@code -}, at most 40
   */
  EntityReply execute(String id, EntityRequest request) throws Exception;

  /** Whether {@link #send} is supported, and the better way for many callers. */
  default boolean isAsynchronous() {
    return false;
  }

  /**
   * Sends a request and returns at once. Safe from any thread, also from {@code ended}.
   *
   * @param id as for {@link #execute}
   * @param ended called once, on any thread, perhaps before this method returns: with the reply, or with the failure
   */
  default void send(String id, EntityRequest request, BiConsumer<EntityReply, Throwable> ended) throws Exception {
    throw new UnsupportedOperationException("executes requests one by one");
  }

  /**
   * The state of an entity after every command that was replied to: {@code SiteState} of the model. For checks, and
   * never timed.
   */
  Object state(String id) throws Exception;

  /**
   * What the JVMs beside this one that run entities have done so far, all together: the lab measures them when they are
   * warm. Database servers are not among them. Called by one thread, and not while requests are timed.
   */
  default JvmWork others() throws Exception {
    return new JvmWork(0, 0);
  }

  /** Bytes on disk that all events take: the length of files or tables, without space that is allocated ahead. */
  long bytes() throws Exception;

  /** Stops the entities. Everything that was replied to can be read by a later run, at every level. */
  @Override
  void close() throws IOException;
}
