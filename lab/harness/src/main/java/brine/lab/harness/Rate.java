package brine.lab.harness;

import com.google.gson.JsonObject;

/**
 * A rate per second.
 *
 * @param mean rate over the whole time
 * @param lo rate in the slowest tenth of the time
 * @param hi rate in the fastest tenth of the time
 * @param count total count
 * @param allocated bytes that all threads allocated during the time
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
