package brine.lab.harness;

import brine.lab.peer.EntityReply;
import brine.lab.peer.EntityRequest;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * Callers that send requests to entities, four commands and then a query, each when the reply to the one before has
 * come. Commands are counted and their delays recorded. Used by one thread.
 */
final class EntityLoad implements AutoCloseable {
  /** Of this many requests, one is a query. */
  private static final int PERIOD = 5;

  /** More callers than this are virtual threads, if they are threads. */
  private static final int PLATFORM_THREADS = 16;

  private static final long LONGEST_NANOS = 60_000_000_000L;

  private final Sites sites;
  private final EntityPicks picks;
  private final LongAdder commands = new LongAdder();
  private final Recorder delays = new Recorder(LONGEST_NANOS, 3);
  private final Callers callers;

  /**
   * Creates the callers.
   *
   * @param sites the entities, which exist
   * @param load how they pick entities, see {@link EntityPicks#of}
   */
  EntityLoad(Sites sites, String load, int callers) {
    this.sites = sites;
    this.picks = EntityPicks.of(load, sites.count());
    this.callers =
        sites.isAsynchronous()
            ? new ChainedCallers(number -> new Caller(number)::begin, commands::sum, callers)
            : new LogCallers(
                number -> new Caller(number)::call, commands::sum, callers, callers > PLATFORM_THREADS);
  }

  /**
   * Works for these times.
   *
   * @return commands a second
   * @throws WrongResult if a command was refused that the entity had to accept
   */
  Rate run(int warmUpMillis, int millis) throws Exception {
    try {
      return callers.run(warmUpMillis, millis);
    } catch (IllegalStateException failed) {
      if (failed.getCause() instanceof WrongResult wrong) throw wrong;
      throw failed;
    }
  }

  /** The delays of commands since the last call, in nanoseconds: also of those that ended after the time was over. */
  Histogram delays() {
    return delays.getIntervalHistogram();
  }

  @Override
  public void close() throws Exception {
    callers.close();
  }

  /** One caller: has one request under way at a time. */
  private final class Caller {
    private long number;
    private int site;
    private boolean isQuery;
    private long begun;

    Caller(int caller) {
      // Callers begin at different places of the same order.
      this.number = caller * 7919L;
    }

    private EntityRequest next() {
      number++;
      site = picks.at(number);
      isQuery = number % PERIOD == 0;
      EntityRequest request = isQuery ? sites.query() : sites.change(number);
      begun = System.nanoTime();
      return request;
    }

    private void replied(EntityReply reply) throws WrongResult {
      if (!isQuery) {
        delays.recordValue(Math.min(LONGEST_NANOS, System.nanoTime() - begun));
        sites.replied(site, reply);
        commands.increment();
      }
    }

    void call() throws Exception {
      EntityRequest request = next();
      replied(sites.execute(site, request));
    }

    void begin(Consumer<Throwable> ended) throws Exception {
      EntityRequest request = next();
      sites.send(
          site,
          request,
          (reply, failure) -> {
            Throwable cause = failure;
            if (cause == null)
              try {
                replied(reply);
              } catch (WrongResult wrong) {
                cause = wrong;
              }
            ended.accept(cause);
          });
    }
  }
}
