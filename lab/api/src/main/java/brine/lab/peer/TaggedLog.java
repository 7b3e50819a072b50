package brine.lab.peer;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** A log of events that have tags and a kind, and are read by them. Used by one thread. */
public interface TaggedLog extends AutoCloseable {

  /**
   * An event.
   *
   * @param isRare its kind: the rare one of two
   */
  record Tagged(byte[] event, boolean isRare, Set<String> tags) {}

  /** Appends events in one step, at most 1,000. Returns when they can be read; they need not be durable. */
  void appendAll(List<Tagged> events) throws Exception;

  /** Reads the events that have both tags, in the order in which they were appended. */
  void readBoth(String tag, String other, Consumer<byte[]> each) throws Exception;

  /** Reads the events that have the tag or are of the rare kind, each once, in the order of the appends. */
  void readEither(String tag, Consumer<byte[]> each) throws Exception;

  @Override
  void close() throws IOException;
}
