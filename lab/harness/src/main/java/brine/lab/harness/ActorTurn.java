package brine.lab.harness;

import brine.lab.peer.ActorPrograms;
import com.google.gson.JsonObject;
import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One actor program: a turn is one whole run of it, which is checked. */
final class ActorTurn implements Turn {
  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Gives the figures of one run by the name of the operation. */
  interface Run {
    ActorRun.Figures run() throws Exception;
  }

  private final List<Plan.Cell> cells;
  private final Map<String, String> units = new HashMap<>();
  private final Run run;

  /**
   * Creates the turn of a case.
   *
   * @param cells the cells of one case
   */
  ActorTurn(ActorPrograms programs, List<Plan.Cell> cells, Lines lines) {
    this.cells = cells;
    Plan.Cell first = cells.get(0);
    this.run =
        switch (first.name().replaceFirst("-.*", "")) {
          case "ask" -> () -> new AskLoad(programs, lines).run(first);
          case "outside" -> () -> new OutsideLoad(programs, lines).run(first);
          case "send" -> () -> new ComputeLoad(programs, lines).run(first);
          case "asks" -> () -> new OverloadLoad(programs, lines).run(first);
          default -> whole(new ActorCase(first.name(), first.sizes()), programs);
        };
    for (Plan.Cell cell : cells) units.put(cell.op(), "ms");
  }

  private static Run whole(ActorCase program, ActorPrograms programs) {
    return () -> {
      long allocated = THREADS.getTotalThreadAllocatedBytes();
      long begun = System.nanoTime();
      Outcome outcome = program.run(programs);
      double millis = (System.nanoTime() - begun) / 1e6;
      if (!outcome.ok()) return ActorRun.Figures.failed(outcome);
      Map<String, JsonObject> byOp = new HashMap<>();
      byOp.put("run", LogRun.Figures.field(millis, "ms"));
      if (program.messages() > 0) {
        double made = THREADS.getTotalThreadAllocatedBytes() - allocated - program.payload();
        byOp.put("allocation", LogRun.Figures.field(made / program.messages(), "B/message"));
      }
      return new ActorRun.Figures(Outcome.OK, byOp);
    };
  }

  @Override
  public List<Plan.Cell> cells() {
    return cells;
  }

  @Override
  public Map<String, String> units() {
    return units;
  }

  @Override
  public Played play(long nanos) throws Exception {
    long cpu = PROCESS.getProcessCpuTime();
    ActorRun.Figures figures = run.run();
    double used = PROCESS.getProcessCpuTime() - cpu;
    if (!figures.outcome().ok()) return Played.failed(figures.outcome());
    Map<String, Double> byOp = new HashMap<>();
    for (Plan.Cell cell : cells) {
      JsonObject found = figures.byOp().get(cell.op());
      if (found == null) throw new IllegalStateException("case " + cell.name() + " has no figure called " + cell.op());
      byOp.put(cell.op(), found.get("value").getAsDouble());
      units.put(cell.op(), found.get("unit").getAsString());
    }
    return new Played(Outcome.OK, byOp, used, -1);
  }
}
