package brine.lab.peer;

import java.io.IOException;
import java.util.List;

/** A log for the program of 2001. Used by one thread. Serialization is the library's own. */
public interface IntegerLog extends AutoCloseable {

  /** Appends one array as one record; a durable row completes an fsync before it returns. */
  void append(Integer[] values) throws Exception;

  /** Bytes on disk that the records take, see {@link EventLog#bytes}. */
  long bytes() throws Exception;

  /** Reads all records in order. */
  List<Integer[]> read() throws Exception;

  @Override
  void close() throws IOException;
}
