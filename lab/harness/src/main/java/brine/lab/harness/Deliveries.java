package brine.lab.harness;

import brine.lab.peer.EventLog;
import brine.lab.peer.LogStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Subscriptions that begin with the first event of a log, and end when its last one was delivered. The deliveries of
 * each are counted and summed up.
 */
final class Deliveries implements LogWork {
  private static final int EVENT = 256;
  private static final int DIFFERENT = 1000;

  private final byte[][] different = Events.ofLength(EVENT, DIFFERENT);
  private final EventLog log;
  private final boolean inBatches;
  private final int events;
  private long delivered;
  private long sum;
  private long expected;

  private Deliveries(EventLog log, boolean inBatches, int events) {
    this.log = log;
    this.inBatches = inBatches;
    this.events = events;
  }

  static Deliveries open(LogStore store, String name, String log, int events) throws Exception {
    EventLog opened = store.events(log, LogStore.Level.OS_CACHE);
    Deliveries deliveries = new Deliveries(opened, name.equals("subscribe-batches"), events);
    deliveries.fill();
    deliveries.compare();
    return deliveries;
  }

  private void fill() throws Exception {
    for (int from = 0; from < events; from += DIFFERENT)
      log.appendAll(Arrays.copyOf(different, Math.min(DIFFERENT, events - from)));
    for (int i = 0; i < events; i++) expected += look(different[i % DIFFERENT]);
  }

  /** Compares what one subscription delivers, event by event. */
  private void compare() throws Exception {
    List<byte[]> found = new ArrayList<>();
    subscribe(found::add);
    if (found.size() != events) throw wrong(found.size());
    for (int i = 0; i < events; i++)
      if (!Arrays.equals(found.get(i), different[i % DIFFERENT]))
        throw new WrongResult("event " + i + " was delivered as another one");
  }

  private void subscribe(Consumer<byte[]> each) throws Exception {
    if (inBatches) log.subscribeBatches(events, each);
    else log.subscribe(events, each);
  }

  private static long look(byte[] event) {
    return event[0] + event[event.length - 1];
  }

  private int deliver() throws Exception {
    delivered = 0;
    sum = 0;
    subscribe(
        event -> {
          delivered++;
          sum += look(event);
        });
    if (delivered != events) throw wrong(delivered);
    if (sum != expected) throw new WrongResult("other events were delivered than those appended");
    return events;
  }

  private WrongResult wrong(long found) {
    return new WrongResult(found + " events delivered instead of " + events);
  }

  @Override
  public Rate run(int warmUpMillis, int millis) throws Exception {
    return LogTimer.time(warmUpMillis, millis, this::deliver);
  }

  @Override
  public void close() throws Exception {
    log.close();
  }
}
