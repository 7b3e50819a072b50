package brine.lab.harness;

import brine.lab.harness.LogRun.Figures;
import brine.lab.peer.IntegerLog;
import brine.lab.peer.LogStore;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * The program of 2001. It appends an array of n boxed Integers, each a random number below its index, again and again
 * to an empty log, until a number of records or a time is reached. Nothing is warmed up, as in 2001. Before timing
 * starts, two records are appended to another log, read and compared.
 */
final class Cunningham implements LogRun.Case {
  private final LogStore store;
  private final Lines lines;

  Cunningham(LogStore store, Lines lines) {
    this.store = store;
    this.lines = lines;
  }

  /**
   * Runs the program.
   *
   * @param sizes n, the most records, the most milliseconds, milliseconds of rest before
   */
  @Override
  public Figures run(String name, int[] sizes) throws Exception {
    int n = sizes[0];
    Integer[] values = values(n);
    Outcome checked = check(values);
    if (!checked.ok()) return Figures.failed(checked);
    lines.alive();
    Thread.sleep(sizes[3]);
    String log = "integers" + n;
    int written = 0;
    long elapsed;
    double bytes;
    List<Integer[]> found;
    try (IntegerLog open = store.integers(log)) {
      long begun = System.nanoTime();
      long limit = sizes[2] * 1_000_000L;
      do {
        open.append(values);
        written++;
        elapsed = System.nanoTime() - begun;
      } while (written < sizes[1] && elapsed < limit);
      bytes = open.bytes();
      lines.alive();
      found = open.read();
    }
    store.drop(log);
    if (found.size() != written)
      return Figures.failed(new Outcome("wrong", found.size() + " records read instead of " + written));
    if (!Arrays.equals(found.get(written - 1), values)) return Figures.failed(differs());
    JsonObject rate = Figures.field(written * 1e9 / elapsed, "records/s");
    rate.addProperty("runs", written);
    JsonObject size = Figures.field(bytes / written, "B/record");
    size.addProperty("runs", written);
    return Figures.of(Map.of("records", rate, "bytes", size));
  }

  private Outcome check(Integer[] values) throws Exception {
    String name = "check" + values.length;
    Integer[] other = values.clone();
    other[other.length - 1] = -1;
    List<Integer[]> found;
    try (IntegerLog log = store.integers(name)) {
      log.append(values);
      log.append(other);
      found = new ArrayList<>(log.read());
    }
    store.drop(name);
    if (found.size() != 2) return new Outcome("wrong", found.size() + " records read instead of 2");
    return Arrays.equals(found.get(0), values) && Arrays.equals(found.get(1), other) ? Outcome.OK : differs();
  }

  private static Outcome differs() {
    return new Outcome("wrong", "a record read back differs from what was appended");
  }

  /** Distinct objects, as in 2001: Integers shared by {@code Integer.valueOf} would be written as references. */
  @SuppressWarnings({"deprecation", "removal"})
  private static Integer[] values(int n) {
    Random random = new Random(n);
    Integer[] values = new Integer[n];
    for (int k = 0; k < n; k++) values[k] = new Integer(k == 0 ? 0 : random.nextInt(k));
    return values;
  }
}
