package brine.lab.harness;

import com.google.gson.JsonObject;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Delays in nanoseconds, recorded by any thread. */
final class Delays {
  private static final long LONGEST_NANOS = 60_000_000_000L;

  private final Histogram histogram = histogram();

  /** A histogram for delays. */
  static Histogram histogram() {
    return new Histogram(LONGEST_NANOS, 3);
  }

  /** The delays so far, in nanoseconds. */
  synchronized Histogram copy() {
    return histogram.copy();
  }

  synchronized void add(long nanos) {
    histogram.recordValue(Math.max(0, Math.min(nanos, LONGEST_NANOS)));
  }

  synchronized long count() {
    return histogram.getTotalCount();
  }

  /** A percentile in microseconds. */
  synchronized double micros(double percentile) {
    return histogram.getValueAtPercentile(percentile) / 1e3;
  }

  /** Adds a percentile to the cells of a case, in microseconds. */
  void report(Map<String, JsonObject> byOp, String op, double percentile) {
    JsonObject fields = new JsonObject();
    fields.addProperty("value", micros(percentile));
    fields.addProperty("unit", "us");
    byOp.put(op, fields);
  }
}
