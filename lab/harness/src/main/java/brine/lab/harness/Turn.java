package brine.lab.harness;

import java.util.List;
import java.util.Map;

/**
 * One case that a child measures in turns with other children. It stays prepared between turns and does nothing while
 * it waits.
 */
interface Turn {

  /**
   * The result of a turn.
   *
   * @param outcome why the turn has no figures, or {@link Outcome#OK}
   * @param figures the figure of each operation of the case, in the unit of {@link Turn#units}
   * @param cost processor nanoseconds per operation, which tell whether the code is warm
   * @param allocated bytes allocated per operation; negative if they are not known
   */
  record Played(Outcome outcome, Map<String, Double> figures, double cost, double allocated) {
    static Played failed(Outcome outcome) {
      return new Played(outcome, Map.of(), 0, -1);
    }
  }

  /** The cells that a turn gives figures for. */
  List<Plan.Cell> cells();

  /** The unit of each operation's figure. */
  Map<String, String> units();

  /** Works for about this time, or for one operation if that takes longer. */
  Played play(long nanos) throws Exception;

  /** Checks once, after the last turn, that the case still gives right results. */
  Outcome check() throws Exception;
}
