package brine.lab.harness;

import java.util.List;
import java.util.Map;

/**
 * What a child measures in one go when it takes turns with other children: one case, or one direction of a codec's
 * case. It stays prepared between turns and does nothing while it waits. Used by one thread.
 */
interface Turn extends AutoCloseable {

  /**
   * The result of a turn.
   *
   * @param figures the figure of each cell, by its operation
   * @param cost processor nanoseconds per operation, which tell whether the code is warm
   * @param allocated bytes allocated per operation
   */
  record Played(Map<String, Double> figures, double cost, double allocated) {}

  /**
   * A figure of all turns together.
   *
   * @param value a percentile of the delays of all turns
   * @param samples number of these delays
   */
  record Pooled(double value, long samples) {}

  /** The cells that the turns give figures for; the first one identifies the turn. */
  List<Plan.Cell> cells();

  /** The unit of the figure of an operation. */
  String unit(String op);

  /** Whether it is warmed up until its cost is steady; otherwise it is only played for the least time of warm-up. */
  default boolean settles() {
    return true;
  }

  /** Whether the calling thread does the whole work, so that other threads that are busy beside it are compilers. */
  default boolean isSingleThreaded() {
    return true;
  }

  /**
   * Whether the compilers rest of all JVMs that do its work, if it can tell. A case is not steady before: its cost may
   * stay for a moment while the code of other parts is still interpreted.
   */
  default boolean isCompiled() {
    return true;
  }

  /** Whether an operation has one figure of all turns together, and none of each turn. */
  default boolean isPooled(String op) {
    return false;
  }

  /** The figure of such an operation, of all turns since {@link #begin}. */
  default Pooled pooled(String op) {
    throw new UnsupportedOperationException(op + " has a figure of each turn");
  }

  /** Called after the warm-up, before the first turn that counts. */
  default void begin() {}

  /** Works for about this time, or for one operation if that takes longer. */
  Played play(long nanos) throws Exception;

  /** Checks, after the last turn, what all turns have done. */
  default Outcome check() throws Exception {
    return Outcome.OK;
  }

  @Override
  default void close() throws Exception {}
}
