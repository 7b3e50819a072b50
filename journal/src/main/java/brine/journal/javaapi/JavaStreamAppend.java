package brine.journal.javaapi;

import brine.journal.ExpectedVersion;
import java.util.List;
import java.util.Set;

/**
 * Events for one stream, as part of an append to several.
 *
 * @param stream name of the stream
 * @param expectedVersion version that the stream must have before the whole append
 * @param events the events, at least one
 * @param tags further names to read the events by
 */
public record JavaStreamAppend<A>(
    String stream, ExpectedVersion expectedVersion, List<A> events, Set<String> tags) {
  /** Events for a stream of any version, without tags. */
  public JavaStreamAppend(String stream, List<A> events) {
    this(stream, AppendOptions.defaults().expectedVersion(), events, Set.of());
  }

  /**
   * Events for a stream that has this version, without tags.
   *
   * @throws IllegalArgumentException if the version is negative
   */
  public JavaStreamAppend(String stream, long expectedVersion, List<A> events) {
    this(stream, ExpectedVersion.apply(expectedVersion), events, Set.of());
  }
}
