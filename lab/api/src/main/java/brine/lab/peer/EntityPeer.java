package brine.lab.peer;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * A library of event-sourced entities that the lab measures in study {@code whole}: from a command to the reply that is
 * durable. The counterpart of {@link Peer}. Plain Java for the same reason, and found the same way, through
 * {@link java.util.ServiceLoader}.
 *
 * <p>What the entities are is not the peer's choice: it runs the definition that {@link #model()} stands for, which is
 * {@code brine.lab.model.entity.SiteEntity} in the peer's Scala version.
 */
public interface EntityPeer {

  /** The trait of a row whose reply means that every event it follows from is durable: an fsync has completed. */
  String DURABLE = LogPeer.DURABLE;

  /** The trait of a row that is a server of its own. Only such a row is prepared. */
  String SERVER = LogPeer.SERVER;

  /**
   * The trait of a row that appends the events of {@link EntityModel#change} without an entity: it shows what the log
   * beneath the entities does for the same callers. It has no {@link RunningEntities#state}, refuses nothing, and its
   * replies are compared by their versions alone.
   */
  String LOG_ALONE = "log-alone";

  /** The rows this peer adds to the tables; their studies are {@link Library#WHOLE}. */
  List<Library> libraries();

  /** The entities that its stores run. */
  EntityModel model();

  /** Why a row cannot run here, and what to do about it; empty if it can. */
  default String unavailable(String library) {
    return "";
  }

  /** The cases a row takes part in, if some make no sense for it; empty for all. */
  default Set<String> cases(String library) {
    return Set.of();
  }

  /**
   * Opens a store; for a database, starts its server.
   *
   * @param library a {@link Library#name()} of {@link #libraries()}
   * @param folder an empty folder for everything the store writes. A server writes its process id to a file
   *     {@code *.pid} in it, so that the lab can stop the server if this JVM cannot
   */
  EntityStore open(String library, Path folder) throws Exception;

  /**
   * Unpacks what {@link #open(String, Path, Path)} needs, before anything is timed.
   *
   * @param library a {@link Library#name()} of {@link #libraries()}
   * @param kept a folder, which may not exist yet, that stays until the end of the run
   */
  default void prepare(String library, Path kept) throws Exception {}

  /**
   * Opens a store that may use the files of {@link #prepare(String, Path)} or of an earlier opening.
   *
   * @param library a {@link Library#name()} of {@link #libraries()}
   * @param folder as for {@link #open(String, Path)}
   * @param kept as for {@link #prepare(String, Path)}; it may be empty or not exist. Several JVMs may use it at a time
   */
  default EntityStore open(String library, Path folder, Path kept) throws Exception {
    return open(library, folder);
  }
}
