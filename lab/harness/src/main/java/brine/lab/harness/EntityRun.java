package brine.lab.harness;

import brine.lab.harness.LogRun.Figures;
import brine.lab.peer.LogStore.Level;
import com.google.gson.JsonObject;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Runs the cells of a plan of study {@code whole}. The cells of one case are figures of the same run.
 */
final class EntityRun {
  /** A percentile means something if at least this many delays are longer. */
  private static final int BEYOND = 10;

  private static final double[] PERCENTILES = {50, 99, 99.9};

  private final Plan plan;
  private final Lines lines;
  private final OpenEntities open;
  private final Map<String, Figures> done = new HashMap<>();

  private EntityRun(Plan plan, Lines lines) {
    this.plan = plan;
    this.lines = lines;
    this.open = new OpenEntities(plan, lines);
  }

  static void run(Plan plan, Lines lines) {
    EntityRun run = new EntityRun(plan, lines);
    try {
      for (Plan.Cell cell : plan.cells()) {
        lines.begin(cell);
        Figures figures = run.done.computeIfAbsent(cell.name(), name -> run.measure(cell));
        lines.write(LogRun.line(lines, cell, figures));
      }
    } finally {
      run.open.close();
    }
  }

  private Figures measure(Plan.Cell cell) {
    try {
      if (cell.name().startsWith("limit-")) return LogLimits.measure(open.folder(), cell.sizes());
      Outcome outcome = open.check();
      if (!outcome.ok()) return Figures.failed(outcome);
      if (cell.name().startsWith("restart-")) return restart(cell);
      return cell.sizes()[0] == 1 ? LogRun.besideLimit(open.folder(), cell, () -> load(cell)) : load(cell);
    } catch (Throwable failure) {
      failure.printStackTrace();
      return Figures.failed(Outcome.of(failure));
    }
  }

  /** Sizes: callers, then least milliseconds of warm-up, of which there may be none, and of measurement. */
  private Figures load(Plan.Cell cell) throws Exception {
    int[] sizes = cell.sizes();
    Map<String, JsonObject> byOp = new HashMap<>();
    try (EntityLoad load = new EntityLoad(open.sites(), loadOf(cell), sizes[0])) {
      EntityWarmUp warmUp = new EntityWarmUp(open, load, sizes[1]);
      boolean isWarm = sizes[1] == 0 || warmUp.run(lines::alive);
      if (!isWarm) return Figures.failed(new Outcome("unsettled", warmUp.told()));
      load.delays(); // forgets those of the warm-up
      lines.alive();
      Rate rate = load.run(0, sizes[2]);
      if (rate.count() == 0)
        return Figures.failed(new Outcome("timeout", "no command was replied to in the time measured"));
      byOp.put("rate", rate.fields("commands/s", 1));
      Histogram delays = load.delays();
      for (double percentile : PERCENTILES) byOp.put(opOf(percentile), field(delays, percentile));
    }
    lines.alive();
    Outcome outcome = open.restarted();
    return outcome.ok() ? Figures.of(byOp) : Figures.failed(outcome);
  }

  /** The name of a case begins with how its callers pick entities. */
  static String loadOf(Plan.Cell cell) {
    return cell.name().replaceFirst("-.*", "");
  }

  private static String opOf(double percentile) {
    return percentile == Math.rint(percentile) ? "p" + (int) percentile : "p" + percentile;
  }

  private static JsonObject field(Histogram delays, double percentile) {
    double beyond = delays.getTotalCount() * (100 - percentile) / 100;
    if (percentile > 50 && beyond < BEYOND)
      return Figures.skipped(
          delays.getTotalCount() + " delays are too few: " + BEYOND + " must be longer than the percentile");
    return Figures.field(delays.getValueAtPercentile(percentile) / 1e3, "us");
  }

  /**
   * Entities that were stopped run again, until each has replied to a query. Sizes: entities, events of each, restarts.
   */
  private Figures restart(Plan.Cell cell) throws Exception {
    int[] sizes = cell.sizes();
    if (open.isLogAlone()) throw new UnsupportedOperationException("it has no entities that could begin again");
    String name = cell.name().replace("-", "");
    open.rest();
    try (Sites sites = Sites.filled(open.get(), open.model(), name, sizes[0], sizes[1], lines::alive)) {
      double[] nanos = new double[sizes[2]];
      double bytes = 0;
      for (int i = 0; i < nanos.length; i++) {
        long begun = System.nanoTime();
        sites.start(Level.DISK);
        sites.look();
        nanos[i] = System.nanoTime() - begun;
        bytes = sites.bytes();
        sites.stop();
        lines.alive();
      }
      Arrays.sort(nanos);
      double took = Median.of(nanos);
      JsonObject time = Figures.field(took / 1e6, "ms");
      time.addProperty("lo", nanos[0] / 1e6);
      time.addProperty("hi", nanos[nanos.length - 1] / 1e6);
      return Figures.of(
          Map.of(
              "time", time,
              "events", Figures.field(sites.events() * 1e9 / took, "events/s"),
              "bytes", Figures.field(bytes / sites.events(), "B/event")));
    }
  }
}
