package brine.lab.harness;

import com.google.gson.Gson;
import java.util.List;

/**
 * The work of one child, written by the parent as JSON.
 *
 * @param library the library to measure
 * @param siteData a folder of data in the published format, or null for generated data
 * @param data a folder on the file system that study log measures, or null
 * @param kept a folder for what stores use again from one child to the next, or null
 * @param scratch a folder for the bytes of {@code size} cells
 * @param keepWrong whether a case whose round trip differs is timed all the same (the variants run "as published")
 * @param warmUp processor time that each timed cell is warmed up for
 * @param warmUpLongest multiple of that time that warm-up may take while compilers are busy
 * @param measure number and length of the iterations of each timed cell
 * @param shotSeconds seconds during which further runs of an actor program start
 * @param longestShot seconds that a run may take; a run that must take longer is not tried; 0 for no limit
 */
record Plan(
    String library,
    String siteData,
    String data,
    String kept,
    String scratch,
    boolean keepWrong,
    Iterations warmUp,
    double warmUpLongest,
    Iterations measure,
    double shotSeconds,
    double longestShot,
    List<Cell> cells) {

  /**
   * Iterations of a cell.
   *
   * @param millis length of each iteration in milliseconds
   */
  record Iterations(int count, int millis) {}

  /**
   * A cell of the plan.
   *
   * @param op {@code size}, {@code compatible}, {@code encode}, {@code decode} (timed by JMH), {@code run} (single
   *     shot), or another figure of the studies {@code actors} and {@code log}
   * @param runs consecutive single-shot runs; 0 for other cells
   * @param sizes arguments of an actor or log program, in their order
   */
  record Cell(int id, String study, String name, String op, int runs, int[] sizes) {
    String key() {
      return study + " " + name;
    }

    boolean timed() {
      return op.equals("encode") || op.equals("decode");
    }
  }

  static Plan parse(String json) {
    return new Gson().fromJson(json, Plan.class);
  }
}
