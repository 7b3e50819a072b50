package brine.lab.peer;

import java.io.IOException;
import java.util.function.Consumer;

/** A log of opaque events. {@link #append} and {@link #appendAll} are safe from many threads unless they say that they are not. */
public interface EventLog extends AutoCloseable {

  /** Appends one event and returns when it is as safe as the log's level says. */
  void append(byte[] event) throws Exception;

  /** Appends events in one step that is forced once, and returns when all are as safe as the log's level says. */
  void appendAll(byte[][] events) throws Exception;

  /** Whether {@link #appendLater} works; without it, many in flight means batches. */
  default boolean isAsynchronous() {
    return false;
  }

  /**
   * Appends one event and returns at once. One thread at a time.
   *
   * @param done is told, on whichever thread the log has at hand, how it went: null when the event is as safe as the level says
   */
  default void appendLater(byte[] event, Consumer<Throwable> done) throws Exception {
    throw new UnsupportedOperationException("appends one by one or in batches");
  }

  /** The most events that make sense in one batch; what has no limit is bounded by what the lab has in flight. */
  default int largestBatch() {
    return Integer.MAX_VALUE;
  }

  /** Bytes on disk that the events take: as long as the log's files are, but without room that was only set aside. */
  long bytes() throws Exception;

  /** Reads all events from the first, in order. A log that keeps only its end throws {@link UnsupportedOperationException}. */
  void read(Consumer<byte[]> each) throws Exception;

  @Override
  void close() throws IOException;
}
