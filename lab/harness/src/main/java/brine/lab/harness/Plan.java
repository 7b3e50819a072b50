package brine.lab.harness;

import com.google.gson.Gson;
import java.util.List;

/**
 * The work of one child, written by the parent as JSON.
 *
 * @param library   the library to measure
 * @param siteData  a folder of data in the published shape, or null for generated data
 * @param data      a folder on the file system that study log measures, or null
 * @param scratch   a folder for the bytes of {@code size} cells
 * @param keepWrong whether a case whose round trip differs is timed all the same (the variants run "as published")
 * @param warmUp    the processor time each timed cell is warmed for
 * @param warmUpLongest how many times that the warm-up may take while compilers are at work
 * @param measure   how often and how long each timed cell is measured
 * @param shotSeconds how long further runs of a program of actors begin
 * @param longestShot seconds a run may take; one that must take longer is not tried. 0 for no limit
 */
record Plan(
    String library,
    String siteData,
    String data,
    String scratch,
    boolean keepWrong,
    Iterations warmUp,
    double warmUpLongest,
    Iterations measure,
    double shotSeconds,
    double longestShot,
    List<Cell> cells) {

  /** @param millis the length of each iteration */
  record Iterations(int count, int millis) {}

  /**
   * @param op   {@code size}, {@code encode}, {@code decode} (timed by JMH), {@code run} (single shot), or another figure that
   *     single shots of study {@code actors} give
   * @param runs consecutive single-shot runs; 0 elsewhere
   * @param sizes how much a program of actors or logs does, in the order of its arguments
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
