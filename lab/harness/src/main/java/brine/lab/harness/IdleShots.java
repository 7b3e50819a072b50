package brine.lab.harness;

import brine.lab.harness.ActorRun.Figures;
import brine.lab.peer.ActorPrograms;
import com.google.gson.JsonObject;
import java.util.HashMap;
import java.util.Map;

/**
 * Actors that have handled one message each and wait: their heap ({@code bytes}), the time to create them
 * ({@code spawn}), and the time to stop them with their system ({@code stop}). A tenth of the actors is measured in the
 * same way and subtracted, so that the figures exclude the system itself. The first round of both is warm-up.
 */
final class IdleShots {
  private final ActorPrograms programs;
  private final Lines lines;

  IdleShots(ActorPrograms programs, Lines lines) {
    this.programs = programs;
    this.lines = lines;
  }

  private record Shot(long live, double spawnMillis, double stopMillis) {}

  Figures run(Plan.Cell cell) throws Exception {
    int actors = cell.sizes()[0];
    int few = Math.max(1, actors / 10);
    int rounds = Math.min(3, Math.max(2, cell.runs()));
    double[] bytes = new double[rounds - 1];
    double[] spawn = new double[rounds - 1];
    double[] stop = new double[rounds - 1];
    for (int round = 0; round < rounds; round++) {
      Shot small = shot(few);
      Shot large = shot(actors);
      if (small == null || large == null)
        return Figures.failed(new Outcome("wrong", "not every actor has handled its message"));
      if (round > 0) {
        bytes[round - 1] = (double) (large.live() - small.live()) / (actors - few);
        spawn[round - 1] = large.spawnMillis();
        stop[round - 1] = large.stopMillis();
      }
    }
    Map<String, JsonObject> byOp = new HashMap<>();
    byOp.put("bytes", fields(bytes, "B/actor", rounds));
    byOp.put("spawn", fields(spawn, "ms", rounds));
    byOp.put("stop", fields(stop, "ms", rounds));
    return new Figures(Outcome.OK, byOp);
  }

  /** One system with its actors from start to stop; null if an actor has not handled its message. */
  private Shot shot(int actors) throws Exception {
    Collection.full();
    long begun = System.nanoTime();
    ActorPrograms.Idle idle = programs.idle(actors);
    long there = System.nanoTime();
    lines.alive();
    long live = Collection.live();
    lines.alive();
    boolean all = idle.handled() == actors;
    long stopping = System.nanoTime();
    idle.stop();
    long stopped = System.nanoTime();
    lines.alive();
    return all ? new Shot(live, (there - begun) / 1e6, (stopped - stopping) / 1e6) : null;
  }

  private static JsonObject fields(double[] values, String unit, int runs) {
    JsonObject fields = new JsonObject();
    fields.addProperty("value", Median.of(values));
    fields.addProperty("unit", unit);
    fields.addProperty("lo", java.util.Arrays.stream(values).min().orElseThrow());
    fields.addProperty("hi", java.util.Arrays.stream(values).max().orElseThrow());
    fields.addProperty("runs", runs);
    return fields;
  }
}
