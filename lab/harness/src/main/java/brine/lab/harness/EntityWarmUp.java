package brine.lab.harness;

import brine.lab.peer.JvmWork;

/**
 * Warms the entities of a load that takes no turns by the rule of those that do: until the cost of a request has
 * stopped falling and the compilers of all JVMs rest, or the time is over. Used by one thread.
 */
final class EntityWarmUp {
  /** The least time is that of so many batches. */
  private static final int BATCHES = 10;

  /** The longest time is this multiple of the least. */
  private static final int PATIENCE = 30;

  private final OpenEntities open;
  private final EntityLoad load;
  private final int leastMillis;
  private final Steady steady = new Steady();
  private long spent;

  /**
   * Does nothing yet.
   *
   * @param leastMillis the least time; may be exceeded {@value #PATIENCE}-fold
   */
  EntityWarmUp(OpenEntities open, EntityLoad load, int leastMillis) {
    this.open = open;
    this.load = load;
    this.leastMillis = leastMillis;
  }

  /**
   * Warms them up.
   *
   * @param alive called after each batch
   * @return whether they are warm
   */
  boolean run(Runnable alive) throws Exception {
    long least = leastMillis * 1_000_000L;
    while (spent < least || !isWarm()) {
      if (spent >= PATIENCE * least) return false;
      batch();
      alive.run();
    }
    return true;
  }

  private boolean isWarm() {
    return steady.reached() && open.compilers().rest();
  }

  private void batch() throws Exception {
    long begun = System.nanoTime();
    JvmWork before = open.work();
    load.run(0, Math.max(1, leastMillis / BATCHES));
    long used = open.work().cpuNanos() - before.cpuNanos();
    long count = load.delays().getTotalCount();
    if (count > 0) steady.add((double) used / count);
    spent += System.nanoTime() - begun;
  }

  /** What has not ended in time. */
  String told() {
    return String.format(java.util.Locale.ROOT, "not steady after %.1f s of warm-up", spent / 1e9);
  }
}
