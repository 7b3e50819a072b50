package brine.lab.peer;

import java.io.IOException;

/**
 * Records by key, of which each key has one: the last that was saved. {@link #save} and {@link #load} are thread-safe.
 */
public interface KeyedRecords extends AutoCloseable {

  /** Saves the record of a key, in place of the one before. Returns when it is durable, and {@link #load} finds it. */
  void save(String key, byte[] record) throws Exception;

  /**
   * Saves many records in whatever way is fast, and returns when {@link #load} finds them. They need not be durable.
   *
   * @param keys distinct keys
   * @param records the record of each key
   */
  void saveAll(String[] keys, byte[][] records) throws Exception;

  /** The record of a key; null if it has none. */
  byte[] load(String key) throws Exception;

  @Override
  void close() throws IOException;
}
