package brine.lab.harness;

import brine.lab.peer.Format;
import brine.lab.peer.Input;
import brine.lab.peer.Peer;
import com.google.gson.JsonObject;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;

/**
 * The Evactor protocol: n events are each encoded to their own array, then all are decoded. Consecutive runs share one
 * JVM, with a garbage collection between them. Each run opens the case again (new events, new codec state) before
 * timing starts; the time covers encoding and decoding. The figures of a cell are those of the later half of the runs,
 * when the code is warm.
 */
final class SingleShot {
  private final Peer peer;
  private final Plan plan;
  private final Input input;
  private final Lines lines;
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private String outOfMemoryAt;

  SingleShot(Peer peer, Plan plan, Input input, Lines lines) {
    this.peer = peer;
    this.plan = plan;
    this.input = input;
    this.lines = lines;
  }

  /** One run. */
  private record Shot(double millis, double cpuMillis, double openMillis, double gcMillis, long peakHeap, Outcome check) {}

  void run(Plan.Cell cell) {
    lines.begin(cell);
    // Cells come in ascending order of n. What did not fit once will not fit again, and trying takes the most time.
    if (outOfMemoryAt != null) {
      lines.write(lines.cell(cell, "skipped", "not tried: out of memory at " + outOfMemoryAt));
      return;
    }
    try {
      Outcome check = Outcome.OK;
      Shot[] shots = new Shot[cell.runs()];
      for (int i = 0; i < shots.length; i++) {
        shots[i] = shot(cell, i == 0);
        lines.alive();
        if (i == 0) check = shots[0].check();
        if (!check.ok() && !plan.keepWrong()) break;
      }
      JsonObject line = lines.cell(cell, check.status(), check.note());
      if (check.ok() || plan.keepWrong()) figures(line, shots);
      lines.write(line);
    } catch (Throwable failure) {
      Outcome outcome = Outcome.of(failure);
      if (outcome.status().equals("oom")) outOfMemoryAt = cell.name();
      lines.write(lines.cell(cell, outcome.status(), outcome.note()));
    }
  }

  private void figures(JsonObject line, Shot[] shots) {
    Shot[] warm = Arrays.copyOfRange(shots, shots.length / 2, shots.length);
    double[] millis = Arrays.stream(warm).mapToDouble(Shot::millis).toArray();
    line.addProperty("value", Median.of(millis));
    line.addProperty("unit", "ms");
    line.addProperty("lo", Arrays.stream(millis).min().orElseThrow());
    line.addProperty("hi", Arrays.stream(millis).max().orElseThrow());
    line.addProperty("cpuNs", 1e6 * Median.of(Arrays.stream(warm).mapToDouble(Shot::cpuMillis).toArray()));
    line.addProperty("openMs", Median.of(Arrays.stream(warm).mapToDouble(Shot::openMillis).toArray()));
    line.addProperty("firstMs", shots[0].millis());
    line.addProperty("gcMs", Median.of(Arrays.stream(warm).mapToDouble(Shot::gcMillis).toArray()));
    line.addProperty("heapB", Arrays.stream(warm).mapToLong(Shot::peakHeap).max().orElseThrow());
    line.addProperty("runs", shots.length);
  }

  private Shot shot(Plan.Cell cell, boolean checked) throws Exception {
    Collection.full();
    long opened = System.nanoTime();
    Format format = peer.open(plan.library(), cell.study(), cell.name(), input);
    Object[] values = format.values();
    Collection.resetPeaks();
    long gcBefore = Collection.millis();
    long cpuBefore = threads.getCurrentThreadCpuTime();
    long started = System.nanoTime();
    byte[][] encoded = Prepared.encodeAll(format, values);
    Object last = null;
    for (int i = 0; i < encoded.length; i++) last = format.decode(encoded[i], i);
    long ended = System.nanoTime();
    long cpuAfter = threads.getCurrentThreadCpuTime();
    long gcAfter = Collection.millis();
    long peak = Collection.peakHeap();
    if (last == null) throw new IllegalStateException("decode returned null");
    Outcome check = checked ? Prepared.check(format, values, encoded) : Outcome.OK;
    return new Shot(
        (ended - started) / 1e6, (cpuAfter - cpuBefore) / 1e6, (started - opened) / 1e6, gcAfter - gcBefore, peak, check);
  }
}
