package brine.lab.harness;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.format.OutputFormat;

/** Turns JMH's events into cell lines as soon as a cell is done, and prints nothing else. */
final class JmhOutput implements OutputFormat {
  private final Map<String, Plan.Cell> cells;
  private final Map<String, Prepared> ready;
  private final Lines lines;
  private final List<Sample> samples = new ArrayList<>();
  private BenchmarkParams current;
  private Outcome stopped = new Outcome("crashed", "JMH ended without a result for this cell");

  /** One measured iteration. */
  private record Sample(double nanos, double cpuNanos, double allocatedBytes, double gcMillis) {}

  JmhOutput(Map<String, Plan.Cell> cells, Map<String, Prepared> ready, Lines lines) {
    this.cells = cells;
    this.ready = ready;
    this.lines = lines;
  }

  void failure(Throwable thrown) {
    stopped = Outcome.of(thrown);
  }

  /** Gives every cell that JMH did not reach the reason why it stopped. */
  void remaining() {
    lines.failed(List.copyOf(cells.values()), stopped);
    cells.clear();
  }

  private static String key(BenchmarkParams params) {
    String benchmark = params.getBenchmark();
    return benchmark.substring(benchmark.lastIndexOf('.') + 1) + " " + params.getParam("name");
  }

  @Override
  public void startBenchmark(BenchmarkParams params) {
    settle();
    samples.clear();
    current = params;
    Plan.Cell cell = cells.get(key(params));
    if (cell != null) lines.begin(cell);
  }

  @Override
  public void iterationResult(BenchmarkParams params, IterationParams iteration, int number, IterationResult data) {
    lines.alive();
    if (CaseBenchmark.failure == null && iteration.getType() == IterationType.MEASUREMENT) {
      CaseBenchmark.Cost cost = CaseBenchmark.cost;
      Result<?> gc = data.getSecondaryResults().get("gc.time");
      samples.add(
          new Sample(
              data.getPrimaryResult().getScore(),
              (double) cost.cpuNanos() / cost.operations(),
              (double) cost.allocatedBytes() / cost.operations(),
              gc == null ? 0 : gc.getScore()));
    }
  }

  @Override
  public void endBenchmark(BenchmarkResult result) {
    if (result == null || samples.isEmpty()) return;
    BenchmarkParams params = result.getParams();
    Plan.Cell cell = cells.remove(key(params));
    if (cell == null) return;
    Prepared prepared = ready.get(params.getParam("name"));
    JsonObject line = lines.cell(cell, prepared.outcome.status(), prepared.outcome.note());
    double[] nanos = samples.stream().mapToDouble(Sample::nanos).toArray();
    line.addProperty("value", Median.of(nanos));
    line.addProperty("unit", "ns");
    line.addProperty("lo", samples.stream().mapToDouble(Sample::nanos).min().orElseThrow());
    line.addProperty("hi", samples.stream().mapToDouble(Sample::nanos).max().orElseThrow());
    line.addProperty("cpuNs", Median.of(samples.stream().mapToDouble(Sample::cpuNanos).toArray()));
    line.addProperty("allocB", Median.of(samples.stream().mapToDouble(Sample::allocatedBytes).toArray()));
    line.addProperty("gcMs", samples.stream().mapToDouble(Sample::gcMillis).sum());
    line.addProperty("values", prepared.values.length);
    lines.write(line);
    samples.clear();
  }

  /** A benchmark that threw has no result; JMH continues with the next. */
  void settle() {
    Throwable failure = CaseBenchmark.failure;
    CaseBenchmark.failure = null;
    if (failure == null || current == null) return;
    Plan.Cell cell = cells.remove(key(current));
    Outcome outcome = Outcome.of(failure);
    if (cell != null) lines.write(lines.cell(cell, outcome.status(), outcome.note()));
  }

  @Override
  public void iteration(BenchmarkParams params, IterationParams iteration, int number) {}

  @Override
  public void startRun() {}

  @Override
  public void endRun(Collection<RunResult> results) {}

  // JMH's own output goes to the child's log, where a person can find the cause of a failed cell.
  @Override
  public void print(String text) {
    System.err.print(text);
  }

  @Override
  public void println(String text) {
    System.err.println(text);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}

  @Override
  public void verbosePrintln(String text) {}

  @Override
  public void write(int b) {}

  @Override
  public void write(byte[] bytes) {}
}
