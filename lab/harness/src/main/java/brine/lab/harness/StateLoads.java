package brine.lab.harness;

import brine.lab.peer.KeyedRecords;
import brine.lab.peer.LogStore;

/** One caller that loads records by key, in an order that is not that of the saves. Each record is compared. */
final class StateLoads implements LogWork {
  /** Loads between two looks at the clock. */
  private static final int LOADS = 10;

  private final StateData data;
  private final KeyedRecords records;
  private final int keys;
  private long loads;

  private StateLoads(KeyedRecords records, int keys) {
    this.records = records;
    this.keys = keys;
    this.data = new StateData(keys);
  }

  static StateLoads open(LogStore store, String name, int keys) throws Exception {
    StateCheck.run(store, name);
    KeyedRecords records = store.states(name);
    StateLoads loads = new StateLoads(records, keys);
    records.saveAll(loads.data.keys(), loads.data.first());
    return loads;
  }

  private int load() throws Exception {
    for (int i = 0; i < LOADS; i++) {
      int key = StateData.visit(loads++, keys);
      byte[] found = records.load(data.key(key));
      if (found == null || !data.isFirst(found, key)) data.check(found, key, 0);
    }
    return LOADS;
  }

  @Override
  public Rate run(int warmUpMillis, int millis) throws Exception {
    return LogTimer.time(warmUpMillis, millis, this::load);
  }

  @Override
  public void close() throws Exception {
    records.close();
  }
}
