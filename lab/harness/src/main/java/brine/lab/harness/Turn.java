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

  /** The cells that each turn gives figures for; the first one identifies the turn. */
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

  /** Works for about this time, or for one operation if that takes longer. */
  Played play(long nanos) throws Exception;

  /** Checks, after the last turn, what all turns have done. */
  default Outcome check() throws Exception {
    return Outcome.OK;
  }

  @Override
  default void close() throws Exception {}
}
