package brine.lab.harness;

import brine.lab.peer.ActorPrograms;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Asks of {@code ask-chained} or {@code ask-threads}, as many as fit into a turn. */
final class AskingTurn extends ActorTurn {
  private final ActorPrograms.Asked asked;
  private final int actors;
  private final int askers;
  private final boolean waiting;

  /** Duration of an ask, as the latest turn had it. */
  private double nanosEach = 10_000;

  AskingTurn(ActorPrograms programs, List<Plan.Cell> cells) throws Exception {
    super(cells);
    Plan.Cell first = cells.get(0);
    actors = first.sizes()[0];
    askers = first.sizes()[1];
    waiting = first.name().equals("ask-threads");
    asked = programs.asked(actors);
  }

  @Override
  Work work(long nanos) throws Exception {
    int each = (int) Math.max(1, Math.min(nanos / nanosEach / askers, 1_000_000));
    AskLoad.Load load = new AskLoad.Load(asked, actors, askers, each, waiting);
    long took = load.run();
    long asks = (long) each * askers;
    nanosEach = (double) took / asks;
    if (load.wrong() > 0) throw new WrongResult(load.wrong() + " answers are wrong or did not come");
    Histogram delays = load.histogram();
    pool("", delays);
    return new Work(Map.of("p50", delays.getValueAtPercentile(50) / 1e3, "rate", asks * 1e9 / took), asks);
  }

  @Override
  public void close() throws Exception {
    asked.stop();
  }
}
