package brine.lab.peer;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * A log or a database under measurement, as the lab sees it: the counterpart of {@link Peer} for the study {@code log}. Plain
 * Java for the same reason, and found the same way, through {@link java.util.ServiceLoader}.
 */
public interface LogPeer {

  /** The trait of a row that promises that a record is on the disk when {@link EventLog#append} returns. */
  String DURABLE = "durable";

  /** The rows this peer adds to the tables; their studies are {@link Library#LOG}. */
  List<Library> libraries();

  /** Why a row cannot run here, and what to do about it; empty when it can. */
  default String unavailable(String library) {
    return "";
  }

  /** The cases a row is for, when some make no sense for it; empty for all of them. */
  default Set<String> cases(String library) {
    return Set.of();
  }

  /**
   * Makes a store ready: for a database, its server is started.
   *
   * @param library a {@link Library#name()} of {@link #libraries()}
   * @param folder  an empty folder that is the store's own; whatever the store writes is in it. A server writes its process
   *     number to a file {@code *.pid} in it, so that the lab can end it when this JVM cannot
   */
  LogStore open(String library, Path folder) throws Exception;
}
