package brine.lab.harness;

import brine.lab.peer.KeyedRecords;
import brine.lab.peer.LogStore;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Callers that save records of 256 bytes by key, each of keys of its own, and wait until each is durable. After timing,
 * the record of every key must be the one that was saved last.
 */
final class StateSaves implements LogWork {
  /** Divisible by the callers, and not by the step between visits. */
  private static final int KEYS = 9600;

  private final StateData data = new StateData(KEYS);
  private final AtomicLong saved = new AtomicLong();
  private final long[] latest = new long[KEYS]; // each written by the caller of the key, read between runs
  private final KeyedRecords records;
  private final int callers;
  private final LogCallers threads;

  private StateSaves(KeyedRecords records, int callers) {
    this.records = records;
    this.callers = callers;
    this.threads = new LogCallers(this::caller, saved::get, callers, callers > 16);
  }

  static StateSaves open(LogStore store, String name, int callers) throws Exception {
    StateCheck.run(store, name);
    KeyedRecords records = store.states(name);
    StateSaves saves = new StateSaves(records, callers);
    records.saveAll(saves.data.keys(), saves.data.first());
    return saves;
  }

  private LogCallers.Call caller(int number) {
    int own = KEYS / callers;
    long[] saves = {0};
    return () -> {
      int key = number + callers * StateData.visit(saves[0], own);
      long save = ++saves[0];
      records.save(data.key(key), data.record(key, save));
      latest[key] = save;
      saved.incrementAndGet();
    };
  }

  @Override
  public Rate run(int warmUpMillis, int millis) throws Exception {
    return threads.run(warmUpMillis, millis);
  }

  @Override
  public Outcome recount(long most) throws Exception {
    for (int key = 0; key < KEYS; key++) data.check(records.load(data.key(key)), key, latest[key]);
    return Outcome.OK;
  }

  @Override
  public void close() throws Exception {
    try (records) {
      threads.close();
    }
  }
}
