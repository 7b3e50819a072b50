package brine.lab.harness;

/**
 * Callers of which each has one call under way: the next one begins when the reply has come. They rest between runs.
 * All methods are for one thread.
 */
interface Callers extends AutoCloseable {

  /** Lets them call for these times, and returns when no call is under way. Only the second time is measured. */
  Rate run(int warmUpMillis, int millis) throws Exception;

  @Override
  void close() throws Exception;
}
