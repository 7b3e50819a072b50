package brine.lab.harness;

import brine.lab.peer.ActorPrograms;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Messages from outside to an idle actor, beside each number of busy actors in its turn. Each of these takes as long as
 * a turn of another case, because there is a message every fifth of a millisecond only. The busy actors rest between
 * turns.
 */
final class OutsideTurn extends ActorTurn {
  private static final int LEAST = 20;

  /** Messages that are not counted: while other runtimes had their turns, caches have lost what this one needs. */
  private static final int LEAD_IN = 10;

  private final Map<String, ActorPrograms.Outside> systems = new LinkedHashMap<>();

  OutsideTurn(ActorPrograms programs, List<Plan.Cell> cells) throws Exception {
    super(cells);
    for (Map.Entry<String, Integer> busy : OutsideLoad.busy().entrySet()) {
      ActorPrograms.Outside outside = programs.outside(busy.getValue());
      systems.put(busy.getKey(), outside);
      outside.rest();
    }
  }

  @Override
  Work work(long nanos) throws Exception {
    int messages = (int) Math.max(LEAST, nanos / OutsideLoad.EVERY_NANOS);
    Map<String, Double> figures = new HashMap<>();
    for (Map.Entry<String, Integer> busy : OutsideLoad.busy().entrySet()) {
      ActorPrograms.Outside outside = systems.get(busy.getKey());
      outside.wake();
      OutsideLoad.send(outside, busy.getValue(), LEAD_IN);
      Delays delays = OutsideLoad.send(outside, busy.getValue(), messages);
      outside.rest();
      pool(busy.getKey() + "-", delays.copy());
      figures.put(busy.getKey() + "-p50", delays.micros(50));
    }
    return new Work(figures, (long) messages * systems.size());
  }

  @Override
  public void close() throws Exception {
    for (ActorPrograms.Outside outside : systems.values()) outside.stop();
  }
}
