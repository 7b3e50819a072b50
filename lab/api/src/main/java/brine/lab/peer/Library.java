package brine.lab.peer;

import java.util.Set;

/**
 * One row of the lab's tables.
 *
 * @param name lower case, with the variant after a dash: {@code boopickle-dedup}
 * @param version version of the library as resolved, with the Scala version where it matters: {@code 1.4.0 (Scala 3)}
 * @param traits properties that a reader may filter by. Codecs: {@code binary}, {@code text}, {@code evolvable},
 *     {@code self-describing}, {@code schema}, {@code cross-language}, {@code converts} (the time includes a conversion
 *     to the library's own types), {@code told-type} (the reader is told the class of each event),
 *     {@code as-published}, {@code reused-buffer} (the message stays in a buffer of the library's, without a copy; such
 *     rows are timed for writing only). Actor runtimes: {@code typed}, {@code supervised}, {@code ordered} (messages of
 *     one sender to one receiver arrive in order). Logs: {@code durable} (a record is durable when the append returns),
 *     {@code server}, {@code states} (has records by key), {@code queries} (reads events by their tags),
 *     {@code subscriptions}. Entities: {@code durable} (a reply means that the events are durable), {@code server},
 *     {@code log-alone} (appends events without entities)
 * @param settings how the library is configured, in one sentence: the best documented settings for the case
 * @param studies studies it takes part in; a case it cannot do within one of them is still a row, with the reason
 * @param guide page of the library that recommends these settings, without {@code https://}, because the report
 *     contains no address; empty if the settings are the library's defaults
 */
public record Library(
    String name, String version, Set<String> traits, String settings, Set<String> studies, String guide) {
  /** The trait of a row whose {@link Format#write} leaves the message in a buffer of the library's. */
  public static final String REUSED_BUFFER = "reused-buffer";

  /** Only study {@code site}. */
  public static final Set<String> SITE = Set.of("site");

  /** The studies of codecs without {@code books}. */
  public static final Set<String> MESSAGES = Set.of("site", "evactor");

  /** The studies of codecs. */
  public static final Set<String> MESSAGES_AND_BOOKS = Set.of("site", "evactor", "books");

  /** Only study {@code books}. */
  public static final Set<String> BOOKS = Set.of("books");

  /** Only study {@code actors}. */
  public static final Set<String> ACTORS = Set.of("actors");

  /** Only study {@code log}. */
  public static final Set<String> LOG = Set.of("log");

  /** Only study {@code whole}. */
  public static final Set<String> WHOLE = Set.of("whole");

  /** A row without a page that recommends its settings. */
  public Library(String name, String version, Set<String> traits, String settings, Set<String> studies) {
    this(name, version, traits, settings, studies, "");
  }

  /** A row of the studies {@code site} and {@code evactor}. */
  public Library(String name, String version, Set<String> traits, String settings) {
    this(name, version, traits, settings, MESSAGES);
  }

  /** This row with the page that recommends its settings, see {@link #guide}. */
  public Library recommendedBy(String page) {
    return new Library(name, version, traits, settings, studies, page);
  }
}
