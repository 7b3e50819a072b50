package brine.lab.harness;

import java.util.Arrays;

/**
 * Decides when code is warm. The costs of equal batches fall while the compilers work. They count as steady if the
 * later half of them shows no falling trend: the median of its second part is at most {@link #TOLERANCE} below that of
 * its first part. Not thread-safe.
 */
final class Steady {
  /** A fall by less than this share may be noise. */
  static final double TOLERANCE = 0.04;

  /** With fewer batches there is no trend to see. */
  static final int LEAST = 12;

  private double[] costs = new double[64];
  private int size;

  /** Adds the cost of the latest batch per operation, in any unit. */
  void add(double cost) {
    if (size == costs.length) costs = Arrays.copyOf(costs, 2 * size);
    costs[size++] = cost;
  }

  int size() {
    return size;
  }

  /** Whether the costs so far are steady; false for fewer than {@link #LEAST} batches. */
  boolean reached() {
    if (size < LEAST) return false;
    int half = size / 2;
    int middle = half + (size - half) / 2;
    return latest(middle) >= (1 - TOLERANCE) * Median.of(Arrays.copyOfRange(costs, half, middle));
  }

  private double latest(int from) {
    return Median.of(Arrays.copyOfRange(costs, from, size));
  }
}
