package brine.lab.harness;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.WarmupMode;

/**
 * Times cells through JMH in this JVM. All are warmed up before any is measured, so that their order does not matter.
 */
final class JmhRun {
  private final Plan plan;
  private final List<Plan.Cell> cells;
  private final Map<String, Prepared> ready;
  private final Lines lines;

  JmhRun(Plan plan, List<Plan.Cell> cells, Map<String, Prepared> ready, Lines lines) {
    this.plan = plan;
    this.cells = cells;
    this.ready = ready;
    this.lines = lines;
  }

  void run() {
    System.setProperty("jmh.ignoreLock", "true");
    CaseBenchmark.ready = ready;
    double seconds = plan.warmUp().count() * plan.warmUp().millis() * cells.size() / 1000.0;
    WarmUp.run(cells, ready, seconds, Math.max(1, plan.warmUpLongest()), lines);
    Map<String, Plan.Cell> remaining = new LinkedHashMap<>();
    for (Plan.Cell cell : cells) remaining.put(cell.op() + " " + cell.key(), cell);
    JmhOutput output = new JmhOutput(remaining, ready, lines);
    run(Set.of("encode", "decode"), names(remaining, ""), output);
    // A cell that throws ends JMH's whole run. It has its status already; the cells that were lost with it are run
    // again.
    int before = cells.size();
    while (!remaining.isEmpty() && remaining.size() < before) {
      before = remaining.size();
      for (String op : List.of("encode", "decode")) {
        Set<String> names = names(remaining, op);
        if (!names.isEmpty()) run(Set.of(op), names, output);
      }
    }
    output.remaining();
  }

  private static Set<String> names(Map<String, Plan.Cell> cells, String op) {
    Set<String> names = new LinkedHashSet<>();
    for (Plan.Cell cell : cells.values()) if (op.isEmpty() || cell.op().equals(op)) names.add(cell.key());
    return names;
  }

  private void run(Set<String> ops, Set<String> names, JmhOutput output) {
    try {
      new Runner(
              new OptionsBuilder()
                  .include("^" + CaseBenchmark.class.getName().replace(".", "\\.") + "\\.(" + String.join("|", ops) + ")$")
                  .param("name", names.toArray(String[]::new))
                  .mode(Mode.AverageTime)
                  .timeUnit(TimeUnit.NANOSECONDS)
                  .forks(0)
                  .threads(1)
                  .syncIterations(false)
                  .shouldDoGC(false)
                  .warmupMode(WarmupMode.BULK)
                  // One more short iteration, for JMH's own loop around the work.
                  .warmupIterations(1)
                  .warmupTime(TimeValue.milliseconds(plan.measure().millis()))
                  .measurementIterations(plan.measure().count())
                  .measurementTime(TimeValue.milliseconds(plan.measure().millis()))
                  .addProfiler(GCProfiler.class)
                  .build(),
              output)
          .run();
    } catch (Throwable thrown) {
      output.failure(thrown);
    }
    output.settle();
  }
}
