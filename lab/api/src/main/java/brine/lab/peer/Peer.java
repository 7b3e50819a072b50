package brine.lab.peer;

import java.util.List;

/**
 * A serialization library under measurement, as the lab sees it. Plain Java, so that a peer may be built with any Scala
 * version: nothing of the Scala library crosses this interface. One implementation a peer project, found through {@link
 * java.util.ServiceLoader} on the peer's own class path, in a JVM of its own.
 */
public interface Peer {

  /** The rows this peer adds to the tables: one a variant worth telling apart, in the order they are to be listed. */
  List<Library> libraries();

  /**
   * Prepares one case for one library.
   *
   * @param library a {@link Library#name()} of {@link #libraries()}
   * @param study   the study's name: {@code site}, {@code evactor} or {@code books}
   * @param name    the case within the study: {@code site-1k}, {@code events-64k}, {@code events-10000}, {@code tree}
   * @param input   where the data come from
   * @throws UnsupportedOperationException when this library cannot do the case; the message is the reason a reader sees
   * @throws Exception anything else is shown as a crash of this cell
   */
  Format open(String library, String study, String name, Input input) throws Exception;
}
