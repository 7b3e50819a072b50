package brine.lab.peer;

import java.util.List;
import java.util.Set;

/**
 * An actor runtime that the lab measures in study {@code actors}; the counterpart of {@link Peer}. Plain Java for the
 * same reason, and found the same way, through {@link java.util.ServiceLoader}.
 */
public interface ActorPeer {

  /** The rows this peer adds to the tables; their studies are {@link Library#ACTORS}. */
  List<Library> libraries();

  /**
   * Why a row cannot run here, and what to do about it; empty if it can. For libraries without a Maven artifact, whose
   * jar comes from {@code --peer-jar}.
   */
  default String unavailable(String library) {
    return "";
  }

  /** The cases a row takes part in, if its setting is recommended for some cases only; empty for all. */
  default Set<String> cases(String library) {
    return Set.of();
  }

  /**
   * Opens the programs of the study, written for one library.
   *
   * @param library a {@link Library#name()} of {@link #libraries()}
   */
  ActorPrograms open(String library) throws Exception;
}
