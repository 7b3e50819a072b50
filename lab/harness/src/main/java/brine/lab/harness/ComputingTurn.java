package brine.lab.harness;

import brine.lab.peer.ActorPrograms;
import java.util.List;
import java.util.Map;

/** Rounds in which a handler sends a message and then computes. */
final class ComputingTurn extends ActorTurn {
  private static final int LEAST = 3;

  private final ActorPrograms.Computing computing;
  private final long nanos;

  ComputingTurn(ActorPrograms programs, List<Plan.Cell> cells) throws Exception {
    super(cells);
    nanos = cells.get(0).sizes()[1] * 1000L;
    computing = programs.computing();
  }

  @Override
  Work work(long turn) throws Exception {
    int rounds = (int) Math.max(LEAST, turn / (nanos + ComputeLoad.PAUSE_NANOS));
    Delays delays = ComputeLoad.rounds(computing, rounds, nanos);
    return new Work(Map.of("p50", delays.micros(50)), rounds);
  }

  @Override
  public void close() throws Exception {
    computing.stop();
  }
}
