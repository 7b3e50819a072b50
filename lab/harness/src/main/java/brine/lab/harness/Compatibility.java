package brine.lab.harness;

import brine.lab.peer.Experiment;
import brine.lab.peer.Peer;
import com.google.gson.JsonObject;

/**
 * Tries what a library reads of another version's bytes. An exception and a wrong value are results, not failures:
 * they stand in the note of a line of their own.
 */
final class Compatibility {
  private final Peer peer;
  private final Plan plan;
  private final Lines lines;

  Compatibility(Peer peer, Plan plan, Lines lines) {
    this.peer = peer;
    this.plan = plan;
    this.lines = lines;
  }

  /** Writes a line per experiment, then that of the cell. */
  void run(Plan.Cell cell) {
    lines.begin(cell);
    try {
      for (Experiment experiment : peer.experiments(plan.library())) {
        JsonObject line = lines.cell(cell, "ok", outcome(experiment));
        line.addProperty("event", "experiment");
        line.addProperty("name", experiment.name());
        line.addProperty("way", experiment.way());
        lines.write(line);
      }
      lines.write(lines.cell(cell, "ok", ""));
    } catch (Throwable failure) {
      Outcome outcome = Outcome.of(failure);
      lines.write(lines.cell(cell, outcome.status(), outcome.note()));
    }
  }

  /** The outcome as {@code works}, {@code wrong value: …} or {@code exception: …}. */
  static String outcome(Experiment experiment) throws Exception {
    byte[] bytes = experiment.write();
    Object read;
    try {
      read = experiment.read(bytes);
    } catch (Throwable failure) {
      return "exception: " + Outcome.of(failure).note();
    }
    if (experiment.isExpected(read)) return "works";
    return "wrong value: " + shown(read) + " instead of " + shown(experiment.expected());
  }

  private static String shown(Object value) {
    String text = String.valueOf(value).replaceAll("[\\s\\p{Cntrl}]+", " ").trim();
    return text.length() <= 90 ? text : text.substring(0, 87) + "...";
  }
}
