package brine.lab.harness;

import brine.lab.harness.ActorRun.Figures;
import brine.lab.peer.ActorPrograms;
import com.google.gson.JsonObject;
import java.util.HashMap;
import java.util.LinkedHashMap;
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
  static final long EVERY_NANOS = 200_000;

  private final ActorPrograms programs;
  private final Lines lines;

  OutsideLoad(ActorPrograms programs, Lines lines) {
    this.programs = programs;
    this.lines = lines;
  }

  Figures run(Plan.Cell cell) throws Exception {
    Map<String, JsonObject> byOp = new HashMap<>();
    for (Map.Entry<String, Integer> busy : busy().entrySet()) {
      Delays delays;
      try {
        delays = beside(busy.getValue(), cell.sizes()[0]);
      } catch (WrongResult wrong) {
        return Figures.failed(Outcome.of(wrong));
      }
      delays.report(byOp, busy.getKey() + "-p50", 50);
      delays.report(byOp, busy.getKey() + "-p99", 99);
    }
    return new Figures(Outcome.OK, byOp);
  }

  /** Numbers of busy actors, by the words of the operations. */
  static Map<String, Integer> busy() {
    int cores = Runtime.getRuntime().availableProcessors();
    Map<String, Integer> busy = new LinkedHashMap<>();
    busy.put("none", 0);
    busy.put("one", 1);
    busy.put("cores", cores);
    busy.put("twice", 2 * cores);
    return busy;
  }

  private Delays beside(int hot, int messages) throws Exception {
    ActorPrograms.Outside outside = programs.outside(hot);
    try {
      send(outside, hot, messages);
      lines.alive();
      Collection.full();
      Delays delays = send(outside, hot, messages);
      lines.alive();
      return delays;
    } finally {
      outside.stop();
    }
  }

  /**
   * Sends messages beside busy actors.
   *
   * @throws WrongResult if messages are missing, or handled twice
   */
  static Delays send(ActorPrograms.Outside outside, int hot, int messages) throws Exception {
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
    if (!all || delays.count() != messages)
      throw new WrongResult("beside " + hot + " busy actors not every message was handled once within 20 s");
    return delays;
  }
}
