package brine.lab.peer;

import java.util.Set;

/**
 * One row of the lab's tables.
 *
 * @param name     lower case, the variant after a dash: {@code boopickle-dedup}
 * @param version  the version of the library as resolved, with the Scala line where it matters: {@code 1.4.0 (Scala 3)}
 * @param traits   what a reader may filter by; of {@code binary}, {@code text}, {@code evolvable}, {@code self-describing},
 *                 {@code schema}, {@code cross-language}, {@code converts} (a conversion to the library's own types is
 *                 part of the time), {@code told-type} (the reader is told the class of each event), {@code as-published};
 *                 of actor runtimes {@code typed}, {@code supervised}, {@code ordered} (messages of one sender to one receiver
 *                 arrive in order); of logs {@code durable} (a record is on the disk when the append returns), {@code server}
 * @param settings how the library is set up, in one sentence: the best documented settings for the case
 * @param studies  the studies it has a part in; a case it cannot do within one of them is still a row, with the reason
 */
public record Library(String name, String version, Set<String> traits, String settings, Set<String> studies) {
  /** The studies of messages made of records. */
  public static final Set<String> MESSAGES = Set.of("site", "evactor");

  /** The same and study {@code books}. */
  public static final Set<String> MESSAGES_AND_BOOKS = Set.of("site", "evactor", "books");

  /** Study {@code books} alone. */
  public static final Set<String> BOOKS = Set.of("books");

  /** Study {@code actors} alone. */
  public static final Set<String> ACTORS = Set.of("actors");

  /** Study {@code log} alone. */
  public static final Set<String> LOG = Set.of("log");

  /** A library of the studies {@code site} and {@code evactor}. */
  public Library(String name, String version, Set<String> traits, String settings) {
    this(name, version, traits, settings, MESSAGES);
  }
}
