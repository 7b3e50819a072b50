package brine.lab.peer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A store in a folder of its own. One call at a time. A kind of log it cannot have throws {@link
 * UnsupportedOperationException} with the reason.
 */
public interface LogStore extends AutoCloseable {

  /** What an append waits for. */
  enum Level {
    /** The record is on the disk: the operating system was told to force it, and has said that it did. */
    DISK,
    /** The operating system has the record; a power cut loses it. */
    OS_CACHE
  }

  /**
   * A log of opaque events.
   *
   * @param name  letters and digits; a new name is a new, empty log, an old one the log as it was closed
   * @param level of all appends of one batch or more
   */
  EventLog events(String name, Level level) throws Exception;

  /** A log of arrays of Integers for the program of 2001, empty, at the level of the row. */
  IntegerLog integers(String name) throws Exception;

  /**
   * The folder of a log's files, which can be copied while the log is open, as the end of the process would leave them, and opened
   * under another name; empty where logs are not folders.
   */
  default Optional<Path> folder(String name) {
    return Optional.empty();
  }

  /** Forgets a log that is closed, and what it takes on the disk. */
  void drop(String name) throws Exception;

  /** Stops whatever {@link LogPeer#open} started; logs are closed before. */
  @Override
  void close() throws IOException;
}
