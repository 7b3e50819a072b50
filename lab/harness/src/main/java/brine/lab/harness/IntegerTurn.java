package brine.lab.harness;

import brine.lab.peer.IntegerLog;
import brine.lab.peer.LogStore;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The program of 2001: an array of boxed Integers is appended again and again. Its log stays open from the first turn
 * to the last, and is read back then.
 */
final class IntegerTurn implements Turn {
  private final LogStore store;
  private final Plan.Cell cell;
  private final String name;
  private final IntegerLog log;
  private final Integer[] values;
  private long written;

  IntegerTurn(LogStore store, Plan.Cell cell) throws Exception {
    this.store = store;
    this.cell = cell;
    this.values = Cunningham.values(cell.sizes()[0]);
    this.name = "integers" + values.length;
    this.log = store.integers(name);
  }

  @Override
  public List<Plan.Cell> cells() {
    return List.of(cell);
  }

  @Override
  public Map<String, String> units() {
    return Map.of(cell.op(), "records/s");
  }

  @Override
  public boolean warms() {
    return false;
  }

  @Override
  public Played play(long nanos) throws Exception {
    int millis = (int) Math.max(1, nanos / 1_000_000);
    Rate rate =
        LogTimer.time(
            Math.max(1, millis / 10),
            millis,
            () -> {
              log.append(values);
              written++;
              return 1;
            });
    return new Played(Outcome.OK, Map.of(cell.op(), rate.mean()), 1e9 / rate.mean(), rate.allocatedEach());
  }

  @Override
  public Outcome check() throws Exception {
    List<Integer[]> found = log.read();
    if (found.size() != written) return new Outcome("wrong", found.size() + " records read instead of " + written);
    for (Integer[] record : found)
      if (!Arrays.equals(record, values)) return new Outcome("wrong", "a record read back differs from what was appended");
    return Outcome.OK;
  }

  @Override
  public void close() throws Exception {
    log.close();
    store.drop(name);
  }
}
