package brine.lab.peer;

import java.io.IOException;
import java.util.List;

/** A log of the program of 2001. Used by one thread. The serialization is the library's own. */
public interface IntegerLog extends AutoCloseable {

  /** Appends one array as one record; a row that forces does so before it returns. */
  void append(Integer[] values) throws Exception;

  /** Bytes on disk that the records take, as {@link EventLog#bytes}. */
  long bytes() throws Exception;

  /** All records, in order. */
  List<Integer[]> read() throws Exception;

  @Override
  void close() throws IOException;
}
