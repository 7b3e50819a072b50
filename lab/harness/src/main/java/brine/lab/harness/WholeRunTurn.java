package brine.lab.harness;

import brine.lab.peer.ActorPrograms;
import java.util.List;
import java.util.Map;

/**
 * Whole runs of a program: each creates a system, does the work, and stops the system with every actor in it. A turn is
 * one run, or as many as fit into it, after a garbage collection. The result of every run is checked.
 */
final class WholeRunTurn extends ActorTurn {
  /** Runs longer than this share of a turn bring their own code and data back into the processor's caches. */
  private static final int SHARE = 4;

  private final ActorPrograms programs;
  private final ActorCase program;
  private final String op;

  /** Duration of a run, as the latest turn had it. */
  private long nanosEach = Long.MAX_VALUE;

  WholeRunTurn(ActorPrograms programs, List<Plan.Cell> cells) {
    super(cells);
    this.programs = programs;
    Plan.Cell first = cells.get(0);
    program = new ActorCase(first.name(), first.sizes());
    op = first.op();
  }

  @Override
  public Played play(long nanos) throws Exception {
    // The garbage of other programs' turns is no cost of this one.
    Collection.full();
    if (nanosEach < nanos / SHARE) once();
    return super.play(nanos);
  }

  @Override
  Work work(long nanos) throws Exception {
    long begun = System.nanoTime();
    long runs = 0;
    long took;
    do {
      once();
      runs++;
      took = System.nanoTime() - begun;
    } while (took < nanos);
    nanosEach = took / runs;
    return new Work(Map.of(op, took / 1e6 / runs), runs);
  }

  private void once() throws Exception {
    Outcome outcome = program.run(programs);
    if (outcome.status().equals("wrong")) throw new WrongResult(outcome.note());
    if (!outcome.ok()) throw new IllegalStateException(outcome.note());
  }

  @Override
  public String unit(String op) {
    return "ms";
  }

  /** Nothing is open between runs. */
  @Override
  public void close() {}
}
