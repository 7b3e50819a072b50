package brine.lab.harness;

import java.util.Arrays;

/** The middle value, or the mean of the two middle ones. */
final class Median {
  private Median() {}

  static double of(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
