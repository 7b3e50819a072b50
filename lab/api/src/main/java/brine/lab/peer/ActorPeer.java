package brine.lab.peer;

import java.util.List;
import java.util.Set;

/**
 * An actor runtime under measurement, as the lab sees it: the counterpart of {@link Peer} for the study {@code actors}. Plain
 * Java for the same reason, and found the same way, through {@link java.util.ServiceLoader}.
 */
public interface ActorPeer {

  /** The rows this peer adds to the tables; their studies are {@link Library#ACTORS}. */
  List<Library> libraries();

  /**
   * Why a row cannot run here, and what to do about it; empty when it can. For a library that is in no registry and comes
   * with {@code --peer-jar}.
   */
  default String unavailable(String library) {
    return "";
  }

  /** The cases a row is for, when it is a setting that its makers advise for some alone; empty for all of them. */
  default Set<String> cases(String library) {
    return Set.of();
  }

  /**
   * The programs of the study, written for one library.
   *
   * @param library a {@link Library#name()} of {@link #libraries()}
   */
  ActorPrograms open(String library) throws Exception;
}
