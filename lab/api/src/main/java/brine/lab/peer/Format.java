package brine.lab.peer;

import java.util.List;

/**
 * One library, prepared for one case: the values, and how to encode and decode each. Used by one thread at a time. May
 * reuse buffers between calls, but every array that {@link #encode} returns belongs to the caller.
 */
public interface Format {

  /** The values of the case in the peer's own model: one site, or the events of a list in order. Never empty. */
  Object[] values();

  /** Called before each pass over the values; a published variant that shares a stream starts a new one here. */
  default void begin() throws Exception {}

  /** Encodes one value into an array of exact length, which belongs to the caller. */
  byte[] encode(Object value) throws Exception;

  /**
   * What is timed as writing: {@link #encode}, unless a row with a reused buffer overrides it.
   *
   * @return the library's own buffer, which holds the message until the next call; nobody copies it
   */
  default Object write(Object value) throws Exception {
    return encode(value);
  }

  /**
   * Decodes one value.
   *
   * @param index index of the value in {@link #values()}, for formats whose reader is told the type; others ignore it
   */
  Object decode(byte[] bytes, int index) throws Exception;

  /**
   * Names of the library's own formats for many messages, such as a file of a log. Most libraries have none. Each
   * adds rows to the tables of sizes: one message per container, and all messages in one.
   */
  default List<String> containers() {
    return List.of();
  }

  /** Encodes {@code values}, in order, into one container. */
  default byte[] pack(String container, Object[] values) throws Exception {
    throw new UnsupportedOperationException("has no container " + container);
  }

  /** Decodes the values of a container. */
  default Object[] unpack(String container, byte[] bytes) throws Exception {
    throw new UnsupportedOperationException("has no container " + container);
  }

  /** Whether two values of this case are equal; {@code equals} unless the model needs another comparison. */
  default boolean same(Object written, Object read) {
    return written.equals(read);
  }
}
