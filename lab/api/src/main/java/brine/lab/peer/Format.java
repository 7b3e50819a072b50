package brine.lab.peer;

import java.util.List;

/**
 * One library prepared for one case: the values, and how to turn each into bytes and back. Used by one thread at a time;
 * may keep and reuse buffers between calls, but every array that {@link #encode} returns belongs to the caller.
 */
public interface Format {

  /** The values of the case in the peer's own model: one site, or the events of a list, in order. Never empty. */
  Object[] values();

  /** Called before each pass over the values; a published variant that shares a stream starts it anew here. */
  default void begin() throws Exception {}

  /** The bytes of one value, in an array of exact length that is the caller's. */
  byte[] encode(Object value) throws Exception;

  /**
   * The value in {@code bytes}.
   *
   * @param index the position of the value in {@link #values()}, for formats whose reader is told the type; others ignore it
   */
  Object decode(byte[] bytes, int index) throws Exception;

  /**
   * The library's own forms for many messages in one piece, such as a segment of a log, by name. Most have none. The sizes of
   * each are told in rows of their own: every message in a piece by itself, and all in one.
   */
  default List<String> containers() {
    return List.of();
  }

  /** The bytes of one container that holds {@code values}, in order. */
  default byte[] pack(String container, Object[] values) throws Exception {
    throw new UnsupportedOperationException("has no container " + container);
  }

  /** The values in a container. */
  default Object[] unpack(String container, byte[] bytes) throws Exception {
    throw new UnsupportedOperationException("has no container " + container);
  }

  /** Whether two values of this case are the same; {@code equals} unless the model needs another comparison. */
  default boolean same(Object written, Object read) {
    return written.equals(read);
  }
}
