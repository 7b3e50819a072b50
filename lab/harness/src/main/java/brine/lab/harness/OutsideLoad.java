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
 * How long a message from a thread that is none of the runtime's waits for an idle actor: beside no busy actor, one, as
 * many as cores, and twice as many. An open loop: a message is sent every fifth of a millisecond, whether or not those
 * before it were handled. As many are sent before as warm-up.
 */
final class OutsideLoad {
  private static final long EVERY_NANOS = 200_000;

  private final ActorPrograms programs;
  private final Lines lines;

  OutsideLoad(ActorPrograms programs, Lines lines) {
    this.programs = programs;
    this.lines = lines;
  }

  Figures run(Plan.Cell cell) throws Exception {
    int cores = Runtime.getRuntime().availableProcessors();
    Map<String, JsonObject> byOp = new HashMap<>();
    int[] busy = {0, 1, cores, 2 * cores};
    String[] names = {"none", "one", "cores", "twice"};
    for (int i = 0; i < busy.length; i++) {
      Delays delays = beside(busy[i], cell.sizes()[0]);
      if (delays == null)
        return Figures.failed(
            new Outcome("wrong", "beside " + busy[i] + " busy actors not every message was handled once within 20 s"));
      delays.report(byOp, names[i] + "-p50", 50);
      delays.report(byOp, names[i] + "-p99", 99);
    }
    return new Figures(Outcome.OK, byOp);
  }

  private Delays beside(int hot, int messages) throws Exception {
    ActorPrograms.Outside outside = programs.outside(hot);
    try {
      if (send(outside, messages) == null) return null;
      lines.alive();
      Collection.full();
      Delays delays = send(outside, messages);
      lines.alive();
      return delays;
    } finally {
      outside.stop();
    }
  }

  /** Null if messages are missing, or handled twice. */
  private static Delays send(ActorPrograms.Outside outside, int messages) throws Exception {
    Delays delays = new Delays();
    CountDownLatch left = new CountDownLatch(messages);
    long begun = System.nanoTime();
    for (int i = 0; i < messages; i++) {
      long due = begun + i * EVERY_NANOS;
      while (System.nanoTime() - due < 0) LockSupport.parkNanos(due - System.nanoTime());
      long sent = System.nanoTime();
      outside.send(
          () -> {
            delays.add(System.nanoTime() - sent);
            left.countDown();
          });
    }
    boolean all = left.await(20, TimeUnit.SECONDS);
    return all && delays.count() == messages ? delays : null;
  }
}
