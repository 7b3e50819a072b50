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

/** Times cells through JMH in this JVM: all are warmed before any is measured, so that none profits from its place. */
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
    Map<String, Plan.Cell> byName = new LinkedHashMap<>();
    Set<String> names = new LinkedHashSet<>();
    for (Plan.Cell cell : cells) {
      byName.put(cell.op() + " " + cell.key(), cell);
      names.add(cell.key());
    }
    JmhOutput output = new JmhOutput(byName, ready, lines);
    try {
      new Runner(
              new OptionsBuilder()
                  .include("^" + CaseBenchmark.class.getName().replace(".", "\\.") + "\\.(encode|decode)$")
                  .param("name", names.toArray(String[]::new))
                  .mode(Mode.AverageTime)
                  .timeUnit(TimeUnit.NANOSECONDS)
                  .forks(0)
                  .threads(1)
                  .syncIterations(false)
                  .shouldDoGC(false)
                  .warmupMode(WarmupMode.BULK)
                  .warmupIterations(plan.warmUp().count())
                  .warmupTime(TimeValue.milliseconds(plan.warmUp().millis()))
                  .measurementIterations(plan.measure().count())
                  .measurementTime(TimeValue.milliseconds(plan.measure().millis()))
                  .addProfiler(GCProfiler.class)
                  .build(),
              output)
          .run();
    } catch (Throwable thrown) {
      output.failure(thrown);
    }
    output.remaining();
  }
}
