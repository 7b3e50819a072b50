package brine.lab.harness;

import com.google.gson.JsonObject;

/**
 * How often something was done a second.
 *
 * @param mean      over all of the time
 * @param lo        in the slowest tenth of it
 * @param hi        in the fastest tenth
 * @param count     how often in all
 * @param allocated bytes that all threads allocated meanwhile
 */
record Rate(double mean, double lo, double hi, long count, long allocated) {

  /** The fields of a cell, each figure {@code factor} times as large. */
  JsonObject fields(String unit, double factor) {
    JsonObject fields = LogRun.Figures.field(mean * factor, unit);
    fields.addProperty("lo", lo * factor);
    fields.addProperty("hi", hi * factor);
    fields.addProperty("runs", Math.min(count, Integer.MAX_VALUE));
    return fields;
  }

  double allocatedEach() {
    return (double) allocated / Math.max(1, count);
  }
}
