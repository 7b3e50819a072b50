package brine.lab.peer;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * A log or a database that the lab measures in study {@code log}; the counterpart of {@link Peer}. Plain Java for the
 * same reason, and found the same way, through {@link java.util.ServiceLoader}.
 */
public interface LogPeer {

  /** The trait of a row in which a record is durable when {@link EventLog#append} returns. */
  String DURABLE = "durable";

  /** The trait of a row that implements {@link LogStore#states}. */
  String STATES = "states";

  /** The trait of a row that implements {@link LogStore#tagged}. */
  String QUERIES = "queries";

  /** The trait of a row that implements {@link EventLog#subscribe} and {@link EventLog#subscribeBatches}. */
  String SUBSCRIPTIONS = "subscriptions";

  /** The rows this peer adds to the tables; their studies are {@link Library#LOG}. */
  List<Library> libraries();

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
  LogStore open(String library, Path folder) throws Exception;

  /** The trait of a row that is a server of its own. Only such a row is prepared. */
  String SERVER = "server";

  /**
   * Unpacks what {@link #open(String, Path, Path)} needs. That takes seconds, and the disk is busy with it for longer,
   * so it is done before anything is timed.
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
  default LogStore open(String library, Path folder, Path kept) throws Exception {
    return open(library, folder);
  }
}
