package brine.lab.harness;

import brine.lab.peer.ActorPrograms;
import java.util.concurrent.Callable;

/**
 * The asks of one contender of {@link AskTurns}, in a class loader of its own: {@code call} takes a turn. Between
 * turns its system is alive and does nothing.
 */
final class AskTurn implements Callable<double[]>, Runnable {
  private static final int ACTORS = 8;

  private final ActorPrograms.Asked asked;
  private final boolean waiting;
  private final int askers;
  private final int asks;

  /**
   * @param library a row of the peer on the class path
   * @param name {@code ask-chained} or {@code ask-threads}
   * @param askers asks in flight, or threads
   * @param asks asks in a turn
   */
  AskTurn(String library, String name, int askers, int asks) throws Exception {
    waiting = name.equals("ask-threads");
    this.askers = askers;
    this.asks = asks;
    asked = ActorRun.programs(library).asked(ACTORS);
  }

  /** Median, 99th percentile and mean of the delays of a turn, in microseconds. */
  @Override
  public double[] call() throws Exception {
    AskLoad.Load load = new AskLoad.Load(asked, ACTORS, askers, asks / askers, waiting);
    load.run();
    if (load.wrong() > 0) throw new IllegalStateException(load.wrong() + " answers are wrong or did not come");
    var delays = load.histogram();
    return new double[] {
      delays.getValueAtPercentile(50) / 1e3, delays.getValueAtPercentile(99) / 1e3, delays.getMean() / 1e3
    };
  }

  /** Stops its system. */
  @Override
  public void run() {
    try {
      asked.stop();
    } catch (Exception failure) {
      throw new IllegalStateException("the system does not stop", failure);
    }
  }
}
