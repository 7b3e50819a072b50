package brine.lab.harness;

import brine.lab.peer.Input;
import brine.lab.peer.Peer;
import com.google.gson.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs the cells of a plan: single-shot cells first, then every other case is checked, sized, and timed by JMH. */
final class PlanRun {
  private final Plan plan;
  private final Lines lines;
  private final Input input;

  private PlanRun(Plan plan, Lines lines) {
    this.plan = plan;
    this.lines = lines;
    this.input = Peers.input(plan.siteData());
  }

  static void run(Plan plan, Lines lines) {
    switch (plan.cells().get(0).study()) {
      case "actors" -> ActorRun.run(plan, lines);
      case "log" -> LogRun.run(plan, lines);
      case "whole" -> EntityRun.run(plan, lines);
      default -> new PlanRun(plan, lines).run();
    }
    JsonObject end = new JsonObject();
    end.addProperty("event", "end");
    lines.write(end);
  }

  private void run() {
    lines.begin(plan.cells().get(0));
    Peer peer;
    try {
      peer = Peers.of(plan.library());
    } catch (Throwable failure) {
      lines.failed(plan.cells(), Outcome.of(failure));
      return;
    }
    SingleShot shots = new SingleShot(peer, plan, input, lines);
    for (Plan.Cell cell : plan.cells()) if (cell.op().equals("run")) shots.run(cell);
    Map<String, Prepared> ready = prepare(peer);
    // After the sizes: what misreads bytes may hang, and takes with it what comes later.
    Compatibility compatibility = new Compatibility(peer, plan, lines);
    for (Plan.Cell cell : plan.cells()) if (cell.op().equals("compatible")) compatibility.run(cell);
    List<Plan.Cell> timed = new ArrayList<>();
    for (Plan.Cell cell : plan.cells()) if (cell.timed() && ready.containsKey(cell.key())) timed.add(cell);
    if (!timed.isEmpty()) new JmhRun(plan, timed, ready, lines).run();
  }

  private Map<String, Prepared> prepare(Peer peer) {
    Map<String, List<Plan.Cell>> cases = new LinkedHashMap<>();
    for (Plan.Cell cell : plan.cells())
      if (!cell.op().equals("run") && !cell.op().equals("compatible"))
        cases.computeIfAbsent(cell.key(), key -> new ArrayList<>()).add(cell);
    Map<String, Prepared> ready = new LinkedHashMap<>();
    for (Map.Entry<String, List<Plan.Cell>> entry : cases.entrySet()) {
      List<Plan.Cell> cells = entry.getValue();
      Plan.Cell first = cells.get(0);
      lines.begin(first);
      try {
        Prepared prepared = Prepared.open(peer, plan.library(), first.study(), first.name(), input);
        if (!prepared.outcome.ok() && !plan.keepWrong()) {
          lines.failed(cells, prepared.outcome);
          continue;
        }
        for (Plan.Cell cell : cells)
          if (cell.op().equals("size")) {
            if (prepared.values.length > 1) new Containers(plan, lines).write(cell, prepared);
            writeSize(cell, prepared);
          }
        ready.put(entry.getKey(), prepared);
      } catch (Throwable failure) {
        lines.failed(cells, Outcome.of(failure));
      }
    }
    return ready;
  }

  private void writeSize(Plan.Cell cell, Prepared prepared) throws Exception {
    Path file = Path.of(plan.scratch()).resolve("bytes-" + cell.id() + ".bin");
    Framed.write(file, prepared.encoded);
    JsonObject line = lines.cell(cell, prepared.outcome.status(), prepared.outcome.note());
    line.addProperty("values", prepared.encoded.length);
    line.addProperty("file", file.toString());
    lines.write(line);
  }
}
