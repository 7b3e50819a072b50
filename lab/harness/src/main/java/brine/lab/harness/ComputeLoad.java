package brine.lab.harness;

import brine.lab.harness.ActorRun.Figures;
import brine.lab.peer.ActorPrograms;
import com.google.gson.JsonObject;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A handler sends a message to an idle actor, and then computes for a while: how long does the message wait, though
 * other cores are idle? One round after the other, with a pause in which the runtime's threads may fall asleep.
 */
final class ComputeLoad {
  static final long PAUSE_NANOS = 200_000;

  private final ActorPrograms programs;
  private final Lines lines;

  ComputeLoad(ActorPrograms programs, Lines lines) {
    this.programs = programs;
    this.lines = lines;
  }

  Figures run(Plan.Cell cell) throws Exception {
    int rounds = cell.sizes()[0];
    long nanos = cell.sizes()[1] * 1000L;
    ActorPrograms.Computing computing = programs.computing();
    try {
      Delays delays = null;
      for (int pass = 0; pass < 2; pass++) { // the first is warm-up
        try {
          delays = rounds(computing, rounds, nanos);
        } catch (WrongResult wrong) {
          return Figures.failed(Outcome.of(wrong));
        }
        lines.alive();
        Collection.full();
      }
      Map<String, JsonObject> byOp = new HashMap<>();
      delays.report(byOp, "p50", 50);
      delays.report(byOp, "p99", 99);
      return new Figures(Outcome.OK, byOp);
    } finally {
      computing.stop();
    }
  }

  /**
   * Lets the handler send and compute, one round after the other.
   *
   * @throws WrongResult if messages are missing, or handled twice
   */
  static Delays rounds(ActorPrograms.Computing computing, int rounds, long nanos) throws Exception {
    Delays delays = new Delays();
    for (int round = 0; round < rounds; round++)
      if (!round(computing, nanos, delays)) throw new WrongResult("a message was not handled within 20 s");
    if (delays.count() != rounds) throw new WrongResult(delays.count() + " instead of " + rounds + " messages");
    return delays;
  }

  private static boolean round(ActorPrograms.Computing computing, long nanos, Delays delays) throws Exception {
    CountDownLatch left = new CountDownLatch(2);
    computing.send(
        sent -> {
          delays.add(System.nanoTime() - sent);
          left.countDown();
        },
        () -> {
          spin(nanos);
          left.countDown();
        });
    boolean all = left.await(20, TimeUnit.SECONDS);
    LockSupport.parkNanos(PAUSE_NANOS);
    return all;
  }

  private static void spin(long nanos) {
    long until = System.nanoTime() + nanos;
    while (System.nanoTime() - until < 0) Thread.onSpinWait();
  }
}
