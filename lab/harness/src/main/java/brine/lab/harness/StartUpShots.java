package brine.lab.harness;

import brine.lab.harness.ActorRun.Figures;
import brine.lab.peer.ActorPrograms;
import com.google.gson.JsonObject;
import java.util.Map;

/**
 * Creates a system, sends a message between its two actors and stops it: in a JVM that has not loaded the library
 * ({@code run}), and with warm code ({@code warm}).
 */
final class StartUpShots {
  private final ActorPrograms programs;
  private final Lines lines;

  StartUpShots(ActorPrograms programs, Lines lines) {
    this.programs = programs;
    this.lines = lines;
  }

  Figures run(Plan.Cell cell) throws Exception {
    double[] millis = new double[Math.max(3, cell.runs())];
    for (int i = 0; i < millis.length; i++) {
      long begun = System.nanoTime();
      long received = programs.pingPong(1);
      millis[i] = (System.nanoTime() - begun) / 1e6;
      if (received != 1) return Figures.failed(new Outcome("wrong", "the message was received " + received + " times"));
      lines.alive();
    }
    double[] warm = java.util.Arrays.copyOfRange(millis, millis.length / 2, millis.length);
    return new Figures(Outcome.OK, Map.of("run", fields(millis[0]), "warm", fields(Median.of(warm))));
  }

  private static JsonObject fields(double millis) {
    JsonObject fields = new JsonObject();
    fields.addProperty("value", millis);
    fields.addProperty("unit", "ms");
    return fields;
  }
}
