package brine.lab.peer;

import java.io.IOException;
import java.util.function.Consumer;

/**
 * A log of opaque events. {@link #append} and {@link #appendAll} are thread-safe unless the implementation says
 * otherwise.
 */
public interface EventLog extends AutoCloseable {

  /** Appends one event and returns when the log's {@link LogStore.Level} is reached. */
  void append(byte[] event) throws Exception;

  /**
   * Appends events in one step with one fsync, and returns when the log's {@link LogStore.Level} is reached for all.
   */
  void appendAll(byte[][] events) throws Exception;

  /** Whether {@link #appendLater} is supported; if not, the lab uses batches for cases with many events in flight. */
  default boolean isAsynchronous() {
    return false;
  }

  /**
   * Appends one event and returns at once. Called by one thread at a time.
   *
   * @param done called on any thread when the append ends: with null when the log's level is reached, otherwise with
   *     the failure
   */
  default void appendLater(byte[] event, Consumer<Throwable> done) throws Exception {
    throw new UnsupportedOperationException("appends one by one or in batches");
  }

  /** The largest useful batch, in events; no limit unless overridden. */
  default int largestBatch() {
    return Integer.MAX_VALUE;
  }

  /** Bytes on disk that the events take: the length of the log's files, without preallocated space. */
  long bytes() throws Exception;

  /**
   * Reads all events in order, starting with the first. A log that keeps only its end throws
   * {@link UnsupportedOperationException}.
   */
  void read(Consumer<byte[]> each) throws Exception;

  /**
   * Subscribes to all events from the first on, and returns when the subscriber has had a number of them, one by one.
   * For rows with the trait {@link LogPeer#SUBSCRIPTIONS}.
   *
   * @param events how many events the log has
   * @param each the subscriber, called by one thread at a time
   */
  default void subscribe(long events, Consumer<byte[]> each) throws Exception {
    throw new UnsupportedOperationException("has no subscriptions");
  }

  /** As {@link #subscribe}, with events that reach the subscriber in batches, which it goes through. */
  default void subscribeBatches(long events, Consumer<byte[]> each) throws Exception {
    throw new UnsupportedOperationException("has no subscriptions in batches");
  }

  @Override
  void close() throws IOException;
}
