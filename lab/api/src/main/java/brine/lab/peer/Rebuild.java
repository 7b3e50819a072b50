package brine.lab.peer;

/**
 * A case whose values make one result together, such as the events that create a site. Reading the case means to read
 * all values and to make the result of them. Used by one thread at a time.
 */
public interface Rebuild extends Format {

  /** The result as it must be. */
  Object result();

  /**
   * Decodes all values, in order, and makes the result of them.
   *
   * @param encoded the encoded values, in the order of {@link #values()}
   */
  Object rebuild(byte[][] encoded) throws Exception;
}
