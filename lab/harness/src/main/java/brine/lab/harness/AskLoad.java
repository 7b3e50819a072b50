package brine.lab.harness;

import brine.lab.harness.ActorRun.Figures;
import brine.lab.peer.ActorPrograms;
import com.google.gson.JsonObject;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.HdrHistogram.Histogram;

/**
 * The latency of asks under load. {@code ask-chained}: a fixed number of asks is in flight, because each answer is at
 * once followed by the next ask, on the thread that received it. {@code ask-threads}: a fixed number of threads asks,
 * and each waits for its answer. Both are closed loops: the next ask waits for an answer, so a slow answer delays asks
 * that are not counted. The same number of asks runs before as warm-up.
 */
final class AskLoad {
  private static final long LONGEST_NANOS = 60_000_000_000L;

  private final ActorPrograms programs;
  private final Lines lines;

  AskLoad(ActorPrograms programs, Lines lines) {
    this.programs = programs;
    this.lines = lines;
  }

  Figures run(Plan.Cell cell) throws Exception {
    int actors = cell.sizes()[0];
    int askers = cell.sizes()[1];
    int asks = cell.sizes()[2];
    boolean waiting = cell.name().equals("ask-threads");
    ActorPrograms.Asked asked = programs.asked(actors);
    try {
      Load load = new Load(asked, actors, askers, asks / askers, waiting);
      load.run();
      lines.alive();
      Collection.full();
      load = new Load(asked, actors, askers, asks / askers, waiting);
      long nanos = load.run();
      if (load.wrong() > 0)
        return Figures.failed(new Outcome("wrong", load.wrong() + " answers are wrong or did not come"));
      return new Figures(Outcome.OK, fields(load.histogram(), nanos));
    } finally {
      asked.stop();
    }
  }

  private static Map<String, JsonObject> fields(Histogram histogram, long nanos) {
    Map<String, JsonObject> byOp = new HashMap<>();
    for (double percentile : new double[] {50, 99, 99.9}) {
      String op = "p" + (percentile == 99.9 ? "99.9" : String.valueOf((int) percentile));
      byOp.put(op, field(histogram.getValueAtPercentile(percentile) / 1e3, "us"));
    }
    byOp.put("rate", field(histogram.getTotalCount() * 1e9 / nanos, "asks/s"));
    return byOp;
  }

  private static JsonObject field(double value, String unit) {
    JsonObject fields = new JsonObject();
    fields.addProperty("value", value);
    fields.addProperty("unit", unit);
    return fields;
  }

  /** All askers of one pass. */
  static final class Load {
    private final Asker[] askers;
    private final CountDownLatch done;

    Load(ActorPrograms.Asked asked, int actors, int count, int asks, boolean waiting) {
      done = new CountDownLatch(count);
      askers = new Asker[count];
      for (int i = 0; i < count; i++)
        askers[i] = waiting ? new Waiting(asked, i, actors, asks, done) : new Chained(asked, i, actors, asks, done);
    }

    long run() throws Exception {
      long begun = System.nanoTime();
      for (Asker asker : askers) asker.start();
      done.await();
      return System.nanoTime() - begun;
    }

    long wrong() {
      long sum = 0;
      for (Asker asker : askers) sum += asker.wrong;
      return sum;
    }

    Histogram histogram() {
      Histogram sum = new Histogram(LONGEST_NANOS, 3);
      for (Asker asker : askers) sum.add(asker.histogram);
      return sum;
    }
  }

  /** Asks one after the other. The handler of an answer owns the fields until the next ask is sent. */
  private abstract static class Asker {
    final Histogram histogram = new Histogram(LONGEST_NANOS, 3);
    final ActorPrograms.Asked asked;
    final int actors;
    final CountDownLatch done;
    int at;
    int left;
    long number;
    long sent;
    long wrong;

    Asker(ActorPrograms.Asked asked, int first, int actors, int asks, CountDownLatch done) {
      this.asked = asked;
      this.at = first % actors;
      this.actors = actors;
      this.left = asks;
      this.done = done;
    }

    abstract void start();

    final void ask(LongConsumer reply) throws Exception {
      sent = System.nanoTime();
      asked.ask(at, number, reply);
    }

    final void answered(long answer) {
      histogram.recordValue(Math.min(System.nanoTime() - sent, LONGEST_NANOS));
      if (answer != number + 1) wrong++;
      number++;
      left--;
      at = at + 1 == actors ? 0 : at + 1;
    }
  }

  private static final class Chained extends Asker implements LongConsumer {
    Chained(ActorPrograms.Asked asked, int first, int actors, int asks, CountDownLatch done) {
      super(asked, first, actors, asks, done);
    }

    @Override
    void start() {
      next();
    }

    @Override
    public void accept(long answer) {
      answered(answer);
      next();
    }

    private void next() {
      try {
        if (left > 0) ask(this);
        else done.countDown();
      } catch (Exception failure) {
        wrong++;
        done.countDown();
      }
    }
  }

  private static final class Waiting extends Asker implements LongConsumer, Runnable {
    private volatile Long answer;
    private Thread thread;

    Waiting(ActorPrograms.Asked asked, int first, int actors, int asks, CountDownLatch done) {
      super(asked, first, actors, asks, done);
    }

    @Override
    void start() {
      thread = new Thread(this, "lab-asker");
      thread.start();
    }

    @Override
    public void run() {
      try {
        while (left > 0) {
          answer = null;
          ask(this);
          while (answer == null) LockSupport.park(this);
          answered(answer);
        }
      } catch (Exception failure) {
        wrong++;
      }
      done.countDown();
    }

    @Override
    public void accept(long number) {
      answer = number;
      LockSupport.unpark(thread);
    }
  }
}
