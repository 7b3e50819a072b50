package brine.lab.peer;

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

  /** Whether two values of this case are the same; {@code equals} unless the model needs another comparison. */
  default boolean same(Object written, Object read) {
    return written.equals(read);
  }
}
