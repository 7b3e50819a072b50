package brine.lab.harness;

import brine.lab.peer.KeyedRecords;
import brine.lab.peer.LogStore;

/**
 * A check before records by key are timed: what was saved is loaded, one by one and in groups, a later save replaces an
 * earlier one, and a key without a record has none.
 */
final class StateCheck {
  private static final int KEYS = 48;

  private StateCheck() {}

  /** @throws WrongResult if something else is loaded than was saved */
  static void run(LogStore store, String log) throws Exception {
    String name = log + "check";
    StateData data = new StateData(KEYS);
    try (KeyedRecords records = store.states(name)) {
      if (records.load(data.key(0)) != null) throw new WrongResult("a record of a key that has none");
      records.saveAll(data.keys(), data.first());
      for (int key = 0; key < KEYS; key++) data.check(records.load(data.key(key)), key, 0);
      for (int key = 0; key < KEYS; key += 3) records.save(data.key(key), data.record(key, 1));
      for (int key = 0; key < KEYS; key += 6) records.save(data.key(key), data.record(key, 2));
      for (int key = 0; key < KEYS; key++)
        data.check(records.load(data.key(key)), key, key % 6 == 0 ? 2 : key % 3 == 0 ? 1 : 0);
      if (records.load("account-" + KEYS) != null) throw new WrongResult("a record of a key that has none");
    } finally {
      store.drop(name);
    }
  }
}
