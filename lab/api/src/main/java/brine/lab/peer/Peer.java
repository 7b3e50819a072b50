package brine.lab.peer;

import java.util.List;
import java.util.Set;

/**
 * A codec that the lab measures. Plain Java, so that a peer may use any Scala version: no Scala type crosses this
 * interface. Each peer project has one implementation, found through {@link java.util.ServiceLoader} on its own class
 * path, in a JVM of its own.
 */
public interface Peer {

  /** The rows this peer adds to the tables: one per variant that is worth comparing, in the order of the tables. */
  List<Library> libraries();

  /** The only cases that a library takes part in; empty for all cases of its studies. */
  default Set<String> cases(String library) {
    return Set.of();
  }

  /**
   * What the library reads of bytes that another version of a program wrote.
   *
   * @throws UnsupportedOperationException if this cannot be tried with the library; the report shows the message
   * @throws Exception any other exception is shown as a crash of this cell
   */
  default List<Experiment> experiments(String library) throws Exception {
    throw new UnsupportedOperationException("its peer has no second version of a type");
  }

  /**
   * Prepares one case for one library.
   *
   * @param library a {@link Library#name()} of {@link #libraries()}
   * @param study name of the study: {@code site}, {@code evactor} or {@code books}
   * @param name the case within the study: {@code site-1k}, {@code events-64k}, {@code events-10000}, {@code tree}
   * @param input source of the data
   * @throws UnsupportedOperationException if this library cannot do the case; the report shows the message
   * @throws Exception any other exception is shown as a crash of this cell
   */
  Format open(String library, String study, String name, Input input) throws Exception;
}
