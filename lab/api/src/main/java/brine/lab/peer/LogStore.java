package brine.lab.peer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A store in its own folder. One call at a time. A kind of log that it does not support throws
 * {@link UnsupportedOperationException} with the reason.
 */
public interface LogStore extends AutoCloseable {

  /** What an append waits for. */
  enum Level {
    /** The record is durable: an fsync has completed. */
    DISK,
    /** The operating system has the record; a power failure loses it. */
    OS_CACHE
  }

  /**
   * Opens a log of opaque events.
   *
   * @param name letters and digits; a new name creates an empty log, an existing one opens the log as it was closed
   * @param level level of all appends
   */
  EventLog events(String name, Level level) throws Exception;

  /** Creates an empty log of Integer arrays for the program of 2001, at the level of the row. */
  IntegerLog integers(String name) throws Exception;

  /**
   * Creates an empty set of records by key. For rows with the trait {@link LogPeer#STATES}.
   *
   * @param name as for {@link #events}; also for {@link #drop}
   */
  default KeyedRecords states(String name) throws Exception {
    throw new UnsupportedOperationException("has no records by key");
  }

  /**
   * Creates an empty log of events with tags. For rows with the trait {@link LogPeer#QUERIES}.
   *
   * @param name as for {@link #events}; also for {@link #drop}
   */
  default TaggedLog tagged(String name) throws Exception {
    throw new UnsupportedOperationException("has no tags");
  }

  /**
   * The folder of a log's files. It can be copied while the log is open, which gives the files as a crash leaves them,
   * and opened under another name. Empty if logs are not folders.
   */
  default Optional<Path> folder(String name) {
    return Optional.empty();
  }

  /** Deletes a closed log and its files. */
  void drop(String name) throws Exception;

  /** Stops everything that {@link LogPeer#open} started; logs are closed before. */
  @Override
  void close() throws IOException;
}
