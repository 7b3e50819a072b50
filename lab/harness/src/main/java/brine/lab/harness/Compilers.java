package brine.lab.harness;

/**
 * Whether the compilers of some JVMs rest, as told by how long they have worked. Unlike {@link Bystanders}, it can tell
 * where a library has threads of its own, and processes. Used by one thread.
 */
final class Compilers {
  /** Time between two looks that are compared. */
  static final long WINDOW_NANOS = 1_000_000_000;

  /**
   * Late compilations never end, but all compilers together rarely work for more than this share of the time once the
   * code is warm.
   */
  static final double RESTING = 0.25;

  private boolean hasLooked;
  private long at;
  private long worked;
  private boolean resting;

  /**
   * Takes a look.
   *
   * @param nanos the time now
   * @param compilingMillis how long the compilers have worked so far, all together
   */
  void look(long nanos, long compilingMillis) {
    boolean areOthers = compilingMillis < worked; // a JVM was started instead of another one
    if (hasLooked && !areOthers && nanos - at < WINDOW_NANOS) return;
    resting = hasLooked && !areOthers && (compilingMillis - worked) * 1e6 < RESTING * (nanos - at);
    hasLooked = true;
    at = nanos;
    worked = compilingMillis;
  }

  /** The result for the latest window; false before the first one. */
  boolean rest() {
    return resting;
  }
}
