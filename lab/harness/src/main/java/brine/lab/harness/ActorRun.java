package brine.lab.harness;

import brine.lab.peer.ActorPeer;
import brine.lab.peer.ActorPrograms;
import brine.lab.peer.Library;
import com.google.gson.JsonObject;
import java.util.HashMap;
import java.util.Map;
import java.util.ServiceLoader;

/**
 * Runs the cells of a plan of study {@code actors}. The cells of one case are figures of the same runs: the first cell
 * makes the runs, and later ones report their own figure of them.
 */
final class ActorRun {
  private final Plan plan;
  private final Lines lines;
  private final Map<String, Figures> done = new HashMap<>();

  /**
   * The figures of a case's runs.
   *
   * @param byOp the fields of the cell for each operation
   */
  record Figures(Outcome outcome, Map<String, JsonObject> byOp) {
    static Figures failed(Outcome outcome) {
      return new Figures(outcome, Map.of());
    }
  }

  private ActorRun(Plan plan, Lines lines) {
    this.plan = plan;
    this.lines = lines;
  }

  static void run(Plan plan, Lines lines) {
    new ActorRun(plan, lines).run();
  }

  private void run() {
    lines.begin(plan.cells().get(0));
    ActorPrograms programs;
    try {
      programs = programs(plan.library());
    } catch (Throwable failure) {
      failure.printStackTrace();
      lines.failed(plan.cells(), Outcome.of(failure));
      return;
    }
    for (Plan.Cell cell : plan.cells()) {
      lines.begin(cell);
      Figures figures = done.computeIfAbsent(cell.name(), name -> measure(programs, cell));
      lines.write(line(cell, figures));
    }
  }

  private JsonObject line(Plan.Cell cell, Figures figures) {
    Outcome outcome = figures.outcome();
    JsonObject found = figures.byOp().get(cell.op());
    if (outcome.ok() && found == null)
      outcome = new Outcome("crashed", "case " + cell.name() + " has no figure called " + cell.op());
    JsonObject line = lines.cell(cell, outcome.status(), outcome.note());
    if (outcome.ok()) found.entrySet().forEach(field -> line.add(field.getKey(), field.getValue()));
    return line;
  }

  private Figures measure(ActorPrograms programs, Plan.Cell cell) {
    try {
      return switch (cell.name().replaceFirst("-.*", "")) {
        case "startup" -> new StartUpShots(programs, lines).run(cell);
        case "idle" -> new IdleShots(programs, lines).run(cell);
        case "ask" -> new AskLoad(programs, lines).run(cell);
        case "outside" -> new OutsideLoad(programs, lines).run(cell);
        case "send" -> new ComputeLoad(programs, lines).run(cell);
        case "asks" -> new OverloadLoad(programs, lines).run(cell);
        default -> new ActorShots(programs, plan, lines).run(cell);
      };
    } catch (Throwable failure) {
      failure.printStackTrace();
      return Figures.failed(Outcome.of(failure));
    }
  }

  static ActorPrograms programs(String library) throws Exception {
    for (ActorPeer peer : ServiceLoader.load(ActorPeer.class))
      for (Library candidate : peer.libraries())
        if (candidate.name().equals(library)) return peer.open(library);
    throw new IllegalStateException("no peer on the class path has an actor runtime named " + library);
  }
}
