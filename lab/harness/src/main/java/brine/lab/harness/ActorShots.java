package brine.lab.harness;

import brine.lab.harness.ActorRun.Figures;
import brine.lab.peer.ActorPrograms;
import com.google.gson.JsonObject;
import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Whole runs of one published program, one after the other, each after a garbage collection. A run includes the
 * creation of the system and its stop. The first run is reported separately as {@code firstMs}; the figure is the
 * median of the later half. Every run is checked.
 */
final class ActorShots {
  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final int ENOUGH = 6;

  private final ActorPrograms programs;
  private final Plan plan;
  private final Lines lines;

  ActorShots(ActorPrograms programs, Plan plan, Lines lines) {
    this.programs = programs;
    this.plan = plan;
    this.lines = lines;
  }

  private record Shot(double millis, double cpuNanos, double allocated, double gcMillis, double peakHeap) {}

  Figures run(Plan.Cell cell) throws Exception {
    ActorCase program = new ActorCase(cell.name(), cell.sizes());
    double least = program.leastSeconds(programs.sleepers());
    if (plan.longestShot() > 0 && least > plan.longestShot())
      return Figures.failed(
          new Outcome(
              "skipped",
              String.format(
                  "not tried: %d threads for all who sleep need at least %,.0f s for one run", programs.sleepers(), least)));
    List<Shot> shots = new ArrayList<>();
    long started = System.nanoTime();
    while (more(shots.size(), (System.nanoTime() - started) / 1e9, cell, least > 0)) {
      Collection.full();
      Collection.resetPeaks();
      long gc = Collection.millis();
      long cpu = PROCESS.getProcessCpuTime();
      long allocated = THREADS.getTotalThreadAllocatedBytes();
      long begun = System.nanoTime();
      Outcome outcome = program.run(programs);
      long ended = System.nanoTime();
      shots.add(
          new Shot(
              (ended - begun) / 1e6,
              PROCESS.getProcessCpuTime() - cpu,
              THREADS.getTotalThreadAllocatedBytes() - allocated,
              Collection.millis() - gc,
              Collection.peakHeap()));
      lines.alive();
      if (!outcome.ok()) return Figures.failed(outcome);
      // Sleeping does not get faster when repeated.
      if (least > plan.shotSeconds()) break;
    }
    return new Figures(Outcome.OK, Map.of("run", timed(shots), "allocation", allocation(shots, program)));
  }

  /**
   * Whether another run starts. There are at least two runs; up to the number in the plan while the cell's time lasts;
   * and six within twice that time, because code that ran only twice is not compiled yet. Sleeping does not wait for
   * the compiler.
   */
  private boolean more(int done, double seconds, Plan.Cell cell, boolean sleeps) {
    if (done < 2 || done < cell.runs() && seconds < plan.shotSeconds()) return true;
    return !sleeps && done < ENOUGH && done < cell.runs() && seconds < 2 * plan.shotSeconds();
  }

  private static JsonObject timed(List<Shot> shots) {
    List<Shot> warm = later(shots);
    JsonObject fields = new JsonObject();
    fields.addProperty("value", median(warm, Shot::millis));
    fields.addProperty("unit", "ms");
    fields.addProperty("lo", warm.stream().mapToDouble(Shot::millis).min().orElseThrow());
    fields.addProperty("hi", warm.stream().mapToDouble(Shot::millis).max().orElseThrow());
    fields.addProperty("firstMs", shots.get(0).millis());
    fields.addProperty("cpuNs", median(warm, Shot::cpuNanos));
    fields.addProperty("allocB", median(warm, Shot::allocated));
    fields.addProperty("gcMs", median(warm, Shot::gcMillis));
    fields.addProperty("heapB", warm.stream().mapToDouble(Shot::peakHeap).max().orElseThrow());
    fields.addProperty("runs", shots.size());
    return fields;
  }

  /** Bytes per message beyond its payload: everything that all threads allocated in a run, including its system. */
  private static JsonObject allocation(List<Shot> shots, ActorCase program) {
    JsonObject fields = new JsonObject();
    if (program.messages() == 0) return fields;
    fields.addProperty("value", (median(later(shots), Shot::allocated) - program.payload()) / program.messages());
    fields.addProperty("unit", "B/message");
    return fields;
  }

  private static List<Shot> later(List<Shot> shots) {
    return shots.subList(shots.size() / 2, shots.size());
  }

  private static double median(List<Shot> shots, ToDoubleFunction<Shot> figure) {
    return Median.of(shots.stream().mapToDouble(figure).toArray());
  }
}
