package brine.lab.harness;

import brine.lab.peer.ActorPrograms;
import java.util.Arrays;
import java.util.Random;

/** The published programs by the name of their case: how to run each one, and which result is correct. */
final class ActorCase {
  private final String kind;
  private final int[] sizes;
  private final int[] unsorted;
  private final int[] sorted;

  /**
   * Creates a case.
   *
   * @param name name of the case; its first word names the program: {@code sleeping-1000x100ms}
   * @param sizes arguments of the program, in its order
   */
  ActorCase(String name, int[] sizes) {
    this.kind = name.equals("ping-pong") || name.equals("merge-sort") ? name : name.replaceFirst("-.*", "");
    this.sizes = sizes;
    this.unsorted = kind.equals("merge-sort") ? new Random(0).ints(sizes[0]).toArray() : null;
    this.sorted = unsorted == null ? null : unsorted.clone();
    if (sorted != null) Arrays.sort(sorted);
  }

  /** One run. */
  Outcome run(ActorPrograms programs) throws Exception {
    return switch (kind) {
      case "sequential" -> counted(programs.sequential(sizes[0]), sizes[0], "actors passed on the way back");
      case "parallel" -> counted(programs.parallel(sizes[0], sizes[1]), (long) sizes[0] * sizes[1], "distinct replies");
      case "merge-sort" -> sorted(programs.mergeSort(unsorted));
      case "ping-pong" -> counted(programs.pingPong(sizes[0]), sizes[0], "messages received");
      case "startup" -> counted(programs.pingPong(1), 1, "messages received");
      case "sleeping" ->
          counted(programs.sleeping(sizes[0], sizes[1], sizes[2]), (long) sizes[0] * sizes[1], "replies");
      case "watch" -> counted(programs.watching(sizes[0]), sizes[0], "actors told");
      default -> throw new IllegalArgumentException("no such case: " + kind);
    };
  }

  /** Messages sent in one run, without those that start it; 0 if the study does not report them. */
  long messages() {
    return switch (kind) {
      case "parallel" -> 2L * sizes[0] * sizes[1];
      case "ping-pong" -> sizes[0];
      default -> 0;
    };
  }

  /** Bytes of the payloads that one run allocates: an {@code int[2]} takes 24, and its reply none. */
  long payload() {
    return kind.equals("parallel") ? 24L * sizes[0] * sizes[1] : 0;
  }

  /** Minimum seconds of sleep with this number of concurrent sleepers; 0 for other cases. */
  double leastSeconds(int sleepers) {
    if (!kind.equals("sleeping")) return 0;
    return (double) sizes[0] * sizes[1] * sizes[2] / 1000 / Math.min(sleepers, sizes[0]);
  }

  private static Outcome counted(long found, long wanted, String what) {
    return found == wanted ? Outcome.OK : new Outcome("wrong", found + " instead of " + wanted + " " + what);
  }

  private Outcome sorted(int[] found) {
    return Arrays.equals(found, sorted) ? Outcome.OK : new Outcome("wrong", "the values are not sorted");
  }
}
